import { CommandError } from '../errors.js';
import type { Doc } from '../values/bson.js';

/** Marks a place in a long work where nothing of lmdb is held open and other work may run. */
export const PAUSE = Symbol('pause');

/** Things produced one by one, with places to pause in between. */
export type Steps<T> = Iterable<T | typeof PAUSE>;

/** Documents of a pipeline. */
export type DocSteps = Generator<Doc | typeof PAUSE>;

/** Documents, or keys, after which a long work offers a pause. */
export const PAUSE_EVERY = 50;

/** What comes of each thing that steps produce, pausing now and then. */
export function* each<S, T>(source: Steps<S>, make: (thing: S) => Iterable<T>): Generator<T | typeof PAUSE> {
  let count = 0;
  for (const step of source) {
    if (step === PAUSE) yield PAUSE;
    else {
      yield* make(step);
      if (++count % PAUSE_EVERY === 0) yield PAUSE;
    }
  }
}

/** Gathers what steps produce, passing their pauses on. */
export function* gathered<T>(steps: Steps<T>): Generator<typeof PAUSE, T[]> {
  const all: T[] = [];
  for (const step of steps) {
    if (step === PAUSE) yield PAUSE;
    else all.push(step);
  }
  return all;
}

/** What steps produce, all at once. */
export function atOnce<T>(steps: Steps<T>): T[] {
  return [...steps].filter((step): step is T => step !== PAUSE);
}

/** What steps produce from the one at `start` up to the one before `end`. */
export function* partOf<T>(steps: Steps<T>, start: number, end: number): Generator<T | typeof PAUSE> {
  let seen = 0;
  for (const step of steps) {
    if (step === PAUSE || seen++ >= start) yield step;
    if (seen >= end) return;
  }
}

/** Milliseconds of work after which other work has its turn. */
const SLICE_MS = 2;
/** Milliseconds for which a long command waits at most, so that commands that never cease do not hold it up for good. */
const REST_MS = 8;

/** The commands under way that have not worked for a slice yet: the event loop is theirs before it is a long command's. */
const short = new Set<Breather>();
/** Long commands that wait for the short ones to end. */
const resting = new Set<() => void>();

/** Waits until no short command is under way. */
function rested(): Promise<void> {
  return new Promise((resolve) => {
    const goOn = (): void => {
      clearTimeout(timer);
      resting.delete(goOn);
      resolve();
    };
    const timer = setTimeout(goOn, REST_MS);
    resting.add(goOn);
  });
}

/** Lets other work run when a slice is over, and ends a command whose time is up. */
export class Breather {
  private since = performance.now();

  /** @param deadline by `performance.now()` */
  constructor(private deadline = Infinity) {}

  /** Time that passed without work does not count. */
  extend(milliseconds: number): void {
    this.deadline += milliseconds;
  }

  /** From here on long commands wait for this one, until it turns out to be one of them. */
  begin(): void {
    short.add(this);
  }

  /** No command waits for this one any more. */
  end(): void {
    if (short.delete(this) && short.size === 0) for (const goOn of resting) goOn();
  }

  /**
   * Waits, if this has been running for a slice, until the event loop has come round and short commands are done.
   *
   * @throws CommandError MaxTimeMSExpired
   */
  async pause(): Promise<void> {
    const now = performance.now();
    if (now > this.deadline) throw new CommandError('MaxTimeMSExpired', 'operation exceeded time limit');
    if (now - this.since < SLICE_MS) return;
    this.end();
    await new Promise((resolve) => setImmediate(resolve));
    if (short.size > 0) await rested();
    this.since = performance.now();
  }
}

/** What steps produce, letting other work run in between. */
export async function* gently<T>(steps: Steps<T>, breather: Breather): AsyncGenerator<T> {
  for (const step of steps) {
    if (step === PAUSE) await breather.pause();
    else yield step;
  }
}

/** What comes one by one, gathered. */
export async function allOf<T>(items: Iterable<T> | AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}
