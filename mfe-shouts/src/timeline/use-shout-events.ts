import type { Poll } from '@paddock/contract/calls/polls';
import { readMemberShouts } from '@paddock/contract/calls/shout-readers';
import type { CallReply } from '@paddock/contract/core/call';
import { readComments, readShout, readShouts, type Shout, type ShoutCard } from '@paddock/contract/calls/shouts';
import type { ServerEventPayload } from '@paddock/contract/calls/realtime';
import { useKit } from '@paddock/mfe-kit/kit-context';
import { useCallCache } from '@paddock/mfe-kit/queries';
import { useRealtime } from '@paddock/mfe-kit/realtime';
import { useSession } from '@paddock/mfe-kit/session';
import { useMemo } from 'react';
import { isDeleted, isGone } from '../actions/shout';

/** Comments shown below a shout in a feed (A §9). */
const previewComments = 3;

/** Merges an update; ignores one older than the local state (A §4) and any update of a deleted shout. */
export function mergeUpdate<T extends ShoutCard>(local: T, update: ShoutCard): T {
  if (isDeleted(local)) return local;
  if ((update.updated ?? '') < (local.updated ?? '')) return local;
  return { ...local, ...update };
}

/** The newest comments of a list, with older ones elsewhere if there are `more`. */
interface Newest {
  comments: ShoutCard[];
  more: boolean;
}

/** Whether the comments have this one, or its place is among older ones. */
export const hasComment = ({ comments, more }: Newest, { id, created }: ShoutCard): boolean =>
  comments.some((one) => one.id === id) || (more && comments.length > 0 && created < comments[0]!.created);

/** Puts a comment in its place: the event of an earlier one may follow the reply to an own one, or be delivered again. */
export function commentsWith(newest: Newest, comment: ShoutCard): ShoutCard[] {
  const { comments } = newest;
  if (hasComment(newest, comment)) return comments;
  const at = comments.findIndex(({ created }) => created > comment.created);
  return comments.toSpliced(at < 0 ? comments.length : at, 0, comment);
}

/**
 * Adds a comment to a shout's preview.
 * @param total of its event; the reply to an own comment, which may follow the event, counts it once
 */
function withComment(shout: Shout, comment: ShoutCard, total?: number): Shout {
  const { comments, comments_count } = shout;
  const preview = { comments, more: comments.length === previewComments };
  return {
    ...shout,
    comments: commentsWith(preview, comment).slice(-previewComments),
    comments_count: total ?? comments_count + Number(!hasComment(preview, comment)),
    is_commented: true,
  };
}

/** The shouts of the newest page with a posted one in its place: events of others may follow the reply to an own shout. */
function shoutsWith({ shouts, more, newer }: CallReply<typeof readShouts>, shout: Shout): Shout[] {
  if (newer || isGone(shout) || shouts.some(({ id }) => id === shout.id)) return shouts;
  const at = shouts.findIndex(({ seq = 0 }) => seq < shout.seq!);
  if (at < 0) return more ? shouts : [...shouts, shout];
  return shouts.toSpliced(at, 0, shout);
}

/** Takes a deleted comment out of its shout. */
function withoutComment(shout: Shout, id: string, total: number): Shout {
  const comments = shout.comments.filter((comment) => comment.id !== id);
  return { ...shout, comments, comments_count: total, is_commented: total > 0 };
}

/** What the service says of a deletion. */
type Deletion = Pick<
  ServerEventPayload<'deleting_shout'>,
  'deleted' | 'admin_deleted' | 'in_reply_to' | 'comments_count'
>;

const deletedState = {
  ...{ shout: '', image_urls: [], images: [], files: [], links: [], mentions: [] },
  meta: undefined,
  poll: undefined,
};

const withoutGone = <Page extends { shouts: Shout[] }>(page: Page): Page =>
  page.shouts.some(isGone) ? { ...page, shouts: page.shouts.filter((shout) => !isGone(shout)) } : page;

/** The newest shouts, or those around a shout or a position. */
export interface TimelineInput {
  filter: string;
  count?: number;
  around?: string;
  around_seq?: number;
}

interface Cached {
  /** Input of the cached `readShouts`. */
  list?: TimelineInput;
  /** Input of the cached `readShout` and `readComments`. */
  shoutId?: string;
  /** The member of the cached `readMemberShouts`, and its group. */
  member?: string;
  group?: string;
}

/** Updates cached shouts and comments; every update is idempotent. */
export function useShoutCache({ list, shoutId, member, group }: Cached) {
  const cache = useCallCache();
  const { api } = useKit();
  return useMemo(() => {
    const ofMember = (id: string) => (group === undefined ? { id } : { id, group });
    const eachShout = (change: (shout: Shout) => Shout) => {
      if (list !== undefined)
        cache.updatePages(readShouts, list, (page) => ({ ...page, shouts: page.shouts.map(change) }));
      if (member !== undefined)
        cache.updatePages(readMemberShouts, ofMember(member), (page) => ({ ...page, shouts: page.shouts.map(change) }));
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
    /** Fills a preview that a deletion has shortened. Without a reply it stays short. */
    const refill = (id: string) =>
      api.call(readShout, { id }).then(
        ({ shout: { comments, comments_count } }) =>
          eachShout((shout) => (shout.id === id ? { ...shout, comments, comments_count } : shout)),
        () => undefined,
      );
    return {
      /** Puts a new shout in its place; only counts it while newer ones than the first page are not loaded. */
      add(shout: Shout) {
        if (member === shout.user.id)
          cache.updatePages(readMemberShouts, ofMember(member), (page, index) => {
            const known = page.shouts.filter(({ id }) => id !== shout.id);
            return { ...page, shouts: index === 0 ? [shout, ...known] : known };
          });
        if (list === undefined) return;
        cache.updatePages(readShouts, list, (page, index) => {
          if (index > 0) return page;
          const seq = Math.max(page.conversation.seq, shout.seq ?? 0);
          return { ...page, conversation: { ...page.conversation, seq }, shouts: shoutsWith(page, shout) };
        });
      },
      /** The others have seen the conversation up to a position. */
      seen(seq: number) {
        if (list === undefined) return;
        cache.updatePages(readShouts, list, (page, index) => {
          const { seen_seq } = page.conversation;
          if (index > 0 || seen_seq === undefined || seen_seq >= seq) return page;
          return { ...page, conversation: { ...page.conversation, seen_seq: seq } };
        });
      },
      addComment(comment: ShoutCard, total?: number) {
        eachShout((shout) => (shout.id === comment.in_reply_to ? withComment(shout, comment, total) : shout));
        if (shoutId !== comment.in_reply_to || shoutId === undefined) return;
        cache.updatePages(readComments, { id: shoutId }, (page, index) =>
          index === 0 ? { ...page, comments: commentsWith(page, comment) } : page,
        );
      },
      setPoll: (id: string, poll: Poll) =>
        eachShout((shout) => (shout.id === id && shout.poll ? { ...shout, poll } : shout)),
      update: (update: ShoutCard) => each(update.id, (local) => mergeUpdate(local, update)),
      /** A deleted shout stays in its place while it has comments; a deleted comment leaves at once. */
      remove(id: string, { in_reply_to, comments_count, deleted, admin_deleted }: Deletion) {
        let isShort = false;
        eachShout((shout) => {
          if (shout.id === in_reply_to) {
            const left = withoutComment(shout, id, comments_count);
            isShort ||= left.comments.length < Math.min(previewComments, comments_count);
            return left;
          }
          return shout.id === id ? { ...shout, ...deletedState, comments_count, deleted, admin_deleted } : shout;
        });
        if (isShort && in_reply_to !== undefined) void refill(in_reply_to);
        if (list !== undefined) cache.updatePages(readShouts, list, withoutGone);
        if (member !== undefined) cache.updatePages(readMemberShouts, ofMember(member), withoutGone);
        if (shoutId !== undefined && in_reply_to !== undefined)
          cache.updatePages(readComments, { id: shoutId }, (page) =>
            page.comments.some((comment) => comment.id === id)
              ? { ...page, comments: page.comments.filter((comment) => comment.id !== id) }
              : page,
          );
      },
    };
  }, [api, cache, list, shoutId, member, group]);
}

export type ShoutCache = ReturnType<typeof useShoutCache>;

/** Applies realtime events to the cache: those of the conversation `filter`, or of all conversations. */
export function useShoutEvents(cache: ShoutCache, filter?: string): void {
  const { workplace } = useSession();
  const here = (event: { workplace: string; conversation: string }) =>
    event.workplace === workplace && (filter === undefined || event.conversation === filter);
  useRealtime('posting_topic', (event) => here(event) && cache.add(event.shout));
  useRealtime('posting_recipient', (event) => here(event) && cache.add(event.shout));
  useRealtime('reading_recipient', (event) => here(event) && cache.seen(event.seq));
  useRealtime('posting_comment', (event) => here(event) && cache.addComment(event.comment, event.comments_count));
  useRealtime('updating_shout', (event) => here(event) && cache.update(event.shout));
  useRealtime('deleting_shout', (event) => here(event) && cache.remove(event.id, event));
}
