import { describe, expect, it } from '@jest/globals';
import { setImmediate as turn } from 'node:timers/promises';
import { Turns } from './turns.js';

/** Requests `count` starts at once; `started` counts those granted so far. */
function burst(turns: Turns, name: string, count: number) {
  const state = { started: 0 };
  for (let index = 0; index < count; index++) void turns.start(name).then(() => state.started++);
  return state;
}

describe(Turns, () => {
  it('starts a few calls of a burst in each turn, and eventually all', async () => {
    const likes = burst(new Turns(), 'likeShout', 100);
    const seen = [];
    while (likes.started < 100) {
      await turn();
      seen.push(likes.started);
    }
    expect(seen[0]).toBeLessThan(20);
    expect(seen.length).toBeGreaterThan(5);
  });

  it('starts a call of another kind at once while a burst waits', async () => {
    const turns = new Turns();
    const likes = burst(turns, 'likeShout', 100);
    const feeds = burst(turns, 'readShouts', 1);
    await Promise.resolve();
    await Promise.resolve();
    expect(feeds.started).toBe(1);
    expect(likes.started).toBeLessThan(20);
  });

  it('starts calls at once again after a burst', async () => {
    const turns = new Turns();
    const likes = burst(turns, 'likeShout', 30);
    while (likes.started < 30) await turn();
    await turn();
    await turn();
    const next = burst(turns, 'likeShout', 1);
    await Promise.resolve();
    await Promise.resolve();
    expect(next.started).toBe(1);
  });
});
