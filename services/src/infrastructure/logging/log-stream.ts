import { write, writeSync } from 'node:fs';
import type { DestinationStream } from 'pino';

/** Maximal characters of waiting lines; further lines are dropped. */
const maxWaiting = 4 * 1024 * 1024;
const retryMs = 250;
/** Lines of this time are written together: a write costs many times as much as a line. */
const gatherMs = 20;

/**
 * Writes the log to a file descriptor. A line that cannot be written (full disk, closed pipe) is dropped: the log never blocks
 * the process, and continues when writing works again.
 */
export class LogStream implements DestinationStream {
  private lines: string[] = [];
  private waiting = 0;
  private dropped = 0;
  private busy = false;
  /** The last line in the file is incomplete. */
  private torn = false;

  constructor(private readonly descriptor: number) {
    process.once('exit', () => this.writeRest());
  }

  write(line: string): void {
    if (this.waiting + line.length > maxWaiting) {
      this.dropped++;
      return;
    }
    this.lines.push(line);
    this.waiting += line.length;
    if (!this.busy) this.writeIn(gatherMs);
  }

  private writeIn(ms: number): void {
    this.busy = true;
    setTimeout(() => this.writeNext(), ms).unref();
  }

  private writeNext(): void {
    const { lines } = this;
    const bytes = this.take();
    this.busy = bytes.length > 0;
    if (this.busy) this.writeBytes(bytes, lines.length);
  }

  private writeBytes(bytes: Buffer, lines: number): void {
    write(this.descriptor, bytes, (error, written) => {
      if (error?.code === 'EAGAIN') {
        setTimeout(() => this.writeBytes(bytes, lines), retryMs).unref();
      } else if (error) {
        this.dropped += lines;
        this.writeIn(retryMs);
      } else if (written < bytes.length) {
        this.torn = true;
        this.writeBytes(bytes.subarray(written), lines);
      } else {
        this.torn = false;
        this.writeIn(gatherMs);
      }
    });
  }

  /** All waiting lines, after a line about dropped ones. */
  private take(): Buffer {
    const { lines, dropped, torn } = this;
    this.lines = [];
    this.waiting = 0;
    if (lines.length === 0) return Buffer.alloc(0);
    const note = { level: 'warn', time: new Date().toISOString(), module: 'log', dropped, msg: 'lines were dropped' };
    this.dropped = 0;
    return Buffer.from(`${torn ? '\n' : ''}${dropped > 0 ? `${JSON.stringify(note)}\n` : ''}${lines.join('')}`);
  }

  private writeRest(): void {
    try {
      writeSync(this.descriptor, this.take());
    } catch {
      // The process ends; its last lines are lost.
    }
  }
}
