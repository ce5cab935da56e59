import { type PageName, tabOfPage } from '@paddock/contract/core/pages';
import { keyOfTab, type TabKey } from '@paddock/contract/core/tabs';
import { useCallback } from 'react';
import { type Badges, useKit } from '../kit/kit-context';
import { createStore, useStore } from '../kit/store';

export const createBadges = (): Badges => createStore({});

/** A tab's badge count and its setter; 0 shows none. A module sets only its own tabs' badges. */
export function useBadge(tab: TabKey): [count: number, set: (count: number) => void] {
  const { badges } = useKit();
  const set = useCallback((count: number) => badges.set((now) => ({ ...now, [tab]: count })), [badges, tab]);
  return [useStore(badges)[tab] ?? 0, set];
}

/** Returns a function for the badge count of configured pages: that of their tab. */
export function usePageBadge(): (page: PageName) => number {
  const { deployment, badges } = useKit();
  const [boot, counts] = [useStore(deployment), useStore(badges)];
  return (page) => {
    const tab = tabOfPage(boot, page);
    return (tab && counts[keyOfTab(tab)]) ?? 0;
  };
}
