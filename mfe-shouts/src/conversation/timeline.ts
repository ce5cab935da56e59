import type { Shout } from '@paddock/contract/calls/shouts';
import type { UserCard } from '@paddock/contract/calls/users';
import { minuteMs } from '@paddock/contract/core/durations';
import type { Unsent } from '../composing/use-posting';

/** A message's place in its run, the consecutive messages of one author. */
interface InRun {
  first: boolean;
  last: boolean;
}

export type ShoutMessage = { kind: 'shout'; key: string; shout: Shout } & InRun;
export type UnsentMessage = { kind: 'unsent'; key: string; unsent: Unsent } & InRun;

export type TimelineItem =
  | { kind: 'day'; key: string; instant: string }
  | { kind: 'new'; key: string; count: number }
  | ShoutMessage
  | UnsentMessage
  | { kind: 'typing'; key: string; users: readonly UserCard[] };

/** New positions: greater than `after`, at most `upTo`. */
export interface NewRange {
  after: number;
  upTo: number;
}

/** After this pause the same author starts a new run. */
const maxPauseMs = 5 * minuteMs;

/** Key of the line above the first new shout. */
export const newLineKey = 'new';

/**
 * The items of a conversation, oldest first: days, messages, and the line above the first new shout. Own shouts are never new.
 * An unsent shout is already in its final run, so that nothing moves when the server confirms it.
 */
export function timelineItems(
  oldestFirst: readonly Shout[],
  unsent: readonly Unsent[],
  self: UserCard | null,
  { after, upTo }: NewRange,
): TimelineItem[] {
  const items: TimelineItem[] = [];
  const isNew = ({ seq = 0, user }: Shout) => seq > after && seq <= upTo && user.id !== self?.id;
  const isLoaded = (seq: number) => (oldestFirst[0]?.seq ?? 0) <= seq && (oldestFirst.at(-1)?.seq ?? 0) >= seq;
  // Positions have no gaps, so the count includes shouts not loaded yet.
  const count = isLoaded(upTo) ? oldestFirst.filter(isNew).length : upTo - after;
  const inDay = days();
  let previous: { message: InRun; by: string; at: number } | undefined;
  // Until the first new shout is loaded, the line has no place.
  let marked = !isLoaded(after + 1);
  const append = (message: ShoutMessage | UnsentMessage, by: string, created: string, isFirstNew: boolean) => {
    const at = Date.parse(created);
    const day = inDay(at);
    if (day !== undefined) items.push({ kind: 'day', key: `day-${day}`, instant: created });
    if (isFirstNew) items.push({ kind: 'new', key: newLineKey, count });
    const continues = day === undefined && !isFirstNew && previous?.by === by && at - previous.at < maxPauseMs;
    if (continues) {
      previous!.message.last = false;
      message.first = false;
    }
    items.push(message);
    previous = { message, by, at };
  };
  for (const shout of oldestFirst) {
    const isFirstNew: boolean = !marked && isNew(shout);
    marked ||= isFirstNew;
    // Own shouts keep the key they had while unsent.
    const key = shout.user.id === self?.id ? shout.client_id : shout.id;
    append({ kind: 'shout', key, shout, first: true, last: true }, shout.user.id, shout.created, isFirstNew);
  }
  for (const item of self ? unsent : []) {
    // A refused one is a run of its own, so that the sent ones before it keep their time.
    const by = item.status === 'failed' ? item.client_id : self!.id;
    append({ kind: 'unsent', key: item.client_id, unsent: item, first: true, last: true }, by, item.created, false);
  }
  return items;
}

/** Returns the day of an instant when it differs from that of the one before, without a calendar for each of thousands. */
function days(): (at: number) => string | undefined {
  let [from, to] = [0, 0];
  return (at) => {
    if (at >= from && at < to) return undefined;
    const midnight = new Date(at);
    midnight.setHours(0, 0, 0, 0);
    from = midnight.getTime();
    const day = midnight.toDateString();
    to = midnight.setDate(midnight.getDate() + 1);
    return day;
  };
}

/** Id of the newest own shout that the others have seen. */
export function lastSeenId(oldestFirst: readonly Shout[], self: UserCard | null, seenSeq: number): string | undefined {
  return oldestFirst.findLast(({ seq = 0, user }) => seq <= seenSeq && user.id === self?.id)?.id;
}
