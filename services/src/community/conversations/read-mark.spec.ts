import { describe, expect, it } from '@jest/globals';
import { maxOwnSeqs } from './conversation.schema.js';
import { afterOwn, afterReading, isNext, readUpTo, unreadAfter } from './read-mark.js';

describe('a read mark', () => {
  it('counts neither own nor deleted shouts behind it, and none twice', () => {
    expect(unreadAfter({ seq: 9 }, 4)).toBe(5);
    expect(unreadAfter({ seq: 9, withdrawn: [2, 6] }, 4)).toBe(4);
    expect(unreadAfter({ seq: 9, withdrawn: [6] }, 4, [3, 6, 8])).toBe(3);
    // The state may be newer than the head.
    expect(unreadAfter({ seq: 7 }, 4, [8, 9])).toBe(3);
  });

  it('extends over own and deleted shouts', () => {
    expect(readUpTo({ withdrawn: [5] }, { read_seq: 4, own_seqs: [6, 8] })).toBe(6);
    expect(readUpTo({}, undefined)).toBe(0);
  });

  it('passes an own shout that follows it, and remembers others', () => {
    expect([isNext({ read_seq: 4 }, 5), isNext({ read_seq: 4 }, 6)]).toEqual([true, false]);
    const behind = afterOwn(afterOwn({ read_seq: 4 }, 6), 6);
    expect(behind).toEqual({ read_seq: 4, own_seqs: [6] });
    expect(afterReading(behind, 5)).toEqual({ read_seq: 5, own_seqs: [6] });
    expect(isNext(afterReading(behind, 5), 7)).toBe(true);
    expect(afterReading(behind, 7)).toEqual({ read_seq: 7, own_seqs: [] });
  });

  it('remembers a bounded number of own shouts, then passes all', () => {
    let mark = afterOwn({ read_seq: 0 }, 2);
    for (let seq = 3; seq < maxOwnSeqs + 2; seq += 1) mark = afterOwn(mark, seq);
    expect(mark.own_seqs).toHaveLength(maxOwnSeqs);
    expect(isNext(mark, maxOwnSeqs + 9)).toBe(true);
  });
});
