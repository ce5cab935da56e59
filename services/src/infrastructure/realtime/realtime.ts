import { Injectable } from '@nestjs/common';
import type { ServerEvent, ServerEventPayload } from '@paddock/contract/calls/realtime';
import type { DefaultEventsMap, Server, Socket } from 'socket.io';
import type { Tenant } from '../tenancy/tenant.js';
import { conversationRoom, userRoom } from './rooms.js';

type ServerEvents = { [E in ServerEvent]: (payload: ServerEventPayload<E>) => void };
/** The stored facts of a window, without its token. */
export interface SocketOf {
  tenant: Tenant;
  user: string;
  session: string;
}
export type PaddockSocket = Socket<DefaultEventsMap, ServerEvents, DefaultEventsMap, SocketOf>;
export type PaddockServer = Server<DefaultEventsMap, ServerEvents, DefaultEventsMap, SocketOf>;

/** The receivers of an event. */
export type Audience = { conversation: string } | { user: string };

/**
 * Sends the contract's events to windows connected to this process. That suffices for domain events, since the outbox delivers
 * each event to every process; keep it so with an adapter between processes (Redis), or every window would get each event once
 * per process.
 */
@Injectable()
export class Realtime {
  private server: PaddockServer | undefined;

  /** Called by the gateway once the server exists. */
  attach(server: PaddockServer) {
    this.server = server;
  }

  /** Sends one payload to all: it must not depend on the receiver. */
  emitTo<E extends ServerEvent>(tenant: Tenant, to: Audience, event: E, payload: ServerEventPayload<E>): void {
    for (const socket of this.sockets(roomOf(tenant, to))) send(socket, event, payload);
  }

  /**
   * Sends each receiver its own payload: their id of a direct chat, their likes, addresses of files. It is made once per
   * member; `undefined` sends nothing to that member.
   */
  emitToEach<E extends ServerEvent>(
    tenant: Tenant,
    to: Audience,
    event: E,
    payloadFor: (viewer: string) => ServerEventPayload<E> | undefined,
  ): void {
    const made = new Map<string, ServerEventPayload<E> | undefined>();
    for (const socket of this.sockets(roomOf(tenant, to))) {
      const { user } = socket.data;
      if (!made.has(user)) made.set(user, payloadFor(user));
      const payload = made.get(user);
      if (payload !== undefined) send(socket, event, payload);
    }
  }

  /** Members with a window in the audience, in this process: use it to load data before `emitToEach`. */
  viewers(tenant: Tenant, to: Audience): string[] {
    return [...new Set(this.sockets(roomOf(tenant, to)).map((socket) => socket.data.user))];
  }

  /** The windows in a room, in this process. */
  sockets(room: string): PaddockSocket[] {
    const { sockets } = this.server ?? {};
    if (!sockets) return [];
    return [...(sockets.adapter.rooms.get(room) ?? [])].flatMap((id) => sockets.sockets.get(id) ?? []);
  }
}

function roomOf(tenant: Tenant, to: Audience): string {
  return 'user' in to ? userRoom(tenant, to.user) : conversationRoom(tenant, to.conversation);
}

/** Socket.IO's overloads do not support an event and its payload that are generic together. */
function send<E extends ServerEvent>(socket: PaddockSocket, event: E, payload: ServerEventPayload<E>) {
  (socket.emit as (name: E, payload: ServerEventPayload<E>) => boolean).call(socket, event, payload);
}
