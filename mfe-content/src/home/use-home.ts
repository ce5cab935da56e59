import { readHome } from '@paddock/contract/calls/home';
import { useCallQuery } from '@paddock/mfe-kit/queries';
import { useRealtime } from '@paddock/mfe-kit/realtime';
import { useEffect, useRef } from 'react';

/** Milliseconds in which several events cause one request. */
const gatherMs = 500;

/** The home page, read again when one of its parts changes. */
export function useHome() {
  const home = useCallQuery(readHome, {}, { live: true });
  const { refetch } = home;
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const again = () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void refetch(), gatherMs);
  };
  useRealtime('posting_topic', again);
  useRealtime('posting_recipient', again);
  useRealtime('updating_shout', again);
  useRealtime('deleting_shout', again);
  useRealtime('updating_chat', again);
  useRealtime('joining_group', again);
  useRealtime('leaving_group', again);
  useRealtime('updating_event', ({ event, counted }) => {
    const featured = home.data?.event;
    // Home shows one of these numbers.
    if (!counted || (event.id === featured?.id && event.attendees_count !== featured.attendees_count)) again();
  });
  useRealtime('deleting_event', again);
  useRealtime('syncing_events', again);
  useRealtime('updating_sponsor', again);
  useRealtime('deleting_sponsor', again);
  useRealtime('updating_home', again);
  return home;
}
