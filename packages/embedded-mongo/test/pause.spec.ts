import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { Breather } from '../src/query/pause.js';

const { setTimeout } = globalThis;
let timers: (() => void)[] = [];

// The one timer is the end of a rest: where it does not fire, only the end of the short commands ends it.
beforeEach(() => {
  timers = [];
  globalThis.setTimeout = ((run: () => void) => timers.push(run)) as never;
});
afterEach(() => {
  globalThis.setTimeout = setTimeout;
});

/** A command that has worked for a slice. */
function worked(): Breather {
  const command = new Breather();
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

it('lets a long command wait until the short ones have ended', async () => {
  const [first, second] = [new Breather(), new Breather()];
  const long = worked();
  first.begin();
  second.begin();
  const pause = long.pause();
  first.end();
  expect(await isOver(pause)).toBe(false);
  second.end();
  expect(await isOver(pause)).toBe(true);
});

it('lets a long command go on after a while beside short ones without end', async () => {
  const endless = new Breather();
  const long = worked();
  endless.begin();
  const pause = long.pause();
  expect(await isOver(pause)).toBe(false);
  timers.forEach((run) => run());
  expect(await isOver(pause)).toBe(true);
  endless.end();
});

it('does not let long commands wait for each other', async () => {
  const [one, other] = [worked(), worked()];
  const pauses = Promise.all([one.pause(), other.pause()]).then(() => undefined);
  expect(await isOver(pauses)).toBe(true);
});

it('lets a command go on before its slice is over', async () => {
  const [one, other] = [new Breather(), new Breather()];
  one.begin();
  await other.pause();
  one.end();
  expect(timers).toEqual([]);
});
