import {
  firstClassifieds,
  moreClassifieds,
  readClassified,
  readClassifiedCategories,
  readClassifieds,
} from '@paddock/contract/calls/classifieds';
import { useCallCache, useCallInfinite } from '@paddock/mfe-kit/queries';
import { useRealtime } from '@paddock/mfe-kit/realtime';
import { useSession } from '@paddock/mfe-kit/session';
import { useEffect, useMemo, useState } from 'react';

/** Milliseconds without typing before a search is sent (specification B §9). */
const DEBOUNCE = 200;

/** Chosen in the grid beside the deployment's own categories. */
export const all = '';
export const myAds = 'my_ads';

/** The list for a category and a part of the title: 20 ads, then 50 more with each step. */
export function useClassifieds(category: string) {
  const [text, setText] = useState('');
  const trimmed = text.trim();
  const [query, setQuery] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setQuery(trimmed), DEBOUNCE);
    return () => clearTimeout(timer);
  }, [trimmed]);
  const answer = useCallInfinite(
    readClassifieds,
    {
      count: firstClassifieds,
      ...(category === myAds ? { own: true } : category !== all && { category }),
      ...(query !== '' && { query }),
    },
    { live: true, next: ({ next }) => (next === null ? null : { page: next, count: moreClassifieds }) },
  );
  const pages = answer.data?.pages;
  // An ad that was placed between two steps may be in both.
  const ads = useMemo(
    () => pages && [...new Map(pages.flatMap(({ classifieds }) => classifieds).map((ad) => [ad.id, ad])).values()],
    [pages],
  );
  const pending = trimmed !== '' && (query !== trimmed || answer.isPending);
  return { answer, ads, search: { text, setText, pending }, query };
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
