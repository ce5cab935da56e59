import { Injectable } from '@nestjs/common';
import type { ServerEvent, ServerEventPayload } from '@paddock/contract/calls/realtime';
import type { DefaultEventsMap, Server, Socket } from 'socket.io';
import { groupBy } from '../group-by.js';
import type { Tenant } from '../tenancy/tenant.js';
import { communityRoom, conversationRoom, userRoom, workplaceRoom } from './rooms.js';
import { type Packet, packetOf, WindowWrites } from './window-writes.js';

type ServerEvents = { [E in ServerEvent]: (payload: ServerEventPayload<E>) => void };
/** The stored facts of a window, without its token. */
export interface SocketOf {
  tenant: Tenant;
  user: string;
  session: string;
  /** The window's session previews: the window gets what concerns the session alone. */
  isPreviewing: boolean;
}
export type PaddockSocket = Socket<DefaultEventsMap, ServerEvents, DefaultEventsMap, SocketOf>;
export type PaddockServer = Server<DefaultEventsMap, ServerEvents, DefaultEventsMap, SocketOf>;

/** The receivers of an event; `workplace`: every window in the tenant's workplace. */
export type Audience = 'community' | 'workplace' | { conversation: string } | { user: string };

/**
 * Sends the contract's events to windows connected to this process. That suffices for domain events, since the outbox delivers
 * each event to every process; through the adapter between processes (Redis), every window would get each event once per process.
 */
@Injectable()
export class Realtime {
  private server: PaddockServer | undefined;
  private readonly writes = new WindowWrites();

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
    this.writes.add(this.sockets(roomOf(tenant, to)), packetOf(event, JSON.stringify(payload)));
  }

  /**
   * Sends each receiver its own payload: their id of a direct chat, their likes, addresses of files. It is made once per
   * member; `undefined` sends nothing to that member. Payloads that are equal are encoded once.
   */
  emitToEach<E extends ServerEvent>(
    tenant: Tenant,
    to: Audience,
    event: E,
    payloadFor: (viewer: string) => ServerEventPayload<E> | undefined,
  ): void {
    const windows = groupBy(this.sockets(roomOf(tenant, to)), ({ data }) => data.user);
    const packets = new Map<string, Packet>();
    for (const [user, own] of windows) {
      const payload = payloadFor(user);
      if (payload === undefined) continue;
      // Compared by content, so that nothing personal reaches other members in any payload.
      const text = JSON.stringify(payload);
      const packet = packets.get(text) ?? packetOf(event, text);
      packets.set(text, packet);
      this.writes.add(own, packet);
    }
  }

  /** Sends at once what waits for the end of the turn: before a window gets something past this class. */
  sendNow(): void {
    this.writes.send();
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
  if (to === 'workplace') return workplaceRoom(tenant);
  return 'user' in to ? userRoom(tenant, to.user) : conversationRoom(tenant, to.conversation);
}
