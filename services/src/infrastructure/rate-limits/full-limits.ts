/** How long it is remembered that a limit is full; then the database is asked again, where another process may have cleared it. */
const rememberedMs = 5000;
const maxKeys = 50_000;

/** Shared limits that are full: who goes on nevertheless is refused without a write, so that a flood of guesses costs little. */
export class FullLimits {
  private readonly keys = new Map<string, { askAgain: number; end: number }>();

  remember(key: string, waitMs: number): void {
    const now = performance.now();
    // Again at the end, so that the first is always the oldest.
    this.keys.delete(key);
    this.keys.set(key, { askAgain: now + Math.min(waitMs, rememberedMs), end: now + waitMs });
    for (const oldest of this.keys.keys()) {
      if (this.keys.size <= maxKeys) break;
      this.keys.delete(oldest);
    }
  }

  /** How long to wait; undefined when the limit is not known to be full. */
  waitMs(key: string): number | undefined {
    const known = this.keys.get(key);
    const now = performance.now();
    return known && known.askAgain > now ? known.end - now : undefined;
  }

  forget(key: string): void {
    this.keys.delete(key);
  }
}
