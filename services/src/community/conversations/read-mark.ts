import { maxOwnSeqs, type ConversationRow, type ConversationStateRow } from './conversation.schema.js';

/** How far a member has read a conversation. A member without a state has read nothing. */
export type ReadMark = Pick<ConversationStateRow, 'read_seq' | 'own_seqs'>;
type Head = Pick<ConversationRow, 'seq' | 'withdrawn'>;

/** The number of shouts by others behind a read mark that are not deleted. */
export function unreadAfter({ seq, withdrawn = [] }: Head, read: number, own: readonly number[] = []): number {
  const isBehind = (position: number) => position > read && position <= seq;
  const behind = withdrawn.filter(isBehind);
  const uncounted = own.length === 0 ? behind.length : new Set([...behind, ...own.filter(isBehind)]).size;
  return Math.max(0, seq - read - uncounted);
}

export const unreadOf = (head: Head, mark: ReadMark | null | undefined): number =>
  unreadAfter(head, mark?.read_seq ?? 0, mark?.own_seqs);

/** The position up to which a member has read or written everything that is not deleted. */
export function readUpTo({ withdrawn = [] }: Pick<Head, 'withdrawn'>, mark: ReadMark | null | undefined): number {
  const { read_seq, own_seqs = [] } = mark ?? { read_seq: 0 };
  if (own_seqs.length === 0) return read_seq;
  const passed = new Set([...withdrawn, ...own_seqs]);
  let read = read_seq;
  while (passed.has(read + 1)) read += 1;
  return read;
}

/** Whether an own shout at this position follows what the member has read. */
export const isNext = (mark: ReadMark, seq: number): boolean =>
  readUpTo({}, mark) >= seq - 1 || (mark.own_seqs ?? []).length >= maxOwnSeqs;

/** The mark after reading up to a position. Repeatable. */
export function afterReading({ read_seq, own_seqs }: ReadMark, seq: number): ReadMark {
  return {
    read_seq: Math.max(read_seq, seq),
    ...(own_seqs && { own_seqs: own_seqs.filter((position) => position > seq) }),
  };
}

/** The mark after an own shout behind unread ones. Repeatable. */
export function afterOwn({ read_seq, own_seqs = [] }: ReadMark, seq: number): ReadMark {
  return { read_seq, own_seqs: own_seqs.includes(seq) ? own_seqs : [...own_seqs, seq].slice(-maxOwnSeqs) };
}
