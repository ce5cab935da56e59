/**
 * Work that is done when something wakes it, and every `pollMs` besides, one run at a time. A wake during a run leads to one
 * more run, so that what came meanwhile is not left to the poll. `work` handles its own errors.
 */
export class Loop {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | undefined;
  private again = false;
  private stopped = false;

  constructor(
    private readonly work: () => Promise<void>,
    private readonly pollMs: number,
  ) {}

  wake(): void {
    this.again = true;
    if (this.stopped) return;
    clearTimeout(this.timer);
    this.running ??= this.run();
  }

  /** Lets a run that is under way end, and starts none after it. */
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
    if (!this.stopped) this.timer = setTimeout(() => this.wake(), this.pollMs).unref();
  }
}
