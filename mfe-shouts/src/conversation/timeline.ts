import type { Shout } from '@paddock/contract/calls/shouts';
import type { UserCard } from '@paddock/contract/calls/users';
import type { Unsent } from '../composing/use-posting';

/** One bubble: what the server has, or what is on its way to it. */
export type Said = { key: string; shout: Shout } | { key: string; unsent: Unsent };

export type TalkPart =
  | { kind: 'day'; key: string; instant: string }
  | { kind: 'new'; key: string; count: number }
  | { kind: 'run'; key: string; user: UserCard; said: Said[] }
  | { kind: 'typing'; key: string; users: readonly UserCard[] };

/** Which positions are new: those behind the first, up to the second. */
export interface NewRange {
  after: number;
  upTo: number;
}

/** Milliseconds after which the same speaker begins a new run. */
const PAUSE = 5 * 60_000;

/** The line before what is new. */
export const NEW_LINE = 'new';

/**
 * What a conversation shows, from the oldest down: days, runs of one speaker, and the line before what is new; own shouts are
 * never new. What is on its way stands in the run that it will be in, so that nothing moves when it arrives.
 */
export function talkParts(
  oldestFirst: readonly Shout[],
  unsent: readonly Unsent[],
  self: UserCard | null,
  { after, upTo }: NewRange,
): TalkPart[] {
  const parts: TalkPart[] = [];
  const isNew = ({ seq = 0, user }: Shout) => seq > after && seq <= upTo && user.id !== self?.id;
  const loaded = oldestFirst.filter(isNew).length;
  // Positions have no gaps: those that are not loaded yet are counted too.
  const count = loaded > 0 && (oldestFirst[0]!.seq ?? 0) > after + 1 ? upTo - after : loaded;
  let before: { by: string; created: string } | undefined;
  let marked = false;
  const say = (said: Said, user: UserCard, created: string, first: boolean) => {
    if (!before || dayOf(before.created) !== dayOf(created))
      parts.push({ kind: 'day', key: `day-${dayOf(created)}`, instant: created });
    if (first) parts.push({ kind: 'new', key: NEW_LINE, count });
    const run = parts.at(-1);
    const follows =
      run?.kind === 'run' &&
      before?.by === user.id &&
      new Date(created).getTime() - new Date(before.created).getTime() < PAUSE;
    if (follows) run.said.push(said);
    else parts.push({ kind: 'run', key: said.key, user, said: [said] });
    before = { by: user.id, created };
  };
  for (const shout of oldestFirst) {
    const first: boolean = !marked && isNew(shout);
    marked ||= first;
    // Own ones keep the key that they had on their way.
    say({ key: shout.user.id === self?.id ? shout.client_id : shout.id, shout }, shout.user, shout.created, first);
  }
  if (self) for (const item of unsent) say({ key: item.client_id, unsent: item }, self, item.created, false);
  return parts;
}

const dayOf = (instant: string) => new Date(instant).toDateString();
