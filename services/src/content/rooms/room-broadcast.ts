import { Inject, Injectable, type BeforeApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { everybodyId } from '../../community/conversations/conversation-ids.js';
import { UserRepository } from '../../community/users/user.repository.js';
import { LOGGER } from '../../infrastructure/environment/logger-token.js';
import { isDatabaseAway } from '../../infrastructure/errors/outage.js';
import type { Logger } from '../../infrastructure/logging/logger.js';
import { Outbox } from '../../infrastructure/outbox/outbox.js';
import { Realtime } from '../../infrastructure/realtime/realtime.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';
import { RoomAccess } from './room-access.js';

/** Changes of a room within this time cause one message. */
const gatherMs = 150;

/** Tells the windows of a workplace that a room's slots, or the rooms, have changed. Members who may not use the rooms get nothing. */
@Injectable()
export class RoomBroadcast implements OnModuleInit, BeforeApplicationShutdown {
  private readonly timers = new Map<string, NodeJS.Timeout>();
  private readonly sending = new Set<Promise<void>>();

  constructor(
    private readonly outbox: Outbox,
    private readonly realtime: Realtime,
    private readonly users: UserRepository,
    private readonly access: RoomAccess,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onModuleInit() {
    this.outbox.subscribe({
      name: 'rooms-realtime',
      kinds: [
        'RoomsChanged',
        'SlotsHeld',
        'BookingMade',
        'BookingMoved',
        'BookingConfirmed',
        'BookingCheckedIn',
        'BookingsEnded',
      ],
      handle: (event) => this.send(event.tenant, 'room' in event ? event.room : undefined),
    });
  }

  /** The messages that are being made read from the database, whose connection closes next. */
  async beforeApplicationShutdown(): Promise<void> {
    for (const timer of this.timers.values()) clearTimeout(timer);
    await Promise.all(this.sending);
  }

  private send(tenant: Tenant, room: string | undefined): void {
    const key = JSON.stringify([tenant.community, tenant.workplace, room]);
    if (this.timers.has(key)) return;
    const emit = () => {
      this.timers.delete(key);
      const sending = this.emit(tenant, room)
        .catch((error: unknown) => {
          // Windows read the room again when the next message comes, or the connection of the socket.
          if (!isDatabaseAway(error)) this.logger.error({ module: 'rooms', err: error }, 'windows got no message');
        })
        .finally(() => this.sending.delete(sending));
      this.sending.add(sending);
    };
    this.timers.set(key, setTimeout(emit, gatherMs));
  }

  private async emit(tenant: Tenant, room: string | undefined): Promise<void> {
    const everybody = { conversation: everybodyId(tenant) };
    const viewers = await this.users.byIds(tenant, this.realtime.viewers(tenant, everybody));
    const allowed = new Set(viewers.filter((user) => this.access.mayEnter({ tenant, user })).map(({ _id }) => _id));
    const payload = { workplace: tenant.workplace, ...(room !== undefined && { room }) };
    this.realtime.emitToEach(tenant, everybody, 'updating_rooms', (viewer) =>
      allowed.has(viewer) ? payload : undefined,
    );
  }
}
