import type { ApiError } from '@paddock/mfe-kit/api-error';
import { LoadFailed } from '@paddock/mfe-kit/load-failed';
import { Slot, useSlotAvailable } from '@paddock/mfe-kit/slots';
import { useMemo } from 'react';

interface ClosedConversationProps {
  id: string;
  error: ApiError;
  query: { isFetching: boolean; refetch: () => unknown };
}

/** True when the member may not read the conversation, or no longer. */
export const isClosed = (error: ApiError | null): error is ApiError =>
  error !== null && (error.code === 'FORBIDDEN' || error.code === 'GROUP_NOT_FOUND');

/** In place of a conversation: a visible group from outside, else the reason. */
export function ClosedConversation({ id, error, query: { isFetching, refetch } }: ClosedConversationProps) {
  const hasOutside = useSlotAvailable('chats.outside');
  const props = useMemo(() => ({ id, onJoined: () => void refetch() }), [id, refetch]);
  if (error.code === 'FORBIDDEN' && hasOutside) return <Slot name="chats.outside" props={props} />;
  return <LoadFailed error={error} pending={isFetching} onRetry={() => void refetch()} />;
}
