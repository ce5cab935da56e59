/** How long a full limit is remembered; then the database is queried again, since another process may have reset it. */
const rememberedMs = 5000;
const maxKeys = 50_000;

/** Shared limits that are full: further attempts are refused without a write, so that a flood of guesses is cheap. */
export class FullLimits {
  private readonly keys = new Map<string, { askAgain: number; end: number }>();

  remember(key: string, waitMs: number): void {
    const now = performance.now();
    // Moved to the end, so that the first is always the oldest.
    this.keys.delete(key);
    this.keys.set(key, { askAgain: now + Math.min(waitMs, rememberedMs), end: now + waitMs });
    for (const oldest of this.keys.keys()) {
      if (this.keys.size <= maxKeys) break;
      this.keys.delete(oldest);
    }
  }

  /** How long to wait; undefined if the limit is not known to be full. */
  waitMs(key: string): number | undefined {
    const known = this.keys.get(key);
    const now = performance.now();
    return known && known.askAgain > now ? known.end - now : undefined;
  }

  forget(key: string): void {
    this.keys.delete(key);
  }
}
