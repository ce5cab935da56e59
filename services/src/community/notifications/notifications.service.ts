import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { CallArguments, CallReply } from '@paddock/contract/core/call';
import type { markNotificationsRead, Notification, readNotifications } from '@paddock/contract/calls/notifications';
import { ExtensionPoints } from '../extension-points/extension-points.js';
import type { SignedInCaller } from '../calls/caller.js';
import { CommunityAddress } from '../../infrastructure/links/community-address.js';
import { Mongo } from '../../infrastructure/mongo/mongo.js';
import { Outbox } from '../../infrastructure/outbox/outbox.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';
import { LaterMailRepository } from './later-mail.repository.js';
import { addressOf, type NotificationRow } from './notification.schema.js';
import { NotificationRepository } from './notification.repository.js';

/** The caller's notifications. */
@Injectable()
export class NotificationsService implements OnModuleInit {
  constructor(
    private readonly notifications: NotificationRepository,
    private readonly later: LaterMailRepository,
    private readonly mongo: Mongo,
    private readonly outbox: Outbox,
    private readonly extensions: ExtensionPoints,
    private readonly addresses: CommunityAddress,
  ) {}

  onModuleInit() {
    this.extensions.provide('export', 'notifications', async (tenant, user) => ({
      notifications: (await this.notifications.ofUser(tenant, user._id)).map((row) => this.shown(row)),
    }));
    this.extensions.provide('forget', 'notifications', (tenant, user) => this.forget(tenant, user._id));
  }

  async list(
    { tenant, user }: SignedInCaller,
    { before, count }: CallArguments<typeof readNotifications>,
  ): Promise<CallReply<typeof readNotifications>> {
    const [rows, unread] = await Promise.all([
      this.notifications.page(tenant, user._id, count + 1, before),
      this.notifications.unread(tenant, user._id),
    ]);
    const page = rows.slice(0, count);
    return {
      notifications: page.map((row) => this.shown(row)),
      unread,
      ...(rows.length > count && { next: page.at(-1)!.order }),
    };
  }

  async markRead({ tenant, user }: SignedInCaller, { id, only }: CallArguments<typeof markNotificationsRead>) {
    const order = only ? id : { $lte: id };
    await this.mongo.transaction(async (session) => {
      const marked = await this.notifications.markRead(tenant, user._id, order, { session });
      if (marked > 0) await this.outbox.add(session, { kind: 'NoticesChanged', tenant, users: [user._id] });
    });
    return { unread: await this.notifications.unread(tenant, user._id) };
  }

  private shown(row: NotificationRow): Notification {
    const { order, kind, facts, created, read } = row;
    return { id: order, kind, facts, address: addressOf(this.addresses, row), created: created.toISOString(), read };
  }

  private async forget(tenant: Tenant, user: string): Promise<void> {
    const users = await this.notifications.forget(tenant, user);
    if (users.length > 0)
      await this.mongo.transaction((session) => this.outbox.add(session, { kind: 'NoticesChanged', tenant, users }));
    await this.later.forget(tenant.community, user);
  }
}
