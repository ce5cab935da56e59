import { PaddockError } from '../../../infrastructure/errors/paddock-error.js';

/**
 * Runs expensive work in order, `concurrency` jobs at a time. The queue is bounded: a job beyond `maxWaiting` is refused at once,
 * because its client would time out before the job runs.
 */
export class HashQueue {
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(
    private readonly concurrency: number,
    private readonly maxWaiting: number,
  ) {}

  /** @throws SERVICE_UNAVAILABLE when too many are waiting. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.running < this.concurrency) this.running += 1;
    else {
      if (this.waiting.length >= this.maxWaiting) throw new PaddockError('SERVICE_UNAVAILABLE', { retryAfter: 5 });
      // The finished job hands its slot over.
      await new Promise<void>((resolve) => this.waiting.push(resolve));
    }
    try {
      return await work();
    } finally {
      const next = this.waiting.shift();
      if (next) next();
      else this.running -= 1;
    }
  }
}
