import { Injectable, type BeforeApplicationShutdown, type OnModuleDestroy } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Server } from 'node:http';
import { refusal } from '../infrastructure/errors/raw-refusal.js';

/** When clients may send a refused request again: a proxy with several processes then gives it to another one. */
const retryAfter = 1;

/** Of the shell and of modules. A window that got a refusal in place of one would take its module for damaged. */
const immutableFile = /^\/(assets|mfe-[a-z\d-]+)\//;

/**
 * Ends requests before the process. From SIGTERM on it refuses new ones with 503 and `Retry-After`: no handler has run, so that clients may
 * send them again. Files that never change are served until the end. The socket listens until all requests before have their
 * replies, since a proxy cannot tell a connection that a closing socket reset from one whose request was handled.
 */
@Injectable()
export class Draining implements OnModuleDestroy, BeforeApplicationShutdown {
  /** How long pending responses may take at shutdown. */
  drainMs = 5000;
  /** When the last connection is closed; undefined until the process is asked to end. */
  private until: number | undefined;
  private inProgress = 0;
  private hasEnded = () => undefined as void;

  constructor(private readonly adapter: HttpAdapterHost) {}

  /** Counts requests, and refuses those that come too late. Called before the server listens. */
  watch(fastify: FastifyInstance, headers: Readonly<Record<string, string>>): void {
    fastify.server.on('request', (_request, response) => {
      this.inProgress++;
      response.once('close', () => {
        if (--this.inProgress === 0) this.hasEnded();
      });
    });
    fastify.addHook('onRequest', async (request, reply) => {
      if (this.until === undefined) return;
      // A process that drains is alive; `/health` fails, so that balancers give it no more requests.
      const isServed = request.routeOptions.url === '/live' || immutableFile.test(request.url);
      if (!isServed) return refuse(reply, headers);
    });
  }

  /** Before the hooks of `beforeApplicationShutdown`, which stop what handlers need. */
  async onModuleDestroy(): Promise<void> {
    this.until = Date.now() + this.drainMs;
    if (this.inProgress === 0) return;
    await new Promise<void>((resolve) => {
      const late = setTimeout(resolve, this.drainMs);
      this.hasEnded = () => {
        clearTimeout(late);
        resolve();
      };
    });
  }

  /**
   * Closes connections. Node alone would wait for the client on a connection that becomes idle after the server closed, or that counts as
   * busy although its last response is sent (for example after an upload whose closing boundary was not read).
   */
  beforeApplicationShutdown(): void {
    const server = this.adapter.httpAdapter.getHttpServer() as Server;
    const idle = setInterval(() => server.closeIdleConnections(), 50).unref();
    const all = setTimeout(() => server.closeAllConnections(), Math.max(0, (this.until ?? 0) - Date.now())).unref();
    server.once('close', () => {
      clearInterval(idle);
      clearTimeout(all);
    });
  }
}

function refuse(reply: FastifyReply, headers: Readonly<Record<string, string>>): FastifyReply {
  const { status, body, head } = refusal('SERVICE_UNAVAILABLE', headers, { retry_after: retryAfter });
  return reply
    .code(status)
    .headers({ ...head, 'retry-after': String(retryAfter) })
    .send(body);
}
