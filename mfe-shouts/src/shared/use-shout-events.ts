import { readComments, readShout, readShouts, type Shout, type ShoutCard } from '@paddock/contract/calls/shouts';
import { useCallCache } from '@paddock/mfe-kit/queries';
import { useRealtime } from '@paddock/mfe-kit/realtime';
import { useSession } from '@paddock/mfe-kit/session';
import { useMemo } from 'react';

/** Comments shown in a preview (A §9). */
const PREVIEW = 3;

/** The newer of two states of a shout: an update older than the local one is ignored (A §4), and so is one of a deleted shout. */
function newer<T extends ShoutCard>(local: T, update: ShoutCard): T {
  if (local.deleted || local.admin_deleted) return local;
  if ((update.updated ?? '') < (local.updated ?? '')) return local;
  return { ...local, ...update };
}

/** A shout with one more comment in its preview; nothing changes when it has it. */
function withComment(shout: Shout, comment: ShoutCard, total: number): Shout {
  if (shout.comments.some(({ id }) => id === comment.id)) return shout;
  return { ...shout, comments: [...shout.comments, comment].slice(-PREVIEW), comments_count: total };
}

const deletedState = { shout: '', image_urls: [], files: [], mentions: [] };

/** Changes of cached shouts and comments, wherever they are shown. Applying one twice changes nothing. */
export function useShoutCache(filter: string | undefined, shoutId: string | undefined, count?: number) {
  const cache = useCallCache();
  return useMemo(() => {
    // The cache's key is the whole input of the list that is shown.
    const list = count === undefined ? { filter } : { filter, count };
    const eachShout = (change: (shout: Shout) => Shout) => {
      if (filter !== undefined)
        cache.updatePages(readShouts, list, (page) => ({ ...page, shouts: page.shouts.map(change) }));
      if (shoutId !== undefined)
        cache.update(readShout, { id: shoutId }, (reply) => ({ ...reply, shout: change(reply.shout) }));
    };
    const eachComment = (change: (comment: ShoutCard) => ShoutCard) => {
      eachShout((shout) => ({ ...shout, comments: shout.comments.map(change) }));
      if (shoutId !== undefined)
        cache.updatePages(readComments, { id: shoutId }, (page) => ({ ...page, comments: page.comments.map(change) }));
    };
    const each = (id: string, change: <T extends ShoutCard>(card: T) => T) => {
      eachShout((shout) => (shout.id === id ? change(shout) : shout));
      eachComment((comment) => (comment.id === id ? change(comment) : comment));
    };
    return {
      /** A new shout at the head of its conversation. */
      add(shout: Shout) {
        if (filter === undefined) return;
        cache.updatePages(readShouts, list, (page, index) => {
          const known = page.shouts.filter(({ id }) => id !== shout.id);
          if (index > 0) return { ...page, shouts: known };
          const conversation = { ...page.conversation, seq: Math.max(page.conversation.seq, shout.seq ?? 0) };
          return { ...page, conversation, shouts: [shout, ...known] };
        });
      },
      addComment(comment: ShoutCard, total: number) {
        eachShout((shout) => (shout.id === comment.in_reply_to ? withComment(shout, comment, total) : shout));
        if (shoutId !== comment.in_reply_to || shoutId === undefined) return;
        cache.updatePages(readComments, { id: shoutId }, (page, index) => {
          const known = page.comments.filter(({ id }) => id !== comment.id);
          return { ...page, comments: index === 0 ? [...known, comment] : known };
        });
      },
      update: (update: ShoutCard) => each(update.id, (local) => newer(local, update)),
      remove: (id: string, by: { deleted: boolean; admin_deleted: boolean }) =>
        each(id, (local) => ({ ...local, ...deletedState, ...by })),
    };
  }, [cache, filter, shoutId, count]);
}

/** Keeps what is shown of a conversation (`filter`) or of one shout true to the realtime events. */
export function useShoutEvents({
  filter,
  shoutId,
  count,
}: {
  filter?: string;
  shoutId?: string;
  count?: number;
}): void {
  const { workplace } = useSession();
  const cache = useShoutCache(filter, shoutId, count);
  const here = (event: { workplace: string; conversation: string }) =>
    event.workplace === workplace && (filter === undefined || event.conversation === filter);
  useRealtime('posting_topic', (event) => here(event) && cache.add(event.shout));
  useRealtime('posting_recipient', (event) => here(event) && cache.add(event.shout));
  useRealtime('posting_comment', (event) => here(event) && cache.addComment(event.comment, event.comments_count));
  useRealtime('updating_shout', (event) => here(event) && cache.update(event.shout));
  useRealtime('deleting_shout', (event) => here(event) && cache.remove(event.id, event));
}
