import { Inject } from '@nestjs/common';
import {
  ConnectedSocket,
  MessageBody,
  type OnGatewayConnection,
  type OnGatewayDisconnect,
  type OnGatewayInit,
  SubscribeMessage,
  WebSocketGateway,
} from '@nestjs/websockets';
import type { ClientEvent } from '@paddock/contract/calls/realtime';
import { realtimePath } from '@paddock/contract/calls/realtime';
import type { ErrorCode, FieldCode } from '@paddock/contract/core/errors';
import type { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { ENVIRONMENT, type Environment } from '../../infrastructure/environment/environment.js';
import { LOGGER } from '../../infrastructure/environment/logger-token.js';
import { PaddockError } from '../../infrastructure/errors/paddock-error.js';
import { rawRefusal } from '../../infrastructure/errors/raw-refusal.js';
import type { Logger } from '../../infrastructure/logging/logger.js';
import { Metrics } from '../../infrastructure/metrics/metrics.js';
import { securityHeaders } from '../../infrastructure/security-headers.js';
import { connectionLimits, socketLimits } from '../../infrastructure/rate-limits/limits.js';
import { RateLimits } from '../../infrastructure/rate-limits/rate-limits.js';
import { SocketAdmission } from './socket-admission.js';
import { clientReader, type ConnectingClient } from '../../infrastructure/realtime/client-of.js';
import { ConnectionBounds, type WatchedConnection } from '../../infrastructure/realtime/connection-bounds.js';
import { Realtime, type PaddockServer, type PaddockSocket } from '../../infrastructure/realtime/realtime.js';
import { RoomKeeper } from './room-keeper.js';
import { sessionRoom, userRoom } from '../../infrastructure/realtime/rooms.js';
import { Typing } from './typing.js';

/** A request as Engine.IO passes it on: with a response if it is no upgrade, with a websocket once it is upgraded. */
interface UpgradeRequest extends IncomingMessage {
  res?: ServerResponse;
  websocket?: unknown;
}

/** Engine.IO's code of a request that `allowRequest` refuses. */
const forbiddenRequestCode = 4;

/** The acknowledgement of a client's message. */
export type Ack = { ok: true } | { code: ErrorCode; fields?: Record<string, FieldCode>; retry_after?: number };

/**
 * Realtime over Socket.IO on the server of the API, by WebSocket alone, so that a proxy may give each connection to any process. "Is
 * writing" reaches windows of other processes through the `ProcessChannel`; what follows from domain events is sent by each
 * process to its own windows ({@link Realtime}).
 */
@WebSocketGateway({
  path: realtimePath,
  serveClient: false,
  // No long polling and no JSONP: the bounds of a connection count a WebSocket.
  transports: ['websocket'],
  // Messages only name a chat; a longer one closes the connection.
  maxHttpBufferSize: 16_384,
  perMessageDeflate: false,
})
export class RealtimeGateway
  implements OnGatewayInit<PaddockServer>, OnGatewayConnection<PaddockSocket>, OnGatewayDisconnect<PaddockSocket>
{
  private readonly clientOf: (request: IncomingMessage) => ConnectingClient;
  private readonly bounds: ConnectionBounds;
  /** Connections with a window or one that is being admitted, with the changes before: a connection carries one window. */
  private readonly admitted = new WeakMap<object, number>();

  constructor(
    private readonly realtime: Realtime,
    private readonly admission: SocketAdmission,
    private readonly typing: Typing,
    private readonly keeper: RoomKeeper,
    private readonly limits: RateLimits,
    private readonly metrics: Metrics,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(ENVIRONMENT) private readonly environment: Environment,
  ) {
    this.clientOf = clientReader(environment.trustedProxy);
    this.bounds = new ConnectionBounds(environment.networks);
  }

  afterInit(server: PaddockServer) {
    this.realtime.attach(server);
    this.addHeaders(server);
    this.boundConnections(server);
    // Before the connection is acknowledged, so that a client is in all its rooms when it gets `connect`.
    server.use((socket, next) => {
      const { conn } = socket;
      if (this.admitted.has(conn)) return next(this.refusal(new PaddockError('TOO_MANY_REQUESTS')));
      this.admitted.set(conn, this.keeper.beforeAdmission());
      this.admit(server, socket).then(
        () => next(),
        (error: unknown) => {
          this.admitted.delete(conn);
          next(this.refusal(error));
        },
      );
    });
  }

  private boundConnections({ engine }: PaddockServer) {
    engine.opts.allowRequest = (request: IncomingMessage, decide: (refusal: null, allowed: boolean) => void) => {
      void this.bounds.admits(this.clientOf(request).address).then((allowed) => decide(null, allowed));
    };
    engine.on('connection', (connection: WatchedConnection & { request: IncomingMessage }) => {
      this.bounds.watch(connection, this.clientOf(connection.request).address, () =>
        this.logger.warn({ module: 'realtime' }, 'a connection was closed: it sent too much'),
      );
    });
  }

  /** Engine.IO handles requests of its path before Fastify sees them. */
  private addHeaders({ httpServer, engine }: PaddockServer) {
    const headers = { ...securityHeaders(this.environment), 'cache-control': 'no-store' };
    httpServer.prependListener('request', ({ url = '' }: IncomingMessage, response: ServerResponse) => {
      if (url.startsWith(realtimePath))
        for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    });
    engine.on('headers', (given: Record<string, string>) => Object.assign(given, headers));
    // Without a response object, Engine.IO and its WebSocket server write refusals without headers to the socket.
    const refuse = (socket: Socket, code: ErrorCode = 'MALFORMED_REQUEST') =>
      socket.end(rawRefusal(code, headers)).destroySoon();
    engine.on('connection_error', ({ req, code }: { req: UpgradeRequest; code: number }) => {
      if (!req.res && !req.websocket)
        refuse(req.socket, code === forbiddenRequestCode ? 'TOO_MANY_REQUESTS' : undefined);
    });
    // Engine.IO makes its WebSocket server again when the HTTP server starts to listen.
    httpServer.on('listening', () => {
      const { ws } = engine as unknown as { ws: EventEmitter & { options: { autoPong: boolean } } };
      // The bounds answer pings, up to their number.
      ws.options.autoPong = false;
      ws.on('wsClientError', (_error: Error, socket: Socket) => refuse(socket));
    });
  }

  handleConnection(socket: PaddockSocket) {
    this.metrics.sockets.inc({ community: socket.data.tenant.community });
    void this.keeper.admitted(socket, this.admitted.get(socket.conn) ?? -1);
    // Counts everything that a client sends, also events without a listener.
    socket.use(([event, ...rest], next) => {
      const { tenant, user } = socket.data;
      this.limits.take('socket.message', socketLimits.message, tenant.community, user).then(
        () => next(),
        (error: unknown) => {
          const ack = rest.at(-1) as unknown;
          if (typeof ack === 'function') (ack as (answer: Ack) => void)(this.ackOf(error, String(event)));
        },
      );
    });
  }

  handleDisconnect(socket: PaddockSocket) {
    this.admitted.delete(socket.conn);
    this.metrics.sockets.dec({ community: socket.data.tenant.community });
  }

  @SubscribeMessage('writing_group' satisfies ClientEvent)
  async onWritingGroup(@ConnectedSocket() socket: PaddockSocket, @MessageBody() message: unknown): Promise<Ack> {
    const arrived = performance.now();
    return this.ackAfter('writing_group', () => this.typing.inGroup(socket.data, message, arrived));
  }

  @SubscribeMessage('writing_recipient' satisfies ClientEvent)
  async onWritingRecipient(@ConnectedSocket() socket: PaddockSocket, @MessageBody() message: unknown): Promise<Ack> {
    const arrived = performance.now();
    return this.ackAfter('writing_recipient', () => this.typing.toRecipient(socket.data, message, arrived));
  }

  private async ackAfter(event: ClientEvent, work: () => Promise<void>): Promise<Ack> {
    try {
      await work();
      return { ok: true };
    } catch (error) {
      return this.ackOf(error, event);
    }
  }

  private async admit(server: PaddockServer, socket: PaddockSocket): Promise<void> {
    const { host, address } = this.clientOf(socket.request);
    socket.data = await this.admission.admit(host, address, socket.handshake.auth);
    const { tenant, user, session, isPreviewing } = socket.data;
    const own = isPreviewing ? sessionRoom(tenant.community, session) : userRoom(tenant, user);
    const { windows, retrySeconds } = connectionLimits.member;
    if ((server.sockets.adapter.rooms.get(own)?.size ?? 0) >= windows)
      throw new PaddockError('TOO_MANY_REQUESTS', { retryAfter: retrySeconds });
    // Counted from here on, also for those that are being admitted at the same time.
    await socket.join(own);
    await socket.join([...(await this.admission.roomsOf(socket.data))]);
  }

  private refusal(error: unknown): Error {
    const { code, details } = this.known(error, 'connect');
    return Object.assign(new Error(code), {
      data: { code, ...(details.retryAfter && { retry_after: details.retryAfter }) },
    });
  }

  private ackOf(error: unknown, event: string): Ack {
    const { code, details } = this.known(error, event);
    return {
      code,
      ...(details.fields && { fields: details.fields }),
      ...(details.retryAfter && { retry_after: details.retryAfter }),
    };
  }

  private known(error: unknown, event: string): PaddockError {
    if (error instanceof PaddockError) return error;
    this.logger.error({ module: 'realtime', event, err: error }, 'message failed');
    return new PaddockError('INTERNAL_ERROR');
  }
}
