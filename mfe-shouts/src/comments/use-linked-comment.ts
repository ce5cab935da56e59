import type { ListHandle } from '@paddock/mfe-kit/list';
import { useToast } from '@paddock/mfe-kit/toasts';
import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import type { CommentRowItem } from './comment-row';

/** Milliseconds for which the comment of a link is highlighted. */
const highlightMs = 2600;

/** The part of an infinite query that this needs. */
export interface Pages {
  isSuccess: boolean;
  hasNextPage: boolean;
  isFetching: boolean;
  fetchNextPage: () => unknown;
}

/**
 * Loads older comments up to the one that a link leads to, scrolls to it and returns its id for a moment. Says so when it is gone.
 */
export function useLinkedComment(
  linked: string,
  query: Pages,
  rows: readonly CommentRowItem[],
  list: RefObject<ListHandle | null>,
): string | undefined {
  const toast = useToast();
  const [done, setDone] = useState('');
  const wanted = linked !== '' && linked !== done;
  const isLoaded = rows.some((row) => row.kind === 'comment' && row.comment.id === linked);
  const { isSuccess, hasNextPage, isFetching } = query;
  const loadOlder = useEffectEvent(() => void query.fetchNextPage());
  const giveUp = useEffectEvent(() => {
    toast('no_longer_exists', { kind: 'bad' });
    setDone(linked);
  });
  const isSought = wanted && isSuccess && !isLoaded && !isFetching;
  useEffect(() => {
    if (!isSought) return;
    if (hasNextPage) loadOlder();
    else giveUp();
  }, [isSought, hasNextPage]);
  useEffect(() => {
    if (!wanted || !isLoaded) return;
    // The list sets its own first position before the next frame.
    const frame = requestAnimationFrame(() => list.current?.toRow(linked));
    const timer = setTimeout(() => setDone(linked), highlightMs);
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [wanted, isLoaded, linked, list]);
  return wanted ? linked : undefined;
}
