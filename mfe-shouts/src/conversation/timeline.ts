import type { Shout } from '@paddock/contract/calls/shouts';
import type { UserCard } from '@paddock/contract/calls/users';
import type { Unsent } from '../composing/use-posting';

/** One bubble: a stored shout or an unsent one. */
export type RunEntry = { key: string; shout: Shout } | { key: string; unsent: Unsent };

export type TimelineItem =
  | { kind: 'day'; key: string; instant: string }
  | { kind: 'new'; key: string; count: number }
  | { kind: 'run'; key: string; user: UserCard; entries: RunEntry[] }
  | { kind: 'typing'; key: string; users: readonly UserCard[] };

/** New positions: greater than `after`, at most `upTo`. */
export interface NewRange {
  after: number;
  upTo: number;
}

/** After this pause the same author starts a new run. */
const maxPauseMs = 5 * 60_000;

/** Key of the line above the first new shout. */
export const newLineKey = 'new';

/**
 * The items of a conversation, oldest first: days, runs of one author, and the line above the first new shout. Own shouts are
 * never new. An unsent shout is already in its final run, so that nothing moves when the server confirms it.
 */
export function timelineItems(
  oldestFirst: readonly Shout[],
  unsent: readonly Unsent[],
  self: UserCard | null,
  { after, upTo }: NewRange,
): TimelineItem[] {
  const items: TimelineItem[] = [];
  const isNew = ({ seq = 0, user }: Shout) => seq > after && seq <= upTo && user.id !== self?.id;
  const loaded = oldestFirst.filter(isNew).length;
  // Positions have no gaps, so the count includes shouts not loaded yet.
  const count = loaded > 0 && (oldestFirst[0]!.seq ?? 0) > after + 1 ? upTo - after : loaded;
  let previous: { by: string; created: string } | undefined;
  let marked = false;
  const append = (entry: RunEntry, user: UserCard, created: string, first: boolean) => {
    if (!previous || dayOf(previous.created) !== dayOf(created))
      items.push({ kind: 'day', key: `day-${dayOf(created)}`, instant: created });
    if (first) items.push({ kind: 'new', key: newLineKey, count });
    const run = items.at(-1);
    const continues =
      run?.kind === 'run' &&
      previous?.by === user.id &&
      new Date(created).getTime() - new Date(previous.created).getTime() < maxPauseMs;
    if (continues) run.entries.push(entry);
    else items.push({ kind: 'run', key: entry.key, user, entries: [entry] });
    previous = { by: user.id, created };
  };
  for (const shout of oldestFirst) {
    const first: boolean = !marked && isNew(shout);
    marked ||= first;
    // Own shouts keep the key they had while unsent.
    append({ key: shout.user.id === self?.id ? shout.client_id : shout.id, shout }, shout.user, shout.created, first);
  }
  if (self) for (const item of unsent) append({ key: item.client_id, unsent: item }, self, item.created, false);
  return items;
}

const dayOf = (instant: string) => new Date(instant).toDateString();
