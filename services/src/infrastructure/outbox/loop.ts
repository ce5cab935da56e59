import { AsyncResource } from 'node:async_hooks';

/** Processes that start together must not poll together for ever. */
const jitter = 0.2;

/**
 * Runs `work` when woken, and at most `pollMs` after each run, one run at a time. A wake during a run starts one more run, so that
 * new work does not wait for the poll. `work` handles its own errors. Runs do not belong to the request that wakes the loop: its
 * context ends here.
 */
export class Loop {
  private timer: NodeJS.Timeout | undefined;
  /** When the timer ends, by `performance.now()`. */
  private due = 0;
  private running: Promise<void> | undefined;
  private again = false;
  private stopped = false;
  private readonly context = new AsyncResource(Loop.name);

  constructor(
    private readonly work: () => Promise<void>,
    private readonly pollMs: number | (() => number),
  ) {}

  wake(): void {
    this.again = true;
    if (this.stopped) return;
    clearTimeout(this.timer);
    this.running ??= this.context.runInAsyncScope(() => this.run());
  }

  /** Wakes unless a run is under way or due within this time. */
  wakeBy(ms: number): void {
    if (!this.running && this.due - performance.now() > ms) this.wake();
  }

  wakeIn(ms: number): void {
    setTimeout(() => this.wake(), ms).unref();
  }

  /** Waits for a current run, and starts no further one. */
  async stop(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    await this.running;
  }

  private async run(): Promise<void> {
    while (this.again && !this.stopped) {
      this.again = false;
      await this.work();
    }
    this.running = undefined;
    if (this.stopped) return;
    const pollMs = (typeof this.pollMs === 'number' ? this.pollMs : this.pollMs()) * (1 - jitter * Math.random());
    this.due = performance.now() + pollMs;
    this.timer = setTimeout(() => this.wake(), pollMs).unref();
  }
}
