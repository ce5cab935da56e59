import { updateSponsor } from '@paddock/contract/calls/notice-writing';
import { readSponsors, type Sponsor } from '@paddock/contract/calls/notices';
import { useCallCache, useCallMutation } from '@paddock/mfe-kit/queries';
import { useToast } from '@paddock/mfe-kit/toasts';
import { useState } from 'react';
import type { Board } from './addresses';

/**
 * Swaps a notice with its neighbour by two updates that name each other (specification B §4): the service swaps at the first and
 * answers the second from the result.
 */
export function useMoveNotice({ namespace }: Board) {
  const toast = useToast();
  const cache = useCallCache();
  const [isMoving, setMoving] = useState(false);
  const { mutateAsync } = useCallMutation(updateSponsor);
  const move = async (sponsor: Sponsor, neighbour: Sponsor) => {
    const swapped = (one: Sponsor, other: Sponsor) =>
      mutateAsync({ id: one.id, namespace, created: other.created, swap_with: other.id });
    setMoving(true);
    try {
      await swapped(sponsor, neighbour);
      await swapped(neighbour, sponsor);
      toast('notices.moved');
    } catch (error) {
      toast.error(error);
    } finally {
      setMoving(false);
      void cache.refresh(readSponsors);
    }
  };
  return { move, isMoving };
}
