import { Injectable, type OnModuleInit } from '@nestjs/common';
import { ConversationRepository } from '../../community/conversations/conversation.repository.js';
import { MembershipRepository } from '../../community/memberships/membership.repository.js';
import { Notifications } from '../../community/notifications/notifications.js';
import { UserRepository } from '../../community/users/user.repository.js';
import { Outbox } from '../../infrastructure/outbox/outbox.js';
import { Communities } from '../../infrastructure/tenancy/communities.js';
import { GroupAccess } from './group-access.js';
import { GroupRequestRepository } from './group-request.repository.js';

/** Notifications to added members, and to owners about requests. The mails about requests carry their own links. */
@Injectable()
export class GroupNotifications implements OnModuleInit {
  constructor(
    private readonly notifications: Notifications,
    private readonly heads: ConversationRepository,
    private readonly memberships: MembershipRepository,
    private readonly requests: GroupRequestRepository,
    private readonly users: UserRepository,
    private readonly access: GroupAccess,
    private readonly communities: Communities,
    private readonly outbox: Outbox,
  ) {}

  onModuleInit() {
    this.notifications.register<'GroupJoined'>({
      name: 'group_joined',
      events: ['GroupJoined'],
      notification: { type: 'always' },
      by: ({ by }) => by,
      recipients: ({ users }) => Promise.resolve(users),
      contentFor: async ({ tenant, group }, recipient) => {
        const row = await this.heads.headById(tenant, group);
        // The group was deleted, or the member left or was removed meanwhile.
        if (!row || !(await this.memberships.of(tenant, group, recipient._id))) return undefined;
        return { facts: { where: row.title }, address: `/main/conversation/${group}`, conversation: group };
      },
    });
    this.notifications.register<'GroupRequested'>({
      name: 'group_requested',
      events: ['GroupRequested'],
      notification: { type: 'always' },
      subject: ({ group, user, id }) => `${group}:${user}:${id}`,
      by: ({ user }) => user,
      isWithdrawn: async ({ tenant, group, user }) => !(await this.requests.isWaiting(tenant, group, user)),
      recipients: async ({ tenant, group, user }) => {
        const config = this.communities.find(tenant.community);
        const applicant = await this.users.byId(tenant, user);
        if (!config || !applicant) return [];
        return (await this.access.deciders(tenant, group, applicant, config)).map(({ _id }) => _id);
      },
      contentFor: async ({ tenant, group, user }, recipient) => {
        const [row, applicant] = await Promise.all([this.heads.headById(tenant, group), this.users.byId(tenant, user)]);
        const isOpen = await this.requests.isWaiting(tenant, group, user);
        if (!row || !applicant || !isOpen || !(await this.access.manages(tenant, recipient, group))) return undefined;
        const facts = { who: applicant.fullname, where: row.title };
        return { facts, address: `/main/group/${group}`, conversation: group };
      },
    });
    this.outbox.subscribe({
      name: 'group-requests-withdrawn',
      kinds: ['MembershipChanged'],
      durable: true,
      handle: async ({ tenant, group, user }) => {
        const request = user === undefined ? null : await this.requests.of(tenant, group, user);
        if (request && request.state !== 'waiting')
          await this.notifications.withdraw(tenant, ['group_requested'], `${group}:${user}`);
      },
    });
  }
}
