import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { encodeReply, MessageReader, type Request } from './wire.js';
import type { Pieces } from '../values/bson.js';

/** Returns the reply document to a request, as bytes. */
export type Responder = (request: Request, connectionId: number) => Promise<Pieces>;

/** Queued requests per connection before reading from it stops. */
const MAX_WAITING = 64;

/** Waits until the peer has read the data or disconnected. */
const drained = (socket: Socket): Promise<void> =>
  new Promise((resolve) => {
    const done = (): void => {
      socket.off('drain', done).off('close', done);
      resolve();
    };
    socket.on('drain', done).on('close', done);
  });

/** Accepts connections and transports messages; the responder interprets them. */
export class Listener {
  private readonly server: Server;
  private readonly sockets = new Set<Socket>();
  private readonly busy = new Set<Promise<void>>();
  private nextConnectionId = 1;
  private closing = false;

  constructor(
    private readonly respond: Responder,
    private readonly log: (message: string) => void,
  ) {
    this.server = createServer({ noDelay: true }, (socket) => this.accept(socket));
  }

  get connections(): number {
    return this.sockets.size;
  }

  /** Starts listening. @returns the port; 0 for a unix socket */
  async listen(where: { host: string; port: number } | { path: string }): Promise<number> {
    await once(this.server.listen(where), 'listening');
    const address = this.server.address();
    return typeof address === 'object' && address !== null ? address.port : 0;
  }

  /** Waits for running commands, then closes every connection. */
  async close(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.server.close(() => resolve()));
    this.closing = true;
    for (const socket of this.sockets) {
      socket.pause();
      // A peer that does not read would keep its command from ending.
      if (socket.writableNeedDrain) socket.destroy();
    }
    await Promise.all(this.busy);
    for (const socket of this.sockets) socket.destroy();
    await closed;
  }

  private accept(socket: Socket): void {
    const id = this.nextConnectionId++;
    const reader = new MessageReader();
    let queue = Promise.resolve();
    let waiting = 0;
    this.sockets.add(socket);
    socket.on('close', () => this.sockets.delete(socket));
    socket.on('error', () => socket.destroy());
    socket.on('data', (chunk) => {
      let requests: Request[];
      try {
        requests = reader.push(chunk);
      } catch (error) {
        this.log(`connection ${id} closed: ${error instanceof Error ? error.message : String(error)}`);
        socket.destroy();
        return;
      }
      // Sequentially: replies must keep the order of the requests.
      for (const request of requests) {
        queue = queue.then(() => this.handle(socket, request, id));
        const work = queue;
        this.busy.add(work);
        waiting++;
        void work.finally(() => {
          this.busy.delete(work);
          if (--waiting <= MAX_WAITING && !this.closing) socket.resume();
        });
      }
      if (waiting > MAX_WAITING) socket.pause();
    });
  }

  private async handle(socket: Socket, request: Request, id: number): Promise<void> {
    const document = await this.respond(request, id);
    if (request.unacknowledged || socket.destroyed) return;
    const taken = socket.write(encodeReply(request, document));
    if (!taken && !this.closing) await drained(socket);
  }
}
