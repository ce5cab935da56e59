import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Outbox } from '../infrastructure/outbox/outbox.js';
import { AuditTrail } from './audit-trail.js';

/** Records acts of admins outside the queue in the audit trail. */
@Injectable()
export class AdminActs implements OnModuleInit {
  constructor(
    private readonly outbox: Outbox,
    private readonly audit: AuditTrail,
  ) {}

  onModuleInit() {
    this.outbox.subscribe<'AccessGranted' | 'AccessDenied'>({
      name: 'audit-access',
      kinds: ['AccessGranted', 'AccessDenied'],
      durable: true,
      handle: ({ id, kind, tenant, user, by }) => {
        const action = kind === 'AccessGranted' ? 'access_granted' : 'access_denied';
        return this.audit.record(tenant, { action, admin: by, kind: 'user', subject: user, member: user, event: id });
      },
    });
    this.outbox.subscribe<'MemberBanned'>({
      name: 'audit-bans',
      kinds: ['MemberBanned'],
      durable: true,
      handle: ({ id, tenant, user, by, banned, reason }) => {
        const action = banned ? 'member_banned' : 'member_unbanned';
        return this.audit.record(tenant, { action, admin: by, ...memberEntry(user), reason, event: id });
      },
    });
    this.outbox.subscribe<'RoleChanged'>({
      name: 'audit-roles',
      kinds: ['RoleChanged'],
      durable: true,
      handle: ({ id, tenant, user, by, role, granted }) => {
        const action = `${role}_${granted ? 'granted' : 'revoked'}` as const;
        return this.audit.record(tenant, { action, admin: by, ...memberEntry(user), event: id });
      },
    });
    this.outbox.subscribe<'ProfileChanged'>({
      name: 'audit-profiles',
      kinds: ['ProfileChanged'],
      durable: true,
      handle: async ({ id, tenant, user, by, fields }) => {
        if (by === user) return;
        const reason = fields.join(', ');
        await this.audit.record(tenant, {
          action: 'member_edited',
          admin: by,
          ...memberEntry(user),
          reason,
          event: id,
        });
      },
    });
    this.outbox.subscribe<'MemberTerminated'>({
      name: 'audit-terminations',
      kinds: ['MemberTerminated'],
      durable: true,
      handle: ({ id, tenant, user, by }) =>
        this.audit.record(tenant, { action: 'member_terminated', admin: by, kind: 'user', subject: user, event: id }),
    });
    this.outbox.subscribe<'ShoutDeleted'>({
      name: 'audit-shouts',
      kinds: ['ShoutDeleted'],
      durable: true,
      handle: async ({ id, tenant, shout, actor, admin_of: member }) => {
        if (member === undefined) return;
        await this.audit.record(tenant, {
          ...{ action: 'shout_deleted', admin: actor, kind: 'shout', subject: shout, member, event: id },
        });
      },
    });
  }
}

const memberEntry = (user: string) => ({ kind: 'user', subject: user, member: user }) as const;
