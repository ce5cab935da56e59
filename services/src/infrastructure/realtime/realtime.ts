import { Injectable } from '@nestjs/common';
import type { ServerEvent, ServerEventPayload } from '@paddock/contract/calls/realtime';
import type { DefaultEventsMap, Server, Socket } from 'socket.io';
import type { Tenant } from '../tenancy/tenant.js';
import { communityRoom, conversationRoom, userRoom } from './rooms.js';

type ServerEvents = { [E in ServerEvent]: (payload: ServerEventPayload<E>) => void };
/** The stored facts of a window, without its token. */
export interface SocketOf {
  tenant: Tenant;
  user: string;
  session: string;
  /** Its session previews: it gets what concerns the session alone. */
  isPreviewing: boolean;
}
export type PaddockSocket = Socket<DefaultEventsMap, ServerEvents, DefaultEventsMap, SocketOf>;
export type PaddockServer = Server<DefaultEventsMap, ServerEvents, DefaultEventsMap, SocketOf>;

/** The receivers of an event. */
export type Audience = 'community' | { conversation: string } | { user: string };

/**
 * Sends the contract's events to windows connected to this process. That suffices for domain events, since the outbox delivers
 * each event to every process; through the adapter between processes (Redis), every window would get each event once per process.
 */
@Injectable()
export class Realtime {
  private server: PaddockServer | undefined;

  /** Called by the gateway once the server exists. */
  attach(server: PaddockServer) {
    this.server = server;
  }

  /** The server; undefined before it is attached, which is before `onModuleInit`. */
  attached(): PaddockServer | undefined {
    return this.server;
  }

  /** Sends one payload to all: it must not depend on the receiver. */
  emitTo<E extends ServerEvent>(tenant: Tenant, to: Audience, event: E, payload: ServerEventPayload<E>): void {
    this.emitToRooms([roomOf(tenant, to)], event, payload);
  }

  /**
   * Sends each receiver its own payload: their id of a direct chat, their likes, addresses of files. It is made once per
   * member; `undefined` sends nothing to that member. Members whose payloads are equal get one broadcast.
   */
  emitToEach<E extends ServerEvent>(
    tenant: Tenant,
    to: Audience,
    event: E,
    payloadFor: (viewer: string) => ServerEventPayload<E> | undefined,
  ): void {
    const windows = new Map<string, string[]>();
    for (const { id, data } of this.sockets(roomOf(tenant, to))) {
      const ids = windows.get(data.user);
      if (ids) ids.push(id);
      else windows.set(data.user, [id]);
    }
    const broadcasts = new Map<string, { payload: ServerEventPayload<E>; rooms: string[] }>();
    for (const [user, ids] of windows) {
      const payload = payloadFor(user);
      if (payload === undefined) continue;
      // Compared by content, so that nothing personal reaches other members, whatever the payload is made of.
      const text = JSON.stringify(payload);
      const broadcast = broadcasts.get(text);
      if (broadcast) broadcast.rooms.push(...ids);
      else broadcasts.set(text, { payload, rooms: ids });
    }
    for (const { payload, rooms } of broadcasts.values()) this.emitToRooms(rooms, event, payload);
  }

  /** A broadcast encodes its payload once. Each window has a room of its id; `local` keeps the event in this process. */
  private emitToRooms<E extends ServerEvent>(rooms: string[], event: E, payload: ServerEventPayload<E>): void {
    const receivers = this.server?.local.to(rooms);
    // Socket.IO's overloads do not support an event and its payload that are generic together.
    (receivers?.emit as ((name: E, payload: ServerEventPayload<E>) => boolean) | undefined)?.call(
      receivers,
      event,
      payload,
    );
  }

  /** Members with a window in the audience, in this process: use it to load data before `emitToEach`. */
  viewers(tenant: Tenant, to: Audience): string[] {
    return [...new Set(this.sockets(roomOf(tenant, to)).map((socket) => socket.data.user))];
  }

  /** Whether any window is connected to this process. */
  hasWindows(): boolean {
    return (this.server?.sockets.sockets.size ?? 0) > 0;
  }

  /** The windows in a room, in this process. */
  sockets(room: string): PaddockSocket[] {
    const { sockets } = this.server ?? {};
    if (!sockets) return [];
    return [...(sockets.adapter.rooms.get(room) ?? [])].flatMap((id) => sockets.sockets.get(id) ?? []);
  }
}

function roomOf(tenant: Tenant, to: Audience): string {
  if (to === 'community') return communityRoom(tenant.community);
  return 'user' in to ? userRoom(tenant, to.user) : conversationRoom(tenant, to.conversation);
}
