import { Injectable, type OnModuleInit } from '@nestjs/common';
import { isWorkplaceAdmin } from '@paddock/contract/calls/users';
import type { ClientSession } from 'mongodb';
import type { SignedInCaller } from '../../community/calls/caller.js';
import { groupRights } from '../../community/conversations/conversation-access.js';
import { ExtensionPoints, type SubjectAccess } from '../../community/extension-points/extension-points.js';
import { seesMembers } from '../../community/memberships/member-list.js';
import { FormerMemberRepository } from '../../community/memberships/former-member.repository.js';
import { MembershipRepository } from '../../community/memberships/membership.repository.js';
import type { UserRow } from '../../community/users/user.schema.js';
import { Outbox } from '../../infrastructure/outbox/outbox.js';
import { Communities } from '../../infrastructure/tenancy/communities.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';
import { EventRepository } from '../storage/event.repository.js';
import { EventAccess, type Groups, manages } from './event-access.js';
import type { EventRow } from '../storage/event.schema.js';

/** The kind of an event as a record with comments. */
export const commentKind = 'event';

/**
 * Comments on events (specification B §6): the readers of an event read them and comment, before and after it. Without
 * `users_cannot_comment`, and in a group's event by the group's rules.
 */
@Injectable()
export class EventComments implements OnModuleInit {
  constructor(
    private readonly extensions: ExtensionPoints,
    private readonly communities: Communities,
    private readonly events: EventRepository,
    private readonly access: EventAccess,
    private readonly memberships: MembershipRepository,
    private readonly former: FormerMemberRepository,
    private readonly outbox: Outbox,
  ) {}

  onModuleInit() {
    this.extensions.provide('comment_subject', commentKind, {
      permission: 'events.read',
      address: (id) => `/main/events/${id}/comments`,
      access: (...args) => this.accessOf(...args),
      knownReaders: (caller, id) => this.knownReaders(caller, id),
      count: async (tenant, event, comments, session: ClientSession) => {
        const row = await this.events.addCounts(tenant, event, { comments }, { session });
        if (row) await this.outbox.add(session, { kind: 'EventCounted', tenant, event });
        return row !== null;
      },
    });
  }

  private async accessOf(
    tenant: Tenant,
    users: readonly UserRow[],
    id: string,
  ): Promise<ReadonlyMap<string, SubjectAccess>> {
    const row = await this.events.byId(tenant, id);
    if (!row) return new Map();
    const { readers, groups } = await this.access.readersAmong(tenant, users, row);
    const rights = readers.map(async (user) => [user._id, await this.rightsOf(tenant, user, row, groups)] as const);
    return new Map(await Promise.all(rights));
  }

  private async rightsOf(tenant: Tenant, user: UserRow, row: EventRow, groups: Groups): Promise<SubjectAccess> {
    const { flags } = this.communities.find(tenant.community)!;
    const group = row.group === undefined ? undefined : groups.get(row.group);
    const membership = group ? await this.memberships.of(tenant, group._id, user._id) : null;
    const former = group && !membership ? await this.former.of(tenant, group._id, user._id) : null;
    const inGroup = group && groupRights(flags, group, user, membership, former);
    const rights = inGroup === 'hidden' ? undefined : inGroup;
    const isOpen = !flags.events_tab.users_cannot_comment || isWorkplaceAdmin(user, tenant.workplace);
    return {
      title: row.title,
      manages: manages({ user, workplace: tenant.workplace }, row) || rights?.manages === true,
      can_comment: isOpen && (rights?.can_comment ?? true),
      ...(isOpen && rights?.reason === 'read_only' && { reason: 'read_only' }),
    };
  }

  /** Creator and organizer are named on the page; the invited ones are known to those who invite. */
  private async knownReaders(caller: SignedInCaller, id: string): Promise<readonly string[] | undefined> {
    const { tenant, user, flags } = caller;
    const row = await this.events.byId(tenant, id);
    if (!row) return [];
    const { group, invitation_only } = row;
    if (group === undefined && !invitation_only) return undefined;
    const named = [row.user ?? [], row.organizer ?? []].flat();
    if (invitation_only)
      return manages({ user, workplace: tenant.workplace }, row) ? [...named, ...row.invited] : named;
    const membership = await this.memberships.of(tenant, group!, user._id);
    const isListed = seesMembers(flags, user, tenant.workplace, membership, true);
    return isListed ? [...named, ...(await this.memberships.usersOf(tenant, [group!]))] : named;
  }
}
