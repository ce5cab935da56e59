import { type ChatEntry, readChats } from '@paddock/contract/chats';
import type { ShoutCard } from '@paddock/contract/shouts';
import { useCallCache, useCallInfinite } from '@paddock/mfe-kit/queries';
import { useRealtime } from '@paddock/mfe-kit/realtime';
import { useSession } from '@paddock/mfe-kit/session';
import { useMemo } from 'react';

export type Mode = 'all' | 'groups' | 'people' | 'archived';

const inputOf = (mode: Mode) =>
  mode === 'archived' ? ({ verb: 'archived', prop: 'all' } as const) : ({ verb: 'retrieve', prop: mode } as const);

/** The entries of a mode in steps of 20, kept up to date by the realtime events. */
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

  /** Changes one entry where it stands; answers it, or nothing when it is not loaded. */
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
    const known = chats.find((chat) => chat.id === conversation);
    // A chat that is not in the list yet, or one that comes back from the archive.
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
      chat.last_shout?.id === shout.id ? { ...chat, last_shout: { ...chat.last_shout, text: shout.shout } } : chat,
    );
  });

  return { query, chats, archive: pages?.at(-1)?.archive ?? false };
}

/** An entry after a new shout. */
function withShout(chat: ChatEntry, shout: ShoutCard, unread: boolean): ChatEntry {
  return {
    ...chat,
    badge_number: chat.badge_number + (unread ? 1 : 0),
    last_activity: shout.created,
    last_shout: { id: shout.id, user: shout.user, text: shout.shout, created: shout.created, deleted: false },
  };
}
