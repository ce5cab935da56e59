import { markEventsRead } from '@paddock/contract/calls/event-marks';
import type { PaddockEvent } from '@paddock/contract/calls/events';
import { useBadge } from '@paddock/mfe-kit/badges';
import { useCallMutation } from '@paddock/mfe-kit/queries';
import { useEffect, useMemo, useState } from 'react';
import type { Span } from '../event-list/use-event-list';

/** Milliseconds for which new events are shown before they count as read. */
const readDelayMs = 2000;

/**
 * Marks the shown span's new events as read once the member has had time to see them. Their marks stay until the next load; a failed call
 * hides them all the same (specification B §4). Returns the events as they are shown.
 */
export function useMarkRead<E extends readonly PaddockEvent[] | undefined>(span: Span | undefined, events: E) {
  const [, setCount] = useBadge('events');
  const [unmarked, setUnmarked] = useState('');
  const { mutate } = useCallMutation(markEventsRead, {
    onSuccess: ({ event_new_receipts }) => setCount(event_new_receipts),
  });
  const fresh = (events ?? [])
    .filter((event) => event.new)
    .map(({ id }) => id)
    .join();
  const { from, to } = span ?? {};
  useEffect(() => {
    if (fresh === '' || from === undefined || to === undefined) return;
    const mark = () =>
      document.visibilityState === 'visible' &&
      mutate({ after: from, before: to }, { onError: () => setUnmarked(fresh) });
    const timer = setTimeout(mark, readDelayMs);
    return () => clearTimeout(timer);
  }, [fresh, from, to, mutate]);
  return useMemo(
    () => (fresh !== '' && fresh === unmarked ? events?.map((event) => ({ ...event, new: false })) : events),
    [events, fresh, unmarked],
  );
}
