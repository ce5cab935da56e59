import { describe, expect, it } from '@jest/globals';
import { HitCounter } from './limit-hits.js';

const minute = 60_000;

describe(HitCounter, () => {
  it('counts by community, name and five minutes', () => {
    const hits = new HitCounter();
    for (const at of [0, 1, 4 * minute, 6 * minute]) hits.add('motorsport', 'account.login', at);
    hits.add('workplace', 'account.login', 1);
    expect(hits.recent(10 * minute).map(({ community, from, count }) => [community, from.getTime(), count])).toEqual([
      ['motorsport', 0, 3],
      ['motorsport', 5 * minute, 1],
      ['workplace', 0, 1],
    ]);
  });

  it('forgets what is older than an hour', () => {
    const hits = new HitCounter();
    hits.add('motorsport', 'account.login', 5 * minute);
    hits.add('motorsport', 'shouts.create', 50 * minute);
    expect(hits.recent(64 * minute)).toHaveLength(2);
    expect(hits.recent(66 * minute).map(({ name }) => name)).toEqual(['shouts.create']);
  });
});
