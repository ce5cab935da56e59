import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Decision } from '@paddock/contract/calls/moderation';
import { Notifications } from '../community/notifications/notifications.js';
import { UserRepository } from '../community/users/user.repository.js';
import type { Delivered } from '../infrastructure/outbox/domain-events.js';
import type { Tenant } from '../infrastructure/tenancy/tenant.js';
import { ReportCaseRepository } from './report-case.repository.js';
import { isAbout } from './report-case.schema.js';
import { ReportRepository } from './report.repository.js';

const notification = { type: 'always' } as const;
/** Names neither the content nor the admin. */
const ownNotifications = '/main/notifications';

/** Notifies admins of new cases, reporters of the outcome, and authors of a deletion. */
@Injectable()
export class ReportNotifications implements OnModuleInit {
  constructor(
    private readonly notifications: Notifications,
    private readonly cases: ReportCaseRepository,
    private readonly reports: ReportRepository,
    private readonly users: UserRepository,
  ) {}

  onModuleInit() {
    this.notifications.register<'ContentReported'>({
      name: 'content_reported',
      events: ['ContentReported'],
      notification,
      subject: (event) => event.case,
      recipients: async ({ tenant, user }) => (await this.admins(tenant)).filter((admin) => admin !== user),
      contentFor: async (event, recipient) => {
        const row = await this.cases.byId(event.tenant, event.case);
        if (!row?.open || isAbout(row, recipient._id)) return undefined;
        return { facts: {}, address: `/main/moderation/${event.case}` };
      },
    });
    for (const decision of ['keep', 'delete'] as const)
      this.notifications.register<'ReportDecided'>({
        name: decision === 'keep' ? 'report_kept' : 'report_deleted',
        events: ['ReportDecided'],
        notification,
        subject: (event) => event.case,
        recipients: async (event) =>
          (await this.decided(event, decision)) ? this.reports.reportersOf(event.tenant, event.case) : [],
        contentFor: () => Promise.resolve({ facts: {}, address: ownNotifications }),
      });
    this.notifications.register<'ReportDecided'>({
      name: 'content_deleted',
      events: ['ReportDecided'],
      notification,
      subject: (event) => event.case,
      recipients: async (event) => {
        const row = await this.decided(event, 'delete');
        return row?.author && row.kind !== 'user' ? [row.author] : [];
      },
      contentFor: async (event) => {
        const row = await this.decided(event, 'delete');
        return row && { facts: { reason: row.decision?.reason ?? '' }, address: ownNotifications };
      },
    });
  }

  private async decided(event: Delivered<'ReportDecided'>, decision: Decision) {
    const row = await this.cases.byId(event.tenant, event.case);
    return row?.decision?.decision === decision ? row : undefined;
  }

  private async admins(tenant: Tenant): Promise<string[]> {
    const [own, all] = await Promise.all([
      this.users.admins(tenant, [tenant.workplace]),
      this.users.admins(tenant, 'community'),
    ]);
    return [...own, ...all].map(({ _id }) => _id);
  }
}
