import { createReadStream } from 'node:fs';
import { connect } from 'node:net';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { PaddockError } from '../errors/paddock-error.js';
import type { Logger } from '../logging/logger.js';

/** Milliseconds without a sign of the scanner. */
const silenceMs = 60_000;
/** A longer reply is no verdict. */
const maxReply = 4096;

/** Asks clamd for a verdict about received files; without a setting every file passes. */
export class VirusScanner {
  /** @param address `host:port`, or the path of clamd's socket */
  constructor(
    private readonly address: string | undefined,
    private readonly logger: Logger,
    private readonly timeoutMs = silenceMs,
  ) {}

  /**
   * Sends a file to clamd (`INSTREAM`).
   *
   * @throws INVALID_FILE with the reason `infected`; SERVICE_UNAVAILABLE when clamd is unreachable, silent, or gives no verdict, for
   * example about a file above its own limit: a file that was not scanned is not stored
   */
  async check(path: string): Promise<void> {
    if (this.address === undefined) return;
    const verdict = await this.verdictOn(path, this.address).catch((error: Error) => error.message);
    if (verdict.endsWith(' OK')) return;
    // The verdict names the virus, or why there is none.
    this.logger.warn({ module: 'files', verdict }, 'the virus scanner refused a file');
    if (verdict.endsWith(' FOUND')) throw new PaddockError('INVALID_FILE', { reason: 'infected' });
    throw new PaddockError('SERVICE_UNAVAILABLE');
  }

  private async verdictOn(path: string, address: string): Promise<string> {
    const [, host, port] = /^([^/]+):(\d+)$/.exec(address) ?? [];
    const socket = host === undefined ? connect(address) : connect(Number(port), host);
    socket.setTimeout(this.timeoutMs, () => socket.destroy(new Error('clamd is silent')));
    let reply = '';
    const replied = new Promise<string>((resolve, reject) => {
      socket.on('data', (part: Buffer) => {
        reply += part.toString();
        if (reply.length > maxReply) socket.destroy(new Error('clamd replied too much'));
      });
      socket.on('error', reject);
      // clamd replies before the end, and closes, when the file is above its limit.
      socket.on('close', () => resolve(reply.replace(/\0?\n?$/, '')));
    });
    socket.write('zINSTREAM\0');
    const [verdict, sent] = await Promise.allSettled([
      replied,
      pipeline(createReadStream(path), inChunks(), socket, { end: false }).then(() => socket.write(endOfStream)),
    ]);
    if (verdict.status === 'fulfilled' && verdict.value !== '') return verdict.value;
    throw (
      (verdict.status === 'rejected' ? verdict.reason : undefined) ??
      (sent.status === 'rejected' ? sent.reason : undefined) ??
      new Error('clamd closed without a verdict')
    );
  }
}

const endOfStream = Buffer.alloc(4);

/** Each chunk follows its length in four bytes. */
const inChunks = () =>
  new Transform({
    transform(part: Buffer, _encoding, done) {
      const length = Buffer.alloc(4);
      length.writeUInt32BE(part.length);
      this.push(length);
      done(null, part);
    },
  });
