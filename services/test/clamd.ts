import { createServer, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';

/** The part of a file that clamd takes for a virus here. */
export const infected = 'X-PADDOCK-TEST-VIRUS';

/** A scanner that speaks clamd's INSTREAM. */
export class Clamd {
  /** Bytes of the scanned files, the newest last. */
  readonly scanned: Buffer[] = [];
  /** Files above this size get no verdict, as with clamd's StreamMaxLength. */
  maxBytes = 1_000_000;
  isSilent = false;

  private readonly sockets = new Set<Socket>();
  private readonly server = createServer((socket) => {
    this.sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => this.sockets.delete(socket));
    let received = Buffer.alloc(0);
    socket.on('data', (part: Buffer) => {
      received = Buffer.concat([received, part]);
      if (this.isSilent) return;
      const reply = this.replyTo(received);
      if (reply !== undefined) socket.end(`${reply}\0`);
    });
  });

  async start(): Promise<string> {
    await new Promise<void>((resolve) => void this.server.listen(0, '127.0.0.1', resolve));
    return `127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    await new Promise((resolve) => this.server.close(resolve));
  }

  /** @returns undefined until the stream is whole */
  private replyTo(received: Buffer): string | undefined {
    const command = 'zINSTREAM\0';
    if (received.length < command.length) return undefined;
    if (received.toString('latin1', 0, command.length) !== command) return 'UNKNOWN COMMAND';
    const chunks: Buffer[] = [];
    let size = 0;
    for (let at = command.length; at + 4 <= received.length;) {
      const length = received.readUInt32BE(at);
      if (length === 0) {
        const bytes = Buffer.concat(chunks);
        this.scanned.push(bytes);
        return bytes.includes(infected) ? 'stream: Paddock.Test FOUND' : 'stream: OK';
      }
      if ((size += length) > this.maxBytes) return 'INSTREAM size limit exceeded. ERROR';
      if (at + 4 + length > received.length) return undefined;
      chunks.push(received.subarray(at + 4, at + 4 + length));
      at += 4 + length;
    }
    return undefined;
  }
}
