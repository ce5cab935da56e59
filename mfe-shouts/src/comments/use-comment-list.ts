import type { ShoutCard } from '@paddock/contract/calls/shouts';
import type { ListHandle } from '@paddock/mfe-kit/list';
import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { Posting } from '../composing/use-posting';
import { useUnseen } from '../timeline/use-unseen';
import { commentRows } from './comment-row';
import { type Pages, useLinkedComment } from './use-linked-comment';

interface CommentListInput {
  query: Pages & { data?: { pages: readonly { comments: readonly ShoutCard[] }[] } | undefined };
  posting: Posting;
  /** The comment that a link leads to; '' without one. */
  linked: string;
  /** Comments that the service counts. */
  total: number;
}

/** The rows of a list of comments, and its place: at a linked comment, and at the foot after sending one. */
export function useCommentList({ query, posting, linked, total }: CommentListInput) {
  const list = useRef<ListHandle>(null);
  const [below, setBelow] = useState(0);
  const unseen = useUnseen(total, below);
  const { data } = query;
  const rows = useMemo(() => commentRows(data?.pages, posting.items), [data, posting.items]);
  const unsent = rows.filter(({ kind }) => kind === 'unsent').length;
  const highlightedId = useLinkedComment(linked, query, rows, list);
  // Keeps a new comment fully visible, while unsent and when its actions appear.
  const following = useRef(false);
  useLayoutEffect(() => {
    if (!following.current) return;
    list.current?.toFoot();
    following.current = unsent > 0;
  }, [unsent]);
  return {
    list,
    rows,
    total: total + unsent,
    highlightedId,
    setBelow,
    /** Unseen comments below, where there are enough to go to the newest by a button. */
    badge: below > 2 && rows.length - unsent >= 5 ? unseen : undefined,
    follow: () => void (following.current = true),
  };
}

export type CommentListState = ReturnType<typeof useCommentList>;
