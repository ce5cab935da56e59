import { Injectable, type OnModuleInit } from '@nestjs/common';
import { payLabel } from '@paddock/contract/core/money';
import type { NotificationContent } from '../../community/notifications/notification-kind.js';
import { Notifications } from '../../community/notifications/notifications.js';
import { UserRepository } from '../../community/users/user.repository.js';
import type { UserRow } from '../../community/users/user.schema.js';
import { Outbox } from '../../infrastructure/outbox/outbox.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';
import { DueAccess } from './due-access.js';
import { DueClock } from './due-clock.js';
import { DueOwing } from './due-owing.js';
import { DueRepository } from './due.repository.js';
import type { DueRow } from './due.schema.js';

/** No preference turns these off: members must learn what they owe and have paid. */
const notification = { type: 'always' } as const;
const mailing = { type: 'mailing_important' } as const;

/** Registers the notifications and mails about dues. Receipts are mailed by `due-receipt-mails`, to all. */
@Injectable()
export class DueNotifications implements OnModuleInit {
  constructor(
    private readonly notifications: Notifications,
    private readonly outbox: Outbox,
    private readonly dues: DueRepository,
    private readonly access: DueAccess,
    private readonly owing: DueOwing,
    private readonly users: UserRepository,
    private readonly clock: DueClock,
  ) {}

  onModuleInit() {
    this.registerRequests();
    this.registerPayments();
    this.outbox.subscribe({
      name: 'due-notifications-withdrawn',
      kinds: ['DuesChanged'],
      durable: true,
      handle: async ({ tenant, due }) => {
        const row = await this.dues.byId(tenant, due);
        // The title is hidden from members whom the due no longer names.
        const losing = row ? (holders: readonly string[]) => this.notOwing(tenant, row, holders) : undefined;
        await this.notifications.withdraw(tenant, ['due_new', 'due_reminder'], due, losing);
      },
    });
  }

  private registerRequests(): void {
    this.notifications.register<'DueAdded'>({
      name: 'due_new',
      events: ['DueAdded'],
      notification,
      mail: { ...mailing, words: 'due_new' },
      subject: ({ due }) => due,
      recipients: async ({ tenant, due }) => {
        const row = await this.dues.byId(tenant, due);
        return row ? (await this.owing.members(tenant, row)).map(({ id }) => id) : [];
      },
      contentFor: ({ tenant, due }, recipient) => this.openContent(tenant, due, recipient, ({ title }) => ({ title })),
    });
    this.notifications.register<'DueReminded'>({
      name: 'due_reminder',
      events: ['DueReminded'],
      notification,
      mail: { ...mailing, words: 'due_reminder' },
      subject: ({ due, day }) => `${due}:${day}`,
      recipients: ({ users }) => Promise.resolve(users),
      contentFor: ({ tenant, due }, recipient) =>
        this.openContent(tenant, due, recipient, ({ title, payable_until }) => ({
          title,
          day: payable_until === undefined ? '' : this.clock.text(tenant, payable_until, recipient.language),
        })),
    });
  }

  private registerPayments(): void {
    this.notifications.register<'DuePaid'>({
      name: 'due_paid',
      events: ['DuePaid'],
      notification,
      subject: ({ payment }) => payment,
      recipients: ({ user }) => Promise.resolve([user]),
      contentFor: ({ tenant, due, amount, currency }) => this.movedContent(tenant, due, payLabel(amount, currency)),
    });
    this.notifications.register<'DueRefunded'>({
      name: 'due_refunded',
      events: ['DueRefunded'],
      notification,
      mail: { ...mailing, words: 'due_refunded' },
      subject: ({ refund }) => refund,
      recipients: ({ user }) => Promise.resolve([user]),
      contentFor: ({ tenant, due, amount, currency }) => this.movedContent(tenant, due, payLabel(amount, currency)),
    });
  }

  /** Undefined unless the member still owes it. */
  private async openContent(
    tenant: Tenant,
    id: string,
    user: UserRow,
    facts: (row: DueRow) => Record<string, string>,
  ): Promise<NotificationContent | undefined> {
    const seen = await this.access.seenBy({ tenant, user }, id);
    if (!seen?.owes || (seen.payment?.state ?? 'open') !== 'open') return undefined;
    return { facts: facts(seen.due), address: `/main/dues/${id}` };
  }

  private async movedContent(tenant: Tenant, id: string, amount: string): Promise<NotificationContent | undefined> {
    const row = await this.dues.byId(tenant, id);
    return row ? { facts: { title: row.title, amount }, address: `/main/dues/${id}` } : undefined;
  }

  private async notOwing(tenant: Tenant, row: DueRow, holders: readonly string[]): Promise<string[]> {
    const owers = await this.owing.owersAmong(tenant, row, await this.users.byIds(tenant, holders));
    return holders.filter((id) => !owers.has(id));
  }
}
