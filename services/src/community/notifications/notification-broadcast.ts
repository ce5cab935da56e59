import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Outbox } from '../../infrastructure/outbox/outbox.js';
import { Realtime } from '../../infrastructure/realtime/realtime.js';
import { userRoom } from '../../infrastructure/realtime/rooms.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';
import { NotificationRepository } from './notification.repository.js';

/** Sends a member's windows the number of unread notifications; each window counts its own workplace. */
@Injectable()
export class NotificationBroadcast implements OnModuleInit {
  constructor(
    private readonly outbox: Outbox,
    private readonly realtime: Realtime,
    private readonly notifications: NotificationRepository,
  ) {}

  onModuleInit() {
    this.outbox.subscribe({
      name: 'notices-realtime',
      kinds: ['NoticesChanged'],
      handle: async ({ tenant, users }) => {
        for (const user of users) await this.send(tenant, user);
      },
    });
  }

  private async send(tenant: Tenant, user: string): Promise<void> {
    const counted = new Map<string, number>();
    for (const socket of this.realtime.sockets(userRoom(tenant, user))) {
      const place = socket.data.tenant;
      const unread = counted.get(place.workplace) ?? (await this.notifications.unread(place, user));
      counted.set(place.workplace, unread);
      socket.emit('posting_notification', { unread });
    }
  }
}
