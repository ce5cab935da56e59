import { readBadges } from '@paddock/contract/calls/badges';
import { useCallCache, useCallQuery } from '@paddock/mfe-kit/queries';
import { useRealtime } from '@paddock/mfe-kit/realtime';
import { useKit } from '@paddock/mfe-kit/kit-context';
import { useEffect, useRef } from 'react';

/** Milliseconds in which several events ask for the figures once. */
const GATHER = 300;

/** Keeps the figures of tab bar, rail and menu: one call for all tabs, asked again when something was posted or read. True once they are there. */
export function useTabBadges(enabled: boolean): boolean {
  const { badges } = useKit();
  const { data } = useCallQuery(readBadges, {}, { live: true, enabled });
  const cache = useCallCache();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const again = () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void cache.refresh(readBadges), GATHER);
  };
  useRealtime('posting_topic', again);
  useRealtime('posting_recipient', again);
  useRealtime('updating_chat', again);
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => badges.set(data?.badges ?? {}), [badges, data]);
  return data !== undefined;
}
