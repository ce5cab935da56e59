import type { ChatEntry } from '@paddock/contract/calls/chats';
import type { ShoutCard } from '@paddock/contract/calls/shouts';

export interface Posted {
  workplace: string;
  conversation: string;
  shout: ShoutCard;
}

export const newestFirst = (a: ChatEntry, b: ChatEntry): number => b.last_activity.localeCompare(a.last_activity);

/** A server's entry, unless events have brought a newer state meanwhile. */
export function newerOf(read: ChatEntry, known: ChatEntry | undefined): ChatEntry {
  if (!known || known.seq < read.seq) return read;
  if (known.seq > read.seq) return { ...read, ...stateOf(known) };
  // Reading does not change `seq`, and nothing becomes unseen.
  const seen = known.seen === true && known.last_shout?.id === read.last_shout?.id ? true : read.seen;
  const isOlderEdit =
    known.last_shout?.id === read.last_shout?.id && editedAt(known.last_shout) > editedAt(read.last_shout);
  return { ...read, seen, ...(isOlderEdit && { last_shout: known.last_shout }) };
}

/** Muted and archived are not positions in time: the server's are right. */
const stateOf = ({ seq, badge_number, last_activity, last_shout, seen }: ChatEntry) => ({
  seq,
  badge_number,
  last_activity,
  last_shout,
  seen,
});

/**
 * A chat after a new shout. An event that arrives late neither counts again nor replaces a newer last line.
 * @param counts whether the shout is unread: by someone else, and the chat is not open
 */
export function afterShout(chat: ChatEntry, shout: ShoutCard, counts: boolean): ChatEntry {
  const { id, user, shout: text, created, updated } = shout;
  const seq = Math.max(chat.seq, shout.seq ?? 0);
  const counted = { ...chat, seq, badge_number: chat.badge_number + (counts && seq > chat.seq ? 1 : 0) };
  const { last_shout: last } = chat;
  if (last?.id === id) return afterEdit(counted, shout);
  if (last && created < last.created) return counted;
  const last_shout = {
    id,
    user,
    text,
    created,
    seq: shout.seq,
    ...(updated !== undefined && { updated }),
    deleted: false,
  };
  // An event or the next page of the list shows whether it was seen.
  return { ...counted, last_activity: created, last_shout, seen: undefined };
}

/** A chat after an edit of its last shout. Ignores a late older edit and an edit of a deleted shout (A §4). */
export function afterEdit(chat: ChatEntry, { id, shout: text, updated }: ShoutCard): ChatEntry {
  const { last_shout: last } = chat;
  if (last?.id !== id || last.deleted || (updated ?? '') < editedAt(last)) return chat;
  return { ...chat, last_shout: { ...last, text, ...(updated !== undefined && { updated }) } };
}

/** A chat after the deletion of a shout: hides its text until the server names the line that takes its place. */
export function afterDeletion(chat: ChatEntry, id: string): ChatEntry {
  const { last_shout: last } = chat;
  return last?.id === id ? { ...chat, last_shout: { ...last, text: '', deleted: true } } : chat;
}

/** A direct chat that the others have read up to a position. */
export function afterReading(chat: ChatEntry, seq: number): ChatEntry {
  return seq >= (chat.last_shout?.seq ?? chat.seq) ? { ...chat, seen: true } : chat;
}

/** A chat that another window of the member read, muted or archived. */
export function afterMark(chat: ChatEntry, { seq, badge_number, muted, archived }: Mark): ChatEntry {
  return seq < chat.seq ? { ...chat, muted, archived } : { ...chat, seq, badge_number, muted, archived };
}
type Mark = Pick<ChatEntry, 'seq' | 'badge_number' | 'muted' | 'archived'>;

const editedAt = (last: ChatEntry['last_shout']): string => last?.updated ?? '';
