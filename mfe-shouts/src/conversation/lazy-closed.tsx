import type { ApiError } from '@paddock/mfe-kit/api-error';
import { lazyPart } from '@paddock/mfe-kit/lazy-part';
import { type ComponentProps, Suspense } from 'react';
import type { ClosedConversation as Part } from './closed-conversation';

/** Whether the member may not read the conversation. */
export const isClosed = (error: ApiError | null): error is ApiError =>
  error !== null && (error.code === 'FORBIDDEN' || error.code === 'GROUP_NOT_FOUND');

const Closed = lazyPart(
  () => import('./closed-conversation'),
  'ClosedConversation',
  () => import('./closed-texts'),
);

/** Few members meet a closed conversation, so its code loads then. */
export const ClosedConversation = (props: ComponentProps<typeof Part>) => (
  <Suspense>
    <Closed {...props} />
  </Suspense>
);
