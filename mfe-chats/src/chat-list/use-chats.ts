import { archiveChat, type ChatEntry, muteChat, readChat, readChats } from '@paddock/contract/calls/chats';
import { useKit } from '@paddock/mfe-kit/kit-context';
import { useCallCache, useCallInfinite, useCallMutation } from '@paddock/mfe-kit/queries';
import { useRealtime } from '@paddock/mfe-kit/realtime';
import { useSession } from '@paddock/mfe-kit/session';
import { useToast } from '@paddock/mfe-kit/toasts';
import { useEffect, useEffectEvent, useMemo, useRef } from 'react';
import {
  afterDeletion,
  afterEdit,
  afterMark,
  afterReading,
  afterShout,
  newerOf,
  newestFirst,
  type Posted,
} from './chat-changes';

export type Mode = 'all' | 'groups' | 'people' | 'archived';

const inputOf = (mode: Mode) =>
  mode === 'archived' ? ({ verb: 'archived', prop: 'all' } as const) : ({ verb: 'retrieve', prop: mode } as const);

/**
 * The chats of a mode in pages of 20, updated by realtime events. New shouts of the open conversation do not count in its row until
 * the member leaves it.
 */
export function useChats(mode: Mode, openId: string | undefined) {
  const { api, session } = useKit();
  const { workplace } = useSession();
  const cache = useCallCache();
  const input = inputOf(mode);
  const query = useCallInfinite(readChats, input, {
    next: (page) => (page.next ? { after: page.next } : null),
    live: true,
  });
  const pages = query.data?.pages;
  /**
   * The newest known state of each chat: a reply that was under way while an event arrived is older. Another window may switch the
   * workplace, where the same id is another chat.
   */
  const latest = useMemo(() => (void workplace, new Map<string, ChatEntry>()), [workplace]);
  const chats = useMemo(
    () =>
      (pages ?? [])
        .flatMap((page) => page.filters)
        .map((chat) => newerOf(chat, latest.get(chat.id)))
        .sort(newestFirst),
    [pages, latest],
  );

  /** Updates one chat in place; returns it, or undefined when it is not loaded. */
  const change = (id: string, to: (chat: ChatEntry) => ChatEntry): ChatEntry | undefined => {
    let changed: ChatEntry | undefined;
    // The reply of a request in flight is compared with the newest known state instead.
    let isRepeated = false;
    cache.updatePages(readChats, input, (page) => ({
      ...page,
      filters: page.filters.map((chat) => {
        if (chat.id !== id || isRepeated) return chat;
        // Several events may arrive before the next render: the cache holds the current state.
        changed = to(newerOf(chat, latest.get(id)));
        latest.set(id, changed);
        return changed;
      }),
    }));
    isRepeated = true;
    return changed;
  };
  /** Reads one chat again, where an event does not hold its new state. */
  const reread = (id: string, retries = 2): void =>
    void api.call(readChat, { id }).then(
      (chat) => {
        // Another window has switched to a workplace where the same id is another chat.
        if (session.get().workplace !== workplace) return;
        let isOld = false;
        change(id, (known) => {
          isOld = chat.seq < known.seq;
          return isOld ? known : chat;
        });
        // A later event has arrived meanwhile.
        if (isOld && retries > 0) reread(id, retries - 1);
      },
      // The list's next refresh shows what became of it.
      () => undefined,
    );

  useChatEvents({ mode, openId, change, reread });

  const toast = useToast();
  // Optimistic; the refetch afterwards restores the server's state, also after a failure.
  const settled = { invalidates: [readChats], onError: toast.error };
  const mute = useCallMutation(muteChat, {
    ...settled,
    onMutate: async ({ id, mute }) => {
      await cache.cancel(readChats);
      change(id, (chat) => ({ ...chat, muted: mute === true }));
    },
  });
  const archive = useCallMutation(archiveChat, {
    ...settled,
    onMutate: async ({ id }) => {
      await cache.cancel(readChats);
      // The chat leaves this list: archive or chats.
      cache.updatePages(readChats, input, (page) => ({
        ...page,
        filters: page.filters.filter((chat) => chat.id !== id),
      }));
    },
  });

  return {
    query,
    chats,
    archive: pages?.at(-1)?.archive ?? false,
    put: { mute: mute.mutate, archive: archive.mutate },
  };
}

interface ChatEventsOptions {
  mode: Mode;
  openId: string | undefined;
  change: (id: string, to: (chat: ChatEntry) => ChatEntry) => ChatEntry | undefined;
  reread: (id: string) => void;
}

function useChatEvents({ mode, openId, change, reread }: ChatEventsOptions): void {
  const { user, workplace } = useSession();
  const cache = useCallCache();
  /** The open chat, once its row lacks a shout. */
  const uncounted = useRef<string>(undefined);
  const count = useEffectEvent(reread);
  useEffect(() => {
    if (uncounted.current === undefined || uncounted.current === openId) return;
    count(uncounted.current);
    uncounted.current = undefined;
  }, [openId]);
  const posted = ({ workplace: place, conversation, shout }: Posted) => {
    if (place !== workplace) return;
    const isOpen = conversation === openId;
    const counts = shout.user.id !== user?.id && !isOpen;
    if (isOpen) uncounted.current = openId;
    let isGap = false;
    const known = change(conversation, (chat) => {
      isGap = (shout.seq ?? 0) > chat.seq + 1;
      return afterShout(chat, shout, counts);
    });
    // A chat that is not in the list yet.
    if (!known) return void (mode !== 'archived' && cache.refresh(readChats));
    if (isGap) reread(conversation);
  };
  useRealtime('posting_topic', (event) => mode !== 'people' && posted(event));
  useRealtime('posting_recipient', (event) => mode !== 'groups' && posted(event));
  useRealtime('reading_recipient', ({ workplace: place, conversation, seq }) => {
    if (place === workplace) change(conversation, (chat) => afterReading(chat, seq));
  });
  useRealtime('updating_chat', ({ workplace: place, conversation, ...state }) => {
    if (place !== workplace) return;
    let isOld = false;
    const changed = change(conversation, (chat) => {
      isOld = state.seq < chat.seq;
      return afterMark(chat, state);
    });
    // The open chat's count is not shown until the member leaves it.
    if (isOld && conversation !== openId) reread(conversation);
    if (changed?.archived !== (mode === 'archived')) void cache.refresh(readChats);
  });
  useRealtime('deleting_shout', ({ workplace: place, conversation, id, in_reply_to }) => {
    if (place !== workplace || in_reply_to !== undefined) return;
    if (change(conversation, (chat) => afterDeletion(chat, id))) reread(conversation);
  });
  const refresh = ({ workplace: place }: { workplace: string }) => {
    if (place === workplace) void cache.refresh(readChats);
  };
  useRealtime('joining_group', refresh);
  useRealtime('leaving_group', refresh);
  useRealtime('updating_group', refresh);
  useRealtime('updating_shout', ({ workplace: place, conversation, shout }) => {
    if (place === workplace) change(conversation, (chat) => afterEdit(chat, shout));
  });
}

export type PutChat = ReturnType<typeof useChats>['put'];
