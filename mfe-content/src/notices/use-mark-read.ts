import {
  markAllSponsorsRead,
  markSponsorRead,
  readSponsor,
  readSponsors,
  type Sponsor,
} from '@paddock/contract/calls/notices';
import { useBadge } from '@paddock/mfe-kit/badges';
import { useCallCache, useCallMutation } from '@paddock/mfe-kit/queries';
import { useToast } from '@paddock/mfe-kit/toasts';
import { useCallback } from 'react';
import type { Board } from './addresses';
import { pageOf } from './use-live-notices';

/** Marks a notice as read when it expands. Its mark goes at once; a failed call leaves it hidden (specification B §4). */
export function useMarkRead({ namespace, tab }: Board): (sponsor: Sponsor) => void {
  const cache = useCallCache();
  const [, setCount] = useBadge(tab);
  const { mutate } = useCallMutation(markSponsorRead, {
    onSuccess: ({ sponsor_new_receipts }) => setCount(sponsor_new_receipts[namespace] ?? 0),
  });
  return useCallback(
    ({ id, new: isNew }) => {
      if (!isNew) return;
      cache.updatePages(readSponsors, pageOf(namespace), (page) => ({
        ...page,
        sponsors: page.sponsors.map((one) => (one.id === id ? { ...one, new: false } : one)),
      }));
      // A notice of the address may be in no loaded page.
      cache.update(readSponsor, { id }, ({ sponsor }) => ({ sponsor: { ...sponsor, new: false } }));
      mutate({ id, namespace });
    },
    [cache, mutate, namespace],
  );
}

/** Marks every notice of the page as read. */
export function useMarkAllRead({ namespace, tab }: Board): { count: number; markAll: () => void } {
  const toast = useToast();
  const [count, setCount] = useBadge(tab);
  const { mutate } = useCallMutation(markAllSponsorsRead, {
    invalidates: [readSponsors],
    onError: toast.error,
    onSuccess: ({ sponsor_new_receipts }) => setCount(sponsor_new_receipts[namespace] ?? 0),
  });
  return { count, markAll: () => mutate({ namespace }) };
}
