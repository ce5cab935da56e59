import type { TabId } from '@paddock/contract/core/tabs';
import { useCallback } from 'react';
import { type Badges, useKit } from '../kit/kit-context';
import { createStore, useStore } from '../kit/store';

export const createBadges = (): Badges => createStore({});

/** The badge of a tab and the way to set it; 0 shows none. A module sets its own tabs' only. */
export function useBadge(tab: TabId): [count: number, set: (count: number) => void] {
  const { badges } = useKit();
  const set = useCallback((count: number) => badges.set((now) => ({ ...now, [tab]: count })), [badges, tab]);
  return [useStore(badges)[tab] ?? 0, set];
}

/** The figures of all tabs, for a page that shows more than its own. */
export function useBadges(): Partial<Record<TabId, number>> {
  return useStore(useKit().badges);
}
