import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
  type OnModuleInit,
} from '@nestjs/common';
import type { ServerEventPayload } from '@paddock/contract/calls/realtime';
import { missingAccess } from '@paddock/contract/calls/users';
import { belongsTo } from '@paddock/contract/core/workplaces';
import type { Subscription } from 'rxjs';
import { LOGGER } from '../../infrastructure/environment/logger-token.js';
import type { Logger } from '../../infrastructure/logging/logger.js';
import { ChangedRows } from '../../infrastructure/outbox/changed-rows.js';
import { Outbox } from '../../infrastructure/outbox/outbox.js';
import { previewOf } from '../sessions/session-preview.js';
import { SessionRepository } from '../sessions/session.repository.js';
import { Communities, type CommunityChange } from '../../infrastructure/tenancy/communities.js';
import { UserRepository } from '../users/user.repository.js';
import { SocketAdmission } from './socket-admission.js';
import { type PaddockSocket, Realtime } from '../../infrastructure/realtime/realtime.js';
import {
  communityRoom,
  conversationOfRoom,
  conversationRoom,
  previewsRoom,
  sessionRoom,
  userRoom,
} from '../../infrastructure/realtime/rooms.js';

/** How often every window is checked for an expired session, and its member's activity is stored. */
const roundMs = 60_000;

/** Updates the rooms of windows when memberships, deployments and sessions change. */
@Injectable()
export class RoomKeeper implements OnModuleInit, OnApplicationBootstrap, BeforeApplicationShutdown {
  private changes: Subscription | undefined;
  private timer: NodeJS.Timeout | undefined;
  /** The number of changes that windows in rooms were checked for. */
  private changesSeen = 0;

  constructor(
    private readonly realtime: Realtime,
    private readonly admission: SocketAdmission,
    private readonly outbox: Outbox,
    private readonly communities: Communities,
    private readonly sessions: SessionRepository,
    private readonly users: UserRepository,
    private readonly changed: ChangedRows,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * An event may be about a write of another process. The cached rows are dropped before the windows are checked, since there is
   * no second check; later calls profit as well.
   */
  onModuleInit() {
    this.outbox.deliverPromptlyWhile(() => this.realtime.hasWindows());
    this.outbox.subscribe({
      name: 'realtime-rooms',
      kinds: ['MembershipChanged'],
      handle: (event) => {
        const { tenant, group, user } = event;
        this.dropChanged(event);
        const sockets = this.realtime.sockets(user ? userRoom(tenant, user) : conversationRoom(tenant, group));
        return this.refreshAll(sockets, announceMoves);
      },
    });
    this.outbox.subscribe({
      name: 'realtime-sessions',
      kinds: ['SessionEnded'],
      handle: (event) => {
        const { tenant, session, code } = event;
        this.dropChanged(event);
        for (const socket of this.realtime.sockets(sessionRoom(tenant.community, session))) this.end(socket, code);
      },
    });
    this.outbox.subscribe({
      name: 'realtime-overrides',
      kinds: ['OverridesChanged'],
      handle: async (event) => {
        const { tenant, session, revision } = event;
        this.dropChanged(event);
        const sockets = this.realtime.sockets(sessionRoom(tenant.community, session));
        sockets.forEach((socket) => socket.emit('updating_deployment', { revision }));
        if (sockets.length > 0) await this.check(session, sockets);
      },
    });
    this.outbox.subscribe({
      name: 'realtime-members',
      kinds: ['MemberChanged', 'AccountDeleted'],
      handle: async (event) => {
        const { tenant, user } = event;
        this.dropChanged(event);
        const previewing = this.realtime.sockets(previewsRoom(tenant.community));
        const sockets = [
          ...this.realtime.sockets(userRoom(tenant, user)),
          ...previewing.filter(({ data }) => data.user === user),
        ];
        for (const [session, itsSockets] of bySession(sockets)) await this.check(session, itsSockets);
        await this.refreshAll(sockets.filter((socket) => socket.connected));
      },
    });
    this.changes = this.communities.changes.subscribe((change) => void this.follow(change));
  }

  onApplicationBootstrap() {
    this.timer = setInterval(() => void this.round(), roundMs).unref();
  }

  beforeApplicationShutdown() {
    clearInterval(this.timer);
    this.changes?.unsubscribe();
  }

  /** Checks every window once. */
  async round(): Promise<void> {
    for (const { id } of this.communities.all()) {
      for (const [session, sockets] of bySession(this.windowsOf(id)))
        await this.lookAt(session, sockets).catch((err: unknown) => this.failed(err));
    }
  }

  /** Call this before the first reading of an admission, and pass the result to {@link admitted}. */
  beforeAdmission(): number {
    return this.changesSeen;
  }

  /** Checks a new window again after changes during its admission, which only reached windows that were already connected. */
  async admitted(socket: PaddockSocket, changesSeen: number): Promise<void> {
    this.outbox.checkPromptly();
    if (changesSeen === this.changesSeen) return;
    await this.check(socket.data.session, [socket]).catch((err: unknown) => this.failed(err, socket));
    await this.refresh(socket);
  }

  private async lookAt(sessionId: string, sockets: PaddockSocket[]): Promise<void> {
    await this.check(sessionId, sockets);
    const { tenant, user, isPreviewing } = sockets[0]!.data;
    // A member with an open window is online, also without a call.
    if (!isPreviewing && sockets.some((socket) => socket.connected))
      await this.users.noteActivity(tenant, [user], new Date());
  }

  private async check(sessionId: string, sockets: PaddockSocket[]): Promise<void> {
    const { tenant, user: userId } = sockets[0]!.data;
    const now = new Date();
    const [session, user] = await Promise.all([this.sessions.byId(tenant, sessionId), this.users.byId(tenant, userId)]);
    const config = this.communities.find(tenant.community);
    const endAll = (code: EndCode) => sockets.forEach((socket) => this.end(socket, code));
    if (!session || !user) return endAll('INVALID_TOKEN');
    if (session.expires <= now) return endAll('TOKEN_EXPIRED');
    const missing = config && missingAccess(user, config);
    if (missing) return endAll(missing);
    const isPreviewing = previewOf(this.communities, { session, user }, now) !== undefined;
    const belongs = ({ data }: PaddockSocket) => config && belongsTo(user, data.tenant.workplace, config);
    for (const socket of sockets)
      if (socket.data.isPreviewing !== isPreviewing || !belongs(socket)) forceReconnect(socket);
  }

  private windowsOf(community: string): PaddockSocket[] {
    return [communityRoom(community), previewsRoom(community)].flatMap((room) => this.realtime.sockets(room));
  }

  private dropChanged(event: Parameters<ChangedRows['drop']>[0]): void {
    this.changesSeen++;
    this.changed.drop(event);
  }

  private async follow({ community, revision, config }: CommunityChange): Promise<void> {
    this.changesSeen++;
    const sockets = this.windowsOf(community);
    await this.refreshAll(sockets);
    this.realtime.sendNow();
    for (const socket of sockets) {
      socket.emit('updating_deployment', { revision });
      if (!config) socket.disconnect(true);
    }
  }

  private async refreshAll(sockets: PaddockSocket[], moved?: typeof announceMoves): Promise<void> {
    for (const socket of sockets) await this.refresh(socket, moved);
  }

  /** Leaves rooms that the member may no longer read, and joins those that they now may. */
  async refresh(socket: PaddockSocket, moved?: typeof announceMoves): Promise<void> {
    try {
      const expected = await this.admission.roomsOf(socket.data);
      const left = [...socket.rooms].filter((room) => room !== socket.id && !expected.has(room));
      const joined = [...expected].filter((room) => !socket.rooms.has(room));
      for (const room of left) await socket.leave(room);
      if (socket.connected) await socket.join(joined);
      this.realtime.sendNow();
      moved?.(socket, left, joined);
    } catch (error) {
      this.failed(error, socket);
    }
  }

  private end(socket: PaddockSocket, code: EndCode) {
    this.realtime.sendNow();
    socket.emit('session_ended', { code });
    socket.disconnect(true);
  }

  /** After a failed check, a window may be in wrong rooms, so it must reconnect. */
  private failed(err: unknown, socket?: PaddockSocket) {
    this.logger.error({ module: 'realtime', err }, 'rooms could not be checked');
    if (socket) forceReconnect(socket);
  }
}

/** Notifies a window of the groups that its member has left and joined. */
function announceMoves(socket: PaddockSocket, left: readonly string[], joined: readonly string[]): void {
  const { workplace } = socket.data.tenant;
  const placesOf = (rooms: readonly string[]) =>
    rooms.flatMap((room) => {
      const conversation = conversationOfRoom(room);
      return conversation === undefined ? [] : { workplace, conversation };
    });
  for (const place of placesOf(left)) socket.emit('leaving_group', place);
  for (const place of placesOf(joined)) socket.emit('joining_group', place);
}

/** Cuts the connection without a reason, so that the client reconnects and is admitted or refused by current data. */
function forceReconnect(socket: PaddockSocket) {
  socket.conn.close();
}

type EndCode = ServerEventPayload<'session_ended'>['code'];

function bySession(sockets: readonly PaddockSocket[]): Map<string, PaddockSocket[]> {
  const grouped = new Map<string, PaddockSocket[]>();
  for (const socket of sockets) {
    const { session } = socket.data;
    grouped.set(session, [...(grouped.get(session) ?? []), socket]);
  }
  return grouped;
}
