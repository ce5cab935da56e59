import type { UserCard } from '@paddock/contract/calls/users';
import { useCallback, useEffect, useRef, useState } from 'react';
import { serverNow } from '../kit/clock';
import { useEmit, useRealtime } from './realtime';
import { useSession } from '../session/session';

/** Milliseconds that a typing signal lasts (A §9). */
const typingMs = 1000;

interface Typing {
  chat: string;
  user: UserCard;
  until: number;
}

/** The members typing in each chat, by chat entry id; each for a second after their last signal. */
export function useTyping(): ReadonlyMap<string, readonly UserCard[]> {
  const { user: self, workplace } = useSession();
  const [writing, setWriting] = useState<readonly Typing[]>([]);

  const heard = (place: string, chat: string, user: UserCard) => {
    if (place !== workplace || user.id === self?.id) return;
    setWriting((now) => [
      ...now.filter((one) => one.chat !== chat || one.user.id !== user.id),
      { chat, user, until: serverNow() + typingMs },
    ]);
  };
  useRealtime('writing_group', ({ workplace: place, gid, user, others = [] }) => {
    for (const writer of [user, ...others]) heard(place, gid, writer);
  });
  useRealtime('writing_recipient', ({ workplace: place, user, conversation = user.id }) =>
    heard(place, conversation, user),
  );
  // A posted message ends its author's typing signal.
  const posted = ({ conversation, shout }: { conversation: string; shout: { user: UserCard } }) =>
    setWriting((now) => now.filter((one) => one.chat !== conversation || one.user.id !== shout.user.id));
  useRealtime('posting_topic', posted);
  useRealtime('posting_recipient', posted);

  useEffect(() => {
    if (writing.length === 0) return;
    const first = Math.min(...writing.map(({ until }) => until));
    const timer = setTimeout(
      () => setWriting((now) => now.filter(({ until }) => until > serverNow())),
      first - serverNow(),
    );
    return () => clearTimeout(timer);
  }, [writing]);

  const chats = new Map<string, UserCard[]>();
  for (const { chat, user } of writing) chats.set(chat, [...(chats.get(chat) ?? []), user]);
  return chats;
}

/** Milliseconds between two typing signals: often enough that the others' line does not flicker. */
const signalIntervalMs = 700;

/** Sends a typing signal to a group or a member. Call it at each keystroke. */
export function useTypingSignal(place: { gid: string } | { recipient: string }): () => void {
  const emit = useEmit();
  const { workplace, user } = useSession();
  const uid = user?.id;
  const last = useRef(0);
  const [key, id] = Object.entries(place)[0]!;
  return useCallback(() => {
    if (serverNow() - last.current < signalIntervalMs) return;
    last.current = serverNow();
    // The server replaces `uid` by the socket's member.
    const writer = { workplace, ...(uid !== undefined && { uid }) };
    if (key === 'gid') emit('writing_group', { gid: id, ...writer });
    else emit('writing_recipient', { recipient: id, ...writer });
  }, [emit, key, id, workplace, uid]);
}
