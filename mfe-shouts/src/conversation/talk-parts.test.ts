import type { Shout } from '@paddock/contract/shouts';
import { describe, expect, it } from '@jest/globals';
import { talkParts } from './talk-parts';

const said = (id: string, by: string, minute: number, seq: number) =>
  ({ id, user: { id: by }, created: new Date(2026, 4, 1, 12, minute).toISOString(), seq }) as Shout;
const shape = (shouts: Shout[], readSeq = 99) =>
  talkParts(shouts, 'me', readSeq).map((part) =>
    part.kind === 'run' ? part.shouts.map(({ id }) => id).join('+') : part.kind === 'new' ? `new ${part.count}` : 'day',
  );

describe(talkParts, () => {
  it('joins what one person says in a row', () => {
    expect(shape([said('a', 'ann', 0, 1), said('b', 'ann', 1, 2), said('c', 'bo', 1, 3)])).toEqual(['day', 'a+b', 'c']);
  });
  it('begins a new run after five minutes', () => {
    expect(shape([said('a', 'ann', 0, 1), said('b', 'ann', 5, 2)])).toEqual(['day', 'a', 'b']);
  });
  it('puts one line before the first new shout and counts all of them', () => {
    expect(shape([said('a', 'ann', 0, 1), said('b', 'ann', 1, 2), said('c', 'ann', 2, 3)], 1)).toEqual([
      'day',
      'a',
      'new 2',
      'b+c',
    ]);
  });
  it('never counts own shouts as new', () => {
    expect(shape([said('a', 'ann', 0, 1), said('b', 'me', 1, 2)], 1)).toEqual(['day', 'a', 'b']);
  });
});
