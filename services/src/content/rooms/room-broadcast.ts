import { Inject, Injectable, type BeforeApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { WorkplaceWindows } from '../../community/realtime/workplace-windows.js';
import type { UserRow } from '../../community/users/user.schema.js';
import { LOGGER } from '../../infrastructure/environment/logger-token.js';
import { isDatabaseAway } from '../../infrastructure/errors/outage.js';
import type { Logger } from '../../infrastructure/logging/logger.js';
import { Outbox } from '../../infrastructure/outbox/outbox.js';
import { GatheredMessages } from '../../infrastructure/realtime/gathered-messages.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';
import { RoomAccess } from './room-access.js';

/** Changes of a room within this time cause one message. */
const gatherMs = 150;

/** Notifies the windows of a workplace that a room's slots, or the rooms, have changed. Members who may not use the rooms get nothing. */
@Injectable()
export class RoomBroadcast implements OnModuleInit, BeforeApplicationShutdown {
  private readonly gathered = new GatheredMessages(gatherMs);

  constructor(
    private readonly outbox: Outbox,
    private readonly windows: WorkplaceWindows,
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

  beforeApplicationShutdown() {
    return this.gathered.stop();
  }

  private send(tenant: Tenant, room: string | undefined): void {
    const key = JSON.stringify([tenant.community, tenant.workplace, room]);
    this.gathered.add(key, () =>
      this.emit(tenant, room).catch((error: unknown) => {
        // Windows read the room again when the next message comes, or the connection of the socket.
        if (!isDatabaseAway(error)) this.logger.error({ module: 'rooms', err: error }, 'windows got no message');
      }),
    );
  }

  private async emit(tenant: Tenant, room: string | undefined): Promise<void> {
    const mayEnter = (user: UserRow) => this.access.mayEnter({ tenant, user });
    const payload = { workplace: tenant.workplace, ...(room !== undefined && { room }) };
    await this.windows.sendTo(tenant, 'updating_rooms', mayEnter, payload);
  }
}
