import { Injectable, type OnModuleInit } from '@nestjs/common';
import { UserRepository } from '../users/user.repository.js';
import type { UserRow } from '../users/user.schema.js';
import { Outbox } from '../../infrastructure/outbox/outbox.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';
import { Notifications } from './notifications.js';

/**
 * Notifications to admins about waiting applicants, and to members about the decision. The mails are sent with the decision
 * itself.
 */
@Injectable()
export class AccessNotifications implements OnModuleInit {
  constructor(
    private readonly notifications: Notifications,
    private readonly users: UserRepository,
    private readonly outbox: Outbox,
  ) {}

  onModuleInit() {
    this.notifications.register({
      name: 'access_requested',
      events: ['AccessRequested'],
      notification: { type: 'always' },
      everywhere: true,
      subject: ({ user }) => user,
      // The notification names them, and is erased with their account.
      by: ({ user }) => user,
      recipients: async ({ tenant, user }) => {
        const applicant = await this.users.byId(tenant, user);
        if (!applicant) return [];
        const { workplaces } = applicant;
        const admins = workplaces.length > 0 ? await this.users.admins(tenant, workplaces) : [];
        return [...admins, ...(await this.users.admins(tenant, 'community'))].map(({ _id }) => _id);
      },
      contentFor: async ({ tenant, user }) => {
        const applicant = await this.applicant(tenant, user);
        return applicant && { facts: { who: applicant.fullname }, address: '/main/applicants' };
      },
      isWithdrawn: async ({ tenant, user }) => (await this.applicant(tenant, user)) === undefined,
    });
    this.outbox.subscribe({
      name: 'access-requests-withdrawn',
      // A super admin needs no approval.
      kinds: ['AccessGranted', 'AccessDenied', 'RoleChanged'],
      durable: true,
      handle: async (event) => {
        if (event.kind !== 'RoleChanged' || event.role === 'admin')
          await this.notifications.withdraw(event.tenant, ['access_requested'], event.user);
      },
    });
    this.notifications.register({
      name: 'access_granted',
      events: ['AccessGranted'],
      notification: { type: 'always' },
      everywhere: true,
      subject: ({ user }) => user,
      recipients: ({ user }) => Promise.resolve([user]),
      contentFor: () => Promise.resolve({ facts: {}, address: '/main/profile' }),
    });
  }

  /** The applicant; undefined once an admin has decided or the account is deleted. */
  private async applicant(tenant: Tenant, id: string): Promise<UserRow | undefined> {
    const row = await this.users.byId(tenant, id);
    return row?.pending && !row.denied ? row : undefined;
  }
}
