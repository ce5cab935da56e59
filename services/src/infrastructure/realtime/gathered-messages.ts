/** Sends one message per key for many changes within a time. */
export class GatheredMessages {
  private readonly timers = new Map<string, NodeJS.Timeout>();
  private readonly sending = new Set<Promise<void>>();

  constructor(private readonly gatherMs: number) {}

  /** @param send does not reject */
  add(key: string, send: () => void | Promise<void>): void {
    if (this.timers.has(key)) return;
    const run = () => {
      this.timers.delete(key);
      const sent = Promise.resolve(send()).finally(() => this.sending.delete(sent));
      this.sending.add(sent);
    };
    this.timers.set(key, setTimeout(run, this.gatherMs));
  }

  /** Waits for messages that are being made, because they read from the database, whose connection closes next. */
  async stop(): Promise<void> {
    for (const timer of this.timers.values()) clearTimeout(timer);
    await Promise.all(this.sending);
  }
}
