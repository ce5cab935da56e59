import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { encodeReply, MessageReader, type Request } from './wire.js';
import type { Pieces } from '../values/bson.js';

/** Gives the reply document to a request, as bytes. */
export type Responder = (request: Request, connectionId: number) => Promise<Pieces>;

/** Requests of one connection that may wait for their turn before no more of it is read. */
const MAX_WAITING = 64;

/** Waits until the peer has taken what was written, or is gone. */
const drained = (socket: Socket): Promise<void> =>
  new Promise((resolve) => {
    const done = (): void => {
      socket.off('drain', done).off('close', done);
      resolve();
    };
    socket.on('drain', done).on('close', done);
  });

/** Accepts connections and carries messages; what they mean is the responder's business. */
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

  /** Number of open connections. */
  get connections(): number {
    return this.sockets.size;
  }

  /** Starts to listen. @returns the port, 0 for a socket */
  async listen(where: { host: string; port: number } | { path: string }): Promise<number> {
    await once(this.server.listen(where), 'listening');
    const address = this.server.address();
    return typeof address === 'object' && address !== null ? address.port : 0;
  }

  /** Lets running commands end, then closes every connection. */
  async close(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.server.close(() => resolve()));
    this.closing = true;
    for (const socket of this.sockets) {
      socket.pause();
      // A peer that reads nothing would keep its command from ending.
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
      // One at a time: replies have to come in the order of the requests.
      for (const request of requests) {
        queue = queue.then(() => this.answer(socket, request, id));
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

  private async answer(socket: Socket, request: Request, id: number): Promise<void> {
    const document = await this.respond(request, id);
    if (request.unacknowledged || socket.destroyed) return;
    const taken = socket.write(encodeReply(request, document));
    if (!taken && !this.closing) await drained(socket);
  }
}
