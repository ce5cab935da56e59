import { archiveChat, type ChatEntry, muteChat, readChats } from '@paddock/contract/calls/chats';
import type { ShoutCard } from '@paddock/contract/calls/shouts';
import { useCallCache, useCallInfinite, useCallMutation } from '@paddock/mfe-kit/queries';
import { useRealtime } from '@paddock/mfe-kit/realtime';
import { useSession } from '@paddock/mfe-kit/session';
import { useToast } from '@paddock/mfe-kit/toasts';
import { useMemo } from 'react';

export type Mode = 'all' | 'groups' | 'people' | 'archived';

const inputOf = (mode: Mode) =>
  mode === 'archived' ? ({ verb: 'archived', prop: 'all' } as const) : ({ verb: 'retrieve', prop: mode } as const);

/** The chats of a mode in pages of 20, updated by realtime events. */
export function useChats(mode: Mode, openId: string | undefined) {
  const { user, workplace } = useSession();
  const cache = useCallCache();
  const input = inputOf(mode);
  const query = useCallInfinite(readChats, input, {
    next: (page) => (page.next ? { after: page.next } : null),
    live: true,
  });
  const pages = query.data?.pages;
  const chats = useMemo(() => (pages ?? []).flatMap((page) => page.filters), [pages]);

  /** Updates one chat in place; returns it, or undefined when it is not loaded. */
  const change = (id: string, to: (chat: ChatEntry) => ChatEntry) =>
    cache.updatePages(readChats, input, (page) => ({
      ...page,
      filters: page.filters.map((chat) => (chat.id === id ? to(chat) : chat)),
    }));

  const posted = ({
    workplace: place,
    conversation,
    shout,
  }: {
    workplace: string;
    conversation: string;
    shout: ShoutCard;
  }) => {
    if (place !== workplace) return;
    // Several events may arrive before the next render: read the current state from the cache.
    let known: ChatEntry | undefined;
    cache.updatePages(readChats, input, (page) => {
      known ??= page.filters.find((chat) => chat.id === conversation);
      return page;
    });
    // A chat that is not in the list yet, or that returns from the archive.
    if (!known) return void cache.refresh(readChats);
    const unread = shout.user.id !== user?.id && conversation !== openId;
    const moved = withShout(known, shout, unread);
    cache.updatePages(readChats, input, (page, index) => {
      const others = page.filters.filter((chat) => chat.id !== conversation);
      return { ...page, filters: index === 0 ? [moved, ...others] : others };
    });
  };
  useRealtime('posting_topic', posted);
  useRealtime('posting_recipient', posted);
  useRealtime('updating_chat', ({ workplace: place, conversation, badge_number }) => {
    if (place !== workplace) return;
    if (badge_number === undefined) return void cache.refresh(readChats);
    change(conversation, (chat) => ({ ...chat, badge_number }));
  });
  useRealtime('deleting_shout', ({ workplace: place, conversation, id }) => {
    if (place !== workplace) return;
    change(conversation, (chat) =>
      chat.last_shout?.id === id ? { ...chat, last_shout: { ...chat.last_shout, text: '', deleted: true } } : chat,
    );
  });
  useRealtime('updating_shout', ({ workplace: place, conversation, shout }) => {
    if (place !== workplace) return;
    change(conversation, (chat) =>
      chat.last_shout?.id === shout.id ? { ...chat, last_shout: lastAfter(chat.last_shout, shout) } : chat,
    );
  });

  const toast = useToast();
  // Optimistic; the refetch afterwards restores the server's state, also after a failure.
  const mute = useCallMutation(muteChat, {
    invalidates: [readChats],
    onMutate: async ({ id, mute }) => {
      await cache.cancel(readChats);
      change(id, (chat) => ({ ...chat, muted: mute === true }));
    },
    onError: toast.error,
  });
  const archive = useCallMutation(archiveChat, {
    invalidates: [readChats],
    onMutate: async ({ id }) => {
      await cache.cancel(readChats);
      // The chat leaves this list: archive or chats.
      cache.updatePages(readChats, input, (page) => ({
        ...page,
        filters: page.filters.filter((chat) => chat.id !== id),
      }));
    },
    onError: toast.error,
  });

  return {
    query,
    chats,
    archive: pages?.at(-1)?.archive ?? false,
    put: { mute: mute.mutate, archive: archive.mutate },
  };
}

/** Mutes, unmutes, archives or unarchives. */
export type PutChat = ReturnType<typeof useChats>['put'];

type LastShout = NonNullable<ChatEntry['last_shout']>;

/** Applies an edit to the last line. Ignores a late older edit and an edit of a deleted shout (A §4). */
function lastAfter(last: LastShout, { shout: text, updated }: ShoutCard): LastShout {
  if (last.deleted || (updated ?? '') < (last.updated ?? '')) return last;
  return { ...last, text, ...(updated !== undefined && { updated }) };
}

/** A chat after a new shout. */
function withShout(chat: ChatEntry, shout: ShoutCard, unread: boolean): ChatEntry {
  return {
    ...chat,
    badge_number: chat.badge_number + (unread ? 1 : 0),
    last_activity: shout.created,
    last_shout: { id: shout.id, user: shout.user, text: shout.shout, created: shout.created, deleted: false },
  };
}
