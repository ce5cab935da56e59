import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { Yielder } from '../src/query/pause.js';

const { setTimeout } = globalThis;
let timers: (() => void)[] = [];

// The mocked timer ends the waiting time; unless it fires, only the end of the short commands does.
beforeEach(() => {
  timers = [];
  globalThis.setTimeout = ((run: () => void) => timers.push(run)) as never;
});
afterEach(() => {
  globalThis.setTimeout = setTimeout;
});

/** A command that has used up a slice. */
function worked(): Yielder {
  const command = new Yielder();
  command.begin();
  for (const began = performance.now(); performance.now() - began < 5;);
  return command;
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

async function isOver(pause: Promise<void>): Promise<boolean> {
  let over = false;
  void pause.then(() => (over = true));
  for (let count = 0; count < 5; count++) await turn();
  return over;
}

it('a long command waits until the short ones have ended', async () => {
  const [first, second] = [new Yielder(), new Yielder()];
  const long = worked();
  first.begin();
  second.begin();
  const pause = long.pause();
  first.end();
  expect(await isOver(pause)).toBe(false);
  second.end();
  expect(await isOver(pause)).toBe(true);
});

it('a long command continues after the maximum wait when short ones never end', async () => {
  const endless = new Yielder();
  const long = worked();
  endless.begin();
  const pause = long.pause();
  expect(await isOver(pause)).toBe(false);
  timers.forEach((run) => run());
  expect(await isOver(pause)).toBe(true);
  endless.end();
});

it('long commands do not wait for each other', async () => {
  const [one, other] = [worked(), worked()];
  const pauses = Promise.all([one.pause(), other.pause()]).then(() => undefined);
  expect(await isOver(pauses)).toBe(true);
});

it('a command continues without waiting before its slice is used up', async () => {
  const [one, other] = [new Yielder(), new Yielder()];
  one.begin();
  await other.pause();
  one.end();
  expect(timers).toEqual([]);
});
