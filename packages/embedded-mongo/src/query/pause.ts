import { CommandError } from '../errors.js';
import type { Doc } from '../values/bson.js';

/** A yield point in a long operation: nothing of lmdb is open, so other work may run. */
export const PAUSE = Symbol('pause');

/** A sequence of items with yield points in between. */
export type Steps<T> = Iterable<T | typeof PAUSE>;

/** A pipeline's documents, with yield points. */
export type DocSteps = Generator<Doc | typeof PAUSE>;

/** Documents or keys between yield points. */
export const PAUSE_EVERY = 50;

/** Maps each item to any number of items, adding yield points. */
export function* flatMap<S, T>(source: Steps<S>, make: (thing: S) => Iterable<T>): Generator<T | typeof PAUSE> {
  let count = 0;
  for (const step of source) {
    if (step === PAUSE) yield PAUSE;
    else {
      yield* make(step);
      if (++count % PAUSE_EVERY === 0) yield PAUSE;
    }
  }
}

/** Collects the items, passing yield points on. */
export function* collectSteps<T>(steps: Steps<T>): Generator<typeof PAUSE, T[]> {
  const all: T[] = [];
  for (const step of steps) {
    if (step === PAUSE) yield PAUSE;
    else all.push(step);
  }
  return all;
}

/** Collects the items without yielding. */
export function collectSync<T>(steps: Steps<T>): T[] {
  return [...steps].filter((step): step is T => step !== PAUSE);
}

/** The items from `start` up to `end`, exclusive. */
export function* sliceSteps<T>(steps: Steps<T>, start: number, end: number): Generator<T | typeof PAUSE> {
  let seen = 0;
  for (const step of steps) {
    if (step === PAUSE || seen++ >= start) yield step;
    if (seen >= end) return;
  }
}

/** Milliseconds of work after which a command yields. */
const SLICE_MS = 2;
/** Milliseconds that a long command waits at most, so that a stream of short commands cannot starve it. */
const MAX_WAIT_MS = 8;

/** Running commands that have not used up a slice yet; they run before long commands. */
const shortCommands = new Set<Yielder>();
/** Long commands waiting for the short ones. */
const waiters = new Set<() => void>();

/** Waits until no short command is running, for `MAX_WAIT_MS` at most. */
function shortCommandsEnd(): Promise<void> {
  return new Promise((resolve) => {
    const resume = (): void => {
      clearTimeout(timer);
      waiters.delete(resume);
      resolve();
    };
    const timer = setTimeout(resume, MAX_WAIT_MS);
    waiters.add(resume);
  });
}

/** Yields to other work when a slice is used up, and ends a command after its deadline. */
export class Yielder {
  private since = performance.now();

  /** @param deadline in terms of `performance.now()` */
  constructor(private deadline = Infinity) {}

  /** Extends the deadline by idle time. */
  extend(milliseconds: number): void {
    this.deadline += milliseconds;
  }

  /** Long commands wait for this one until it has used up a slice. */
  begin(): void {
    shortCommands.add(this);
  }

  /** Long commands no longer wait for this one. */
  end(): void {
    if (shortCommands.delete(this) && shortCommands.size === 0) for (const resume of waiters) resume();
  }

  /**
   * After a full slice, waits for one turn of the event loop and for short commands.
   *
   * @throws CommandError MaxTimeMSExpired
   */
  async pause(): Promise<void> {
    const now = performance.now();
    if (now > this.deadline) throw new CommandError('MaxTimeMSExpired', 'operation exceeded time limit');
    if (now - this.since < SLICE_MS) return;
    this.end();
    await new Promise((resolve) => setImmediate(resolve));
    if (shortCommands.size > 0) await shortCommandsEnd();
    this.since = performance.now();
  }
}

/** The items, letting other work run at yield points. */
export async function* yielding<T>(steps: Steps<T>, yielder: Yielder): AsyncGenerator<T> {
  for (const step of steps) {
    if (step === PAUSE) await yielder.pause();
    else yield step;
  }
}

export async function collect<T>(items: Iterable<T> | AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}
