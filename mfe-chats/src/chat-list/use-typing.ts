import type { UserCard } from '@paddock/contract/users';
import { useRealtime } from '@paddock/mfe-kit/realtime';
import { useSession } from '@paddock/mfe-kit/session';
import { useEffect, useState } from 'react';

/** Milliseconds for which one "is writing" stands (A §9). */
const TYPING = 1000;

interface Writing {
  chat: string;
  user: UserCard;
  until: number;
}

/** Who is writing in which chat, by chat entry id; each for a second after the last sign of it. */
export function useTyping(): ReadonlyMap<string, readonly UserCard[]> {
  const { user: self, workplace } = useSession();
  const [writing, setWriting] = useState<readonly Writing[]>([]);

  const heard = (place: string, chat: string, user: UserCard) => {
    if (place !== workplace || user.id === self?.id) return;
    setWriting((now) => [
      ...now.filter((one) => one.chat !== chat || one.user.id !== user.id),
      { chat, user, until: Date.now() + TYPING },
    ]);
  };
  useRealtime('writing_group', ({ workplace: place, gid, user }) => heard(place, gid, user));
  useRealtime('writing_recipient', ({ workplace: place, user }) => heard(place, user.id, user));
  // Whoever has sent it is no longer writing it.
  const posted = ({ conversation, shout }: { conversation: string; shout: { user: UserCard } }) =>
    setWriting((now) => now.filter((one) => one.chat !== conversation || one.user.id !== shout.user.id));
  useRealtime('posting_topic', posted);
  useRealtime('posting_recipient', posted);

  useEffect(() => {
    if (writing.length === 0) return;
    const first = Math.min(...writing.map(({ until }) => until));
    const timer = setTimeout(
      () => setWriting((now) => now.filter(({ until }) => until > Date.now())),
      first - Date.now(),
    );
    return () => clearTimeout(timer);
  }, [writing]);

  const chats = new Map<string, UserCard[]>();
  for (const { chat, user } of writing) chats.set(chat, [...(chats.get(chat) ?? []), user]);
  return chats;
}
