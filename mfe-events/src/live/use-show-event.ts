import { type PaddockEvent, readEvent, readEvents } from '@paddock/contract/calls/events';
import { useCallCache } from '@paddock/mfe-kit/queries';
import { useRealtime } from '@paddock/mfe-kit/realtime';
import { useSession } from '@paddock/mfe-kit/session';
import { useCallback } from 'react';

/** Shows a changed event at once on its page; the lists, whose order may change, are read again. */
export function useShowEvent(): (event: PaddockEvent) => void {
  const cache = useCallCache();
  return useCallback(
    (event) => {
      // A list's copy of an event has no position in the waiting list.
      cache.update(readEvent, { id: event.id }, (reply) => ({ ...reply, event }));
      void cache.refresh(readEvents);
    },
    [cache],
  );
}

/** Keeps list and page up to date while one of them is open. */
export function useLiveEvents(): void {
  const { workplace } = useSession();
  const cache = useCallCache();
  const show = useShowEvent();
  useRealtime('updating_event', (update) => {
    if (update.workplace !== workplace) return;
    show(update.event);
    // The attendees are not part of the event.
    void cache.refresh(readEvent, { id: update.event.id });
  });
  useRealtime('syncing_events', (update) => {
    if (update.workplace !== workplace) return;
    void cache.refresh(readEvents);
    void cache.refresh(readEvent);
  });
  useRealtime('deleting_event', (update) => {
    if (update.workplace !== workplace) return;
    void cache.refresh(readEvents);
    void cache.refresh(readEvent, { id: update.id });
  });
}
