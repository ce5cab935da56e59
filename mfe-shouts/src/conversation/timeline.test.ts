/** @jest-environment node */
import { describe, expect, it } from '@jest/globals';
import type { Shout } from '@paddock/contract/calls/shouts';
import type { UserCard } from '@paddock/contract/calls/users';
import type { Unsent } from '../composing/use-posting';
import { lastSeenId, timelineItems } from './timeline';

const at = (minute: number) => new Date(2026, 4, 1, 12, minute).toISOString();
const me = { id: 'me' } as UserCard;
const shout = (id: string, by: string, minute: number, seq: number) =>
  ({ id, client_id: `c-${id}`, user: { id: by }, created: at(minute), seq }) as Shout;
const unsentShout = (id: string, minute: number) => ({ client_id: `c-${id}`, created: at(minute) }) as Unsent;
/** The messages of a run in one string. */
function shape(shouts: Shout[], range = { after: 99, upTo: 99 }, unsent: Unsent[] = []): string[] {
  const parts: string[] = [];
  for (const item of timelineItems(shouts, unsent, me, range)) {
    if (item.kind === 'shout' || item.kind === 'unsent')
      parts.push(item.first ? item.key : `${parts.pop()}+${item.key}`);
    else parts.push(item.kind === 'new' ? `new ${item.count}` : item.kind);
  }
  return parts;
}

describe(timelineItems, () => {
  it('joins consecutive shouts of one author', () => {
    expect(shape([shout('a', 'ann', 0, 1), shout('b', 'ann', 1, 2), shout('c', 'bo', 1, 3)])).toEqual([
      'day',
      'a+b',
      'c',
    ]);
  });
  it('starts a new run after five minutes', () => {
    expect(shape([shout('a', 'ann', 0, 1), shout('b', 'ann', 5, 2)])).toEqual(['day', 'a', 'b']);
  });
  it('puts one line before the first new shout and counts all of them', () => {
    const shouts = [shout('a', 'ann', 0, 1), shout('b', 'ann', 1, 2), shout('c', 'ann', 2, 3)];
    expect(shape(shouts, { after: 1, upTo: 3 })).toEqual(['day', 'a', 'new 2', 'b+c']);
  });
  it('does not count shouts that arrive while the member reads', () => {
    const shouts = [shout('a', 'ann', 0, 1), shout('b', 'ann', 1, 2), shout('c', 'ann', 2, 3)];
    expect(shape(shouts, { after: 1, upTo: 2 })).toEqual(['day', 'a', 'new 1', 'b+c']);
    expect(shape(shouts, { after: 0, upTo: 0 })).toEqual(['day', 'a+b+c']);
  });
  it('shows a refused shout as a run of its own, so that the sent ones keep their time', () => {
    const refused = { ...unsentShout('c', 1), status: 'failed' as const };
    expect(shape([shout('b', 'me', 1, 1)], undefined, [refused, unsentShout('d', 1)])).toEqual([
      'day',
      'c-b',
      'c-c',
      'c-d',
    ]);
  });
  it('shows no line until the first new shout is loaded', () => {
    expect(shape([shout('a', 'ann', 0, 41), shout('b', 'ann', 1, 42)], { after: 2, upTo: 42 })).toEqual(['day', 'a+b']);
  });
  it('counts new shouts below the loaded page', () => {
    const shouts = [shout('a', 'ann', 0, 2), shout('b', 'ann', 1, 3)];
    expect(shape(shouts, { after: 2, upTo: 42 })).toEqual(['day', 'a', 'new 40', 'b']);
  });
  it('marks the last shout of each run, whose bubble has the time', () => {
    const shouts = [shout('a', 'ann', 0, 1), shout('b', 'ann', 1, 2), shout('c', 'bo', 1, 3)];
    const lasts = timelineItems(shouts, [], me, { after: 9, upTo: 9 }).filter((item) => 'last' in item && item.last);
    expect(lasts.map(({ key }) => key)).toEqual(['b', 'c']);
  });
  it('separates days', () => {
    const tomorrow = { ...shout('b', 'ann', 0, 2), created: new Date(2026, 4, 2, 0, 0).toISOString() };
    const late = { ...shout('a', 'ann', 0, 1), created: new Date(2026, 4, 1, 23, 59).toISOString() };
    expect(shape([late, tomorrow])).toEqual(['day', 'a', 'day', 'b']);
  });
  it('never counts own shouts as new', () => {
    const shouts = [shout('a', 'ann', 0, 1), shout('b', 'me', 1, 2)];
    expect(shape(shouts, { after: 1, upTo: 2 })).toEqual(['day', 'a', 'c-b']);
  });
  it('shows an unsent shout in its final run, under the same key', () => {
    const before = [shout('a', 'ann', 0, 1), shout('b', 'me', 1, 2)];
    const sent = shape(before, undefined, [unsentShout('c', 2), unsentShout('d', 2)]);
    expect(sent).toEqual(['day', 'a', 'c-b+c-c+c-d']);
    expect(shape([...before, shout('c', 'me', 2, 3), shout('d', 'me', 2, 4)])).toEqual(sent);
    expect(shape([], undefined, [unsentShout('c', 2)])).toEqual(['day', 'c-c']);
  });
});

describe(lastSeenId, () => {
  it('finds the newest own shout that the others have seen', () => {
    const shouts = [shout('a', 'me', 0, 1), shout('b', 'me', 1, 2), shout('c', 'ann', 1, 3), shout('d', 'me', 2, 4)];
    expect(lastSeenId(shouts, me, 3)).toBe('b');
    expect(lastSeenId(shouts, me, 0)).toBeUndefined();
  });
});
