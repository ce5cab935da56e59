import { Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { Server } from 'node:http';

/** How long answers that are on their way may still take when the process ends. */
const drainMs = 5000;

/**
 * A connection that is busy when the server closes and falls idle after that, or that counts as busy although its last answer is out
 * (of an upload whose closing boundary was not read, say), would keep the process until its client hangs up.
 */
@Injectable()
export class Draining implements BeforeApplicationShutdown {
  constructor(private readonly adapter: HttpAdapterHost) {}

  beforeApplicationShutdown() {
    const server = this.adapter.httpAdapter.getHttpServer() as Server;
    const idle = setInterval(() => server.closeIdleConnections(), 50).unref();
    const all = setTimeout(() => server.closeAllConnections(), drainMs).unref();
    server.once('close', () => {
      clearInterval(idle);
      clearTimeout(all);
    });
  }
}
