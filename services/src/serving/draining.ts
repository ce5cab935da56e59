import { Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { Server } from 'node:http';

/**
 * Closes connections at shutdown. Node alone would wait for the client on a connection that becomes idle after the server closed, or that
 * counts as busy although its last response is sent (for example after an upload whose closing boundary was not read).
 */
@Injectable()
export class Draining implements BeforeApplicationShutdown {
  /** How long pending responses may take at shutdown. */
  drainMs = 5000;

  constructor(private readonly adapter: HttpAdapterHost) {}

  beforeApplicationShutdown() {
    const server = this.adapter.httpAdapter.getHttpServer() as Server;
    const idle = setInterval(() => server.closeIdleConnections(), 50).unref();
    const all = setTimeout(() => server.closeAllConnections(), this.drainMs).unref();
    server.once('close', () => {
      clearInterval(idle);
      clearTimeout(all);
    });
  }
}
