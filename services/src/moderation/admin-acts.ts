import { Injectable, type OnModuleInit } from '@nestjs/common';
import { placesOf } from '@paddock/contract/core/workplaces';
import { Outbox } from '../infrastructure/outbox/outbox.js';
import { Communities } from '../infrastructure/tenancy/communities.js';
import { tenantOf } from '../infrastructure/tenancy/tenant.js';
import { AuditTrail } from './audit-trail.js';

/** Records acts of admins outside the queue in the audit trail. */
@Injectable()
export class AdminActs implements OnModuleInit {
  constructor(
    private readonly outbox: Outbox,
    private readonly audit: AuditTrail,
    private readonly communities: Communities,
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
      handle: async ({ id, tenant, user, by, role, granted, by_link }) => {
        const entry = { ...(by !== undefined && { admin: by }), ...memberEntry(user), event: id };
        if (by !== undefined && !by_link)
          return this.audit.record(tenant, { action: `${role}_${granted ? 'granted' : 'revoked'}`, ...entry });
        const action = by_link ? 'admin_by_link' : 'admin_revoked_by_operator';
        const config = this.communities.find(tenant.community);
        // Link and command are in no workplace, and a super admin has the rights in all.
        for (const place of config ? placesOf(config) : [])
          await this.audit.record(tenantOf(tenant.community, place), { action, ...entry });
      },
    });
    this.outbox.subscribe<'SecurityChanged'>({
      name: 'audit-second-factors',
      kinds: ['SecurityChanged'],
      durable: true,
      handle: async ({ id, tenant, user, by }) => {
        if (by === undefined) return;
        await this.audit.record(tenant, { action: 'totp_lifted', admin: by, ...memberEntry(user), event: id });
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
