import { Injectable } from '@nestjs/common';
import type { ServerEvent, ServerEventPayload } from '@paddock/contract/calls/realtime';
import type { DefaultEventsMap, Server, Socket } from 'socket.io';
import type { Tenant } from '../tenancy/tenant.js';
import { conversationRoom, userRoom } from './rooms.js';

type ServerEvents = { [E in ServerEvent]: (payload: ServerEventPayload<E>) => void };
/** What is kept of a window: who it is, never its token. */
export interface SocketOf {
  tenant: Tenant;
  user: string;
  session: string;
}
export type PaddockSocket = Socket<DefaultEventsMap, ServerEvents, DefaultEventsMap, SocketOf>;
export type PaddockServer = Server<DefaultEventsMap, ServerEvents, DefaultEventsMap, SocketOf>;

/** Who is to hear of something. */
export type Audience = { conversation: string } | { user: string };

/**
 * Sends the contract's events to windows that are connected to this process. That is enough for whatever follows from a
 * domain event, since the outbox hands each event to every process; with an adapter between processes (Redis) it must stay
 * so, or every window would hear of it once a process.
 */
@Injectable()
export class Realtime {
  private server: PaddockServer | undefined;

  /** Called by the gateway once the server is there. */
  attach(server: PaddockServer) {
    this.server = server;
  }

  /** The same payload for all: nothing in it may depend on who receives it. */
  emitTo<E extends ServerEvent>(tenant: Tenant, to: Audience, event: E, payload: ServerEventPayload<E>): void {
    for (const socket of this.sockets(roomOf(tenant, to))) send(socket, event, payload);
  }

  /**
   * A payload for each receiver: the id under which they know a direct chat, what they like, addresses of files. It is made once
   * for each member; `undefined` sends nothing to that member.
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

  /** The members who have a window that hears of this, in this process: whom to look things up for before `emitToEach`. */
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

/** Socket.IO's own overloads cannot follow an event and its payload that are generic together. */
function send<E extends ServerEvent>(socket: PaddockSocket, event: E, payload: ServerEventPayload<E>) {
  (socket.emit as (name: E, payload: ServerEventPayload<E>) => boolean).call(socket, event, payload);
}
