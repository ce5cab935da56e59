import { PaddockError } from '../../../infrastructure/errors/paddock-error.js';

/**
 * Runs costly work a few at a time, in the order in which it was asked for. The queue is bounded: what would wait behind more than
 * `longest` others is refused at once, since whoever asked would be gone before their turn.
 */
export class HashQueue {
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(
    private readonly atOnce: number,
    private readonly longest: number,
  ) {}

  /** @throws SERVICE_UNAVAILABLE when too many are waiting. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.running < this.atOnce) this.running += 1;
    else {
      if (this.waiting.length >= this.longest) throw new PaddockError('SERVICE_UNAVAILABLE', { retryAfter: 5 });
      // Whoever ends hands its place on.
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
