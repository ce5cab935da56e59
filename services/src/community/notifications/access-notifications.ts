import { Injectable, type OnModuleInit } from '@nestjs/common';
import { UserRepository } from '../users/user.repository.js';
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
        const applicant = await this.users.byId(tenant, user);
        // Decided or deleted by now.
        if (!applicant?.pending || applicant.denied) return undefined;
        return { facts: { who: applicant.fullname }, address: '/main/applicants' };
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
}
