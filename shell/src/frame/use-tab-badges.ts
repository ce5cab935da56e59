import { readBadges } from '@paddock/contract/calls/badges';
import { useCallCache, useCallQuery } from '@paddock/mfe-kit/queries';
import { useRealtime } from '@paddock/mfe-kit/realtime';
import { useKit } from '@paddock/mfe-kit/kit-context';
import { useEffect, useRef } from 'react';

/** Milliseconds in which several events cause one request. */
const gatherMs = 300;

/**
 * Updates the badges of tab bar, rail and menu: one call for all tabs, repeated when something is posted, deleted or read. Returns
 * true once they have loaded.
 */
export function useTabBadges(enabled: boolean): boolean {
  const { badges } = useKit();
  const { data } = useCallQuery(readBadges, {}, { live: true, enabled });
  const cache = useCallCache();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const again = () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void cache.refresh(readBadges), gatherMs);
  };
  useRealtime('posting_topic', again);
  useRealtime('posting_recipient', again);
  useRealtime('deleting_shout', again);
  useRealtime('updating_chat', again);
  useRealtime('updating_event', ({ counted }) => {
    if (!counted) again();
  });
  useRealtime('deleting_event', again);
  useRealtime('updating_sponsor', again);
  useRealtime('deleting_sponsor', again);
  useRealtime('updating_classifieds', again);
  useRealtime('updating_folders', again);
  useRealtime('updating_dues', again);
  // The badge of rooms is what waits for those who decide. They are notified of a request; others' windows must not ask at each hold.
  useRealtime('posting_notification', again);
  useRealtime('updating_rooms', () => {
    if (badges.get()['rooms']) again();
  });
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => badges.set(data?.badges ?? {}), [badges, data]);
  return data !== undefined;
}
