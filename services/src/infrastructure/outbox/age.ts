/**
 * The time since its creation, by the clock that went further: the monotonic clock stops while the machine sleeps, and the wall clock may
 * be set back.
 */
export class Age {
  private readonly startedAt = performance.now();
  private readonly createdAt = Date.now();

  /** Milliseconds. */
  get ms(): number {
    return Math.max(performance.now() - this.startedAt, Date.now() - this.createdAt);
  }
}
