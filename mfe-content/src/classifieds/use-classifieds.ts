import {
  type Classified,
  firstClassifieds,
  markAllClassifiedsRead,
  moreClassifieds,
  readClassified,
  readClassifiedCategories,
  readClassifieds,
} from '@paddock/contract/calls/classifieds';
import type { CallInput } from '@paddock/contract/core/call';
import { uniqueById } from '@paddock/contract/core/unique-by-id';
import { useBadge } from '@paddock/mfe-kit/badges';
import { useCallCache, useCallInfinite, useCallMutation } from '@paddock/mfe-kit/queries';
import { useRealtime } from '@paddock/mfe-kit/realtime';
import { useSession } from '@paddock/mfe-kit/session';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { useDebounced } from '@paddock/mfe-kit/use-debounced';

/** Milliseconds for which new ads are shown before they count as read. */
const readDelayMs = 2000;

/** Chosen in the grid beside the deployment's own categories. */
export const all = '';
export const myAds = 'my_ads';

/** The list for a category and a part of the title: 20 ads, then 50 more with each step. */
export function useClassifieds(category: string) {
  const [text, setText] = useState('');
  const trimmed = text.trim();
  const query = useDebounced(trimmed);
  const input = {
    count: firstClassifieds,
    ...(category === myAds ? { own: true } : category !== all && { category }),
    ...(query !== '' && { query }),
  };
  const answer = useCallInfinite(readClassifieds, input, {
    live: true,
    next: ({ next }) => (next === null ? null : { page: next, count: moreClassifieds }),
  });
  const pages = answer.data?.pages;
  // An ad that was placed between two steps may be in both.
  const ads = useMemo(() => pages && uniqueById(pages.flatMap(({ classifieds }) => classifieds)), [pages]);
  // Other lists show a part of the ads.
  useMarkRead(input, category === all && query === '' ? ads : undefined);
  const pending = trimmed !== '' && (query !== trimmed || answer.isPending);
  return { answer, ads, search: { text, setText, pending }, query };
}

/**
 * Marks all ads as read once the member has had time to see the list. Their marks stay until the next load; a failed call hides them all
 * the same (specification B §4).
 */
function useMarkRead(input: CallInput<typeof readClassifieds>, ads: readonly Classified[] | undefined): void {
  const cache = useCallCache();
  const [count, setCount] = useBadge('classifieds');
  const { mutate } = useCallMutation(markAllClassifiedsRead, {
    onSuccess: ({ classified_new_receipts }) => setCount(classified_new_receipts),
  });
  const hide = useEffectEvent(() => {
    setCount(0);
    cache.updatePages(readClassifieds, input, (page) => ({
      ...page,
      classifieds: page.classifieds.map((ad) => ({ ...ad, new: false })),
    }));
  });
  const hasNew = ads !== undefined && (count > 0 || ads.some((ad) => ad.new));
  useEffect(() => {
    if (!hasNew) return;
    const mark = () => document.visibilityState === 'visible' && mutate({}, { onError: hide });
    const timer = setTimeout(mark, readDelayMs);
    return () => clearTimeout(timer);
  }, [hasNew, mutate]);
}

/** Calls that show ads. */
export const showsAds = [readClassifieds, readClassifiedCategories, readClassified] as const;

/** Reads the lists again when ads were placed, changed, deleted or have expired. */
export function useLiveClassifieds(): void {
  const { workplace } = useSession();
  const cache = useCallCache();
  useRealtime('updating_classifieds', (update) => {
    if (update.workplace === workplace) for (const call of showsAds) void cache.refresh(call);
  });
}
