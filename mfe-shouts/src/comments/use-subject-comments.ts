import { readSubjectComments } from '@paddock/contract/calls/comments';
import type { CommentSubject, ShoutCard } from '@paddock/contract/calls/shouts';
import { useCallCache, useCallInfinite } from '@paddock/mfe-kit/queries';
import { useRealtime } from '@paddock/mfe-kit/realtime';
import { useSession } from '@paddock/mfe-kit/session';
import { useMemo } from 'react';
import { commentsWith, hasComment, mergeUpdate } from '../timeline/use-shout-events';

/** The comments of a record, updated live; the pages start at the newest. */
export function useSubjectComments({ kind, id }: CommentSubject) {
  const { workplace } = useSession();
  const query = useCallInfinite(
    readSubjectComments,
    { kind, id },
    { next: (page) => (page.more && page.comments[0] ? { before: page.comments[0].id } : null), live: true },
  );
  const head = query.data?.pages[0];
  const cache = useSubjectCache(kind, id);
  const here = (event: { workplace: string; conversation: string }) =>
    event.workplace === workplace && event.conversation === head?.thread;
  useRealtime('posting_comment', (event) => here(event) && cache.addComment(event.comment, event.comments_count));
  useRealtime('updating_shout', (event) => here(event) && cache.update(event.shout));
  useRealtime('deleting_shout', (event) => here(event) && cache.remove(event.id, event));
  return { query, head, cache };
}

function useSubjectCache(kind: string, id: string) {
  const cache = useCallCache();
  return useMemo(() => {
    const onPages = (change: (comments: ShoutCard[], index: number) => ShoutCard[], total?: number) =>
      cache.updatePages(readSubjectComments, { kind, id }, (page, index) => ({
        ...page,
        comments: change(page.comments, index),
        ...(total !== undefined && { total }),
      }));
    return {
      /** Events know the total; the reply to an own comment, which may follow the event, counts it once. */
      addComment: (comment: ShoutCard, total?: number) =>
        cache.updatePages(readSubjectComments, { kind, id }, (page, index) =>
          index === 0
            ? {
                ...page,
                comments: commentsWith(page, comment),
                total: total ?? page.total + Number(!hasComment(page, comment)),
              }
            : page,
        ),
      update: (update: ShoutCard) =>
        onPages((comments) => comments.map((one) => (one.id === update.id ? mergeUpdate(one, update) : one))),
      remove: (comment: string, { comments_count }: { comments_count: number }) =>
        onPages((comments) => comments.filter((one) => one.id !== comment), comments_count),
    };
  }, [cache, kind, id]);
}
