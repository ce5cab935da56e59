import type { TabId } from '@paddock/contract/core/tabs';
import { useCallback } from 'react';
import { type Badges, useKit } from '../kit/kit-context';
import { createStore, useStore } from '../kit/store';

export const createBadges = (): Badges => createStore({});

/** A tab's badge count and its setter; 0 shows none. A module sets only its own tabs' badges. */
export function useBadge(tab: TabId): [count: number, set: (count: number) => void] {
  const { badges } = useKit();
  const set = useCallback((count: number) => badges.set((now) => ({ ...now, [tab]: count })), [badges, tab]);
  return [useStore(badges)[tab] ?? 0, set];
}

/** The badge counts of all tabs, for a page that shows several. */
export function useBadges(): Partial<Record<TabId, number>> {
  return useStore(useKit().badges);
}
