import { Injectable } from '@nestjs/common';
import { Mongo } from '../../infrastructure/mongo/mongo.js';
import { retryOnDuplicate } from '../../infrastructure/mongo/retry-on-duplicate.js';
import type { Delivered } from '../../infrastructure/outbox/domain-events.js';
import { Outbox } from '../../infrastructure/outbox/outbox.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';
import type { UserRow } from '../users/user.schema.js';
import type { NotificationContent, NotificationKind } from './notification-kind.js';
import { NotificationRepository, type NewNotification } from './notification.repository.js';
import { everywhere, type NotificationRow } from './notification.schema.js';
import { Pushes } from './push/pushes.js';

/** Notifications about a deleted conversation that one transaction removes. */
const maxWithdrawn = 500;

export interface Addressed {
  recipient: UserRow;
  content: NotificationContent;
}

/** Adds notifications, and takes them back, each with the event for the windows. */
@Injectable()
export class NotificationStore {
  constructor(
    private readonly notifications: NotificationRepository,
    private readonly pushes: Pushes,
    private readonly mongo: Mongo,
    private readonly outbox: Outbox,
  ) {}

  /** Adds the missing notifications under a key, with their push messages and the event for the windows. */
  add(kind: NotificationKind, event: Delivered, key: string, addressed: readonly Addressed[]): Promise<void> {
    // Another process may handle the same event first.
    return retryOnDuplicate(async () => {
      const { tenant } = event;
      const notified = await this.notifications.usersWithNotification(
        tenant,
        key,
        addressed.map(({ recipient }) => recipient._id),
      );
      const toAdd = addressed.filter(({ recipient }) => !notified.has(recipient._id));
      const toFold = kind.notification?.folded ? addressed.filter(({ recipient }) => notified.has(recipient._id)) : [];
      const notificationOf = ({
        recipient,
        content: { facts, address, conversation },
      }: Addressed): NewNotification => ({
        user: recipient._id,
        place: kind.everywhere ? everywhere : tenant.workplace,
        kind: kind.name,
        key,
        facts,
        address,
        conversation,
        by: kind.by?.(event),
      });
      if (toAdd.length + toFold.length === 0) return;
      await this.mongo.transaction(async (session) => {
        const posted: Pick<NotificationRow, '_id' | 'user' | 'order'>[] =
          toAdd.length > 0 ? await this.notifications.addAll(tenant, toAdd.map(notificationOf), { session }) : [];
        for (const one of toFold) {
          const notification = notificationOf(one);
          const { by } = notification;
          const folded = by && (await this.notifications.fold(tenant, { ...notification, by }, { session }));
          if (folded) posted.push(folded);
        }
        if (posted.length === 0) return;
        await this.pushes.add(session, tenant, posted);
        const users = posted.map(({ user }) => user);
        await this.outbox.add(session, { kind: 'NoticesChanged', tenant, users });
      });
    });
  }

  /** Takes back the notifications under these keys; with `losing` only those of the holders whom it returns. */
  async withdraw(
    tenant: Tenant,
    keys: readonly string[],
    losing?: (holders: readonly string[]) => Promise<readonly string[]>,
  ): Promise<void> {
    const of = losing && (await losing(await this.notifications.holders(tenant, keys)));
    if (of?.length === 0) return;
    await this.mongo.transaction(async (session) => {
      const users = await this.notifications.withdraw(tenant, keys, { session, of });
      if (users.length > 0) await this.outbox.add(session, { kind: 'NoticesChanged', tenant, users });
    });
  }

  /** Takes back all notifications about a conversation. */
  async withdrawAllAbout(tenant: Tenant, conversation: string): Promise<void> {
    for (;;) {
      const rows = await this.notifications.someAbout(tenant, conversation, maxWithdrawn);
      await this.remove(tenant, rows);
      if (rows.length < maxWithdrawn) return;
    }
  }

  /** Takes back a member's notifications about a conversation, except those whose key `keeps` names. */
  async withdrawFrom(
    tenant: Tenant,
    { conversation, user }: { conversation: string; user: string },
    keeps: (key: string) => Promise<boolean>,
  ): Promise<void> {
    const rows = await this.notifications.aboutOf(tenant, conversation, user);
    const kept = await Promise.all(rows.map(({ key }) => keeps(key)));
    await this.remove(
      tenant,
      rows.filter((_, index) => !kept[index]),
    );
  }

  private async remove(tenant: Tenant, rows: readonly Pick<NotificationRow, '_id' | 'user'>[]): Promise<void> {
    if (rows.length === 0) return;
    await this.mongo.transaction(async (session) => {
      const ids = rows.map(({ _id }) => _id);
      await this.notifications.removeAll(tenant, ids, { session });
      const users = [...new Set(rows.map(({ user }) => user))];
      await this.outbox.add(session, { kind: 'NoticesChanged', tenant, users });
    });
  }

  sent(tenant: Tenant, user: string, key: string, since?: Date) {
    return this.notifications.sent(tenant, user, key, since);
  }
}
