import { describe, expect, it } from '@jest/globals';
import type { Shout } from '@paddock/contract/calls/shouts';
import type { UserCard } from '@paddock/contract/calls/users';
import type { Unsent } from '../composing/use-posting';
import { talkParts } from './timeline';

const at = (minute: number) => new Date(2026, 4, 1, 12, minute).toISOString();
const me = { id: 'me' } as UserCard;
const said = (id: string, by: string, minute: number, seq: number) =>
  ({ id, client_id: `c-${id}`, user: { id: by }, created: at(minute), seq }) as Shout;
const onItsWay = (id: string, minute: number) => ({ client_id: `c-${id}`, created: at(minute) }) as Unsent;
const shape = (shouts: Shout[], range = { after: 99, upTo: 99 }, unsent: Unsent[] = []) =>
  talkParts(shouts, unsent, me, range).map((part) =>
    part.kind === 'run' ? part.said.map(({ key }) => key).join('+') : part.kind === 'new' ? `new ${part.count}` : 'day',
  );

describe(talkParts, () => {
  it('joins what one person says in a row', () => {
    expect(shape([said('a', 'ann', 0, 1), said('b', 'ann', 1, 2), said('c', 'bo', 1, 3)])).toEqual(['day', 'a+b', 'c']);
  });
  it('begins a new run after five minutes', () => {
    expect(shape([said('a', 'ann', 0, 1), said('b', 'ann', 5, 2)])).toEqual(['day', 'a', 'b']);
  });
  it('puts one line before the first new shout and counts all of them', () => {
    const shouts = [said('a', 'ann', 0, 1), said('b', 'ann', 1, 2), said('c', 'ann', 2, 3)];
    expect(shape(shouts, { after: 1, upTo: 3 })).toEqual(['day', 'a', 'new 2', 'b+c']);
  });
  it('does not count what comes while it is read', () => {
    const shouts = [said('a', 'ann', 0, 1), said('b', 'ann', 1, 2), said('c', 'ann', 2, 3)];
    expect(shape(shouts, { after: 1, upTo: 2 })).toEqual(['day', 'a', 'new 1', 'b+c']);
    expect(shape(shouts, { after: 0, upTo: 0 })).toEqual(['day', 'a+b+c']);
  });
  it('counts what is new further up than what is loaded', () => {
    expect(shape([said('a', 'ann', 0, 41), said('b', 'ann', 1, 42)], { after: 2, upTo: 42 })).toEqual([
      'day',
      'new 40',
      'a+b',
    ]);
  });
  it('never counts own shouts as new', () => {
    const shouts = [said('a', 'ann', 0, 1), said('b', 'me', 1, 2)];
    expect(shape(shouts, { after: 1, upTo: 2 })).toEqual(['day', 'a', 'c-b']);
  });
  it('shows what is on its way in the run it will be in, under the same key', () => {
    const before = [said('a', 'ann', 0, 1), said('b', 'me', 1, 2)];
    const sent = shape(before, undefined, [onItsWay('c', 2), onItsWay('d', 2)]);
    expect(sent).toEqual(['day', 'a', 'c-b+c-c+c-d']);
    expect(shape([...before, said('c', 'me', 2, 3), said('d', 'me', 2, 4)])).toEqual(sent);
    expect(shape([], undefined, [onItsWay('c', 2)])).toEqual(['day', 'c-c']);
  });
});
