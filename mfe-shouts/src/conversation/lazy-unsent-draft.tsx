import { lazyPart } from '@paddock/mfe-kit/lazy-part';
import { Suspense } from 'react';
import type { Posting } from '../composing/use-posting';

const UnsentDraft = lazyPart(
  () => import('./unsent-draft'),
  'UnsentDraft',
  () => import('./closed-texts'),
);

/** Takes the place of the composer where the member has a draft and can no longer write. */
export function LazyUnsentDraft({ posting }: { posting: Posting }) {
  if (posting.text.trim() === '' && posting.attaching.items.length === 0) return null;
  return (
    <Suspense>
      <UnsentDraft posting={posting} />
    </Suspense>
  );
}
