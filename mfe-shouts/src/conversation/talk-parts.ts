import type { Shout } from '@paddock/contract/shouts';
import type { UserCard } from '@paddock/contract/users';
import type { Unsent } from '../composing/use-posting';

export type TalkPart =
  | { kind: 'day'; key: string; instant: string }
  | { kind: 'new'; key: string; count: number }
  | { kind: 'run'; key: string; shouts: Shout[] }
  | { kind: 'unsent'; key: string; item: Unsent }
  | { kind: 'typing'; key: string; users: readonly UserCard[] };

/** Milliseconds after which the same speaker begins a new run. */
const PAUSE = 5 * 60_000;

/**
 * What a conversation shows, from the oldest down: days, runs of one speaker, and the line before what is new. `readSeq` is
 * how far the member had read when the page was opened; own shouts are never new.
 */
export function talkParts(oldestFirst: readonly Shout[], self: string | undefined, readSeq: number): TalkPart[] {
  const parts: TalkPart[] = [];
  const isNew = (shout: Shout) => (shout.seq ?? 0) > readSeq && shout.user.id !== self;
  const count = oldestFirst.filter(isNew).length;
  let before: Shout | undefined;
  let marked = false;
  for (const shout of oldestFirst) {
    const newDay = !before || dayOf(before) !== dayOf(shout);
    if (newDay) parts.push({ kind: 'day', key: `day-${dayOf(shout)}`, instant: shout.created });
    const firstNew: boolean = !marked && isNew(shout);
    if (firstNew) parts.push({ kind: 'new', key: 'new', count });
    marked ||= firstNew;
    const run = parts.at(-1);
    const follows =
      run?.kind === 'run' &&
      before?.user.id === shout.user.id &&
      new Date(shout.created).getTime() - new Date(before.created).getTime() < PAUSE;
    if (follows) run.shouts.push(shout);
    else parts.push({ kind: 'run', key: shout.id, shouts: [shout] });
    before = shout;
  }
  return parts;
}

const dayOf = (shout: Shout) => new Date(shout.created).toDateString();
