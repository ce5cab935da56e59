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
import { type Groups, SponsorAccess } from './sponsor-access.js';
import { SponsorRepository } from './sponsor.repository.js';
import type { SponsorRow } from './sponsor.schema.js';

/** The kind of a notice as a record with comments. */
export const commentKind = 'sponsor';

/** Comments on notices (specification B §6): the readers of a notice read and write them, in a group by the group's rules. */
@Injectable()
export class SponsorComments implements OnModuleInit {
  constructor(
    private readonly extensions: ExtensionPoints,
    private readonly communities: Communities,
    private readonly sponsors: SponsorRepository,
    private readonly access: SponsorAccess,
    private readonly memberships: MembershipRepository,
    private readonly former: FormerMemberRepository,
    private readonly outbox: Outbox,
  ) {}

  onModuleInit() {
    this.extensions.provide('comment_subject', commentKind, {
      permission: 'sponsors.read',
      address: (id) => `/main/notices/${id}/comments`,
      access: async (tenant, users, id) => {
        const row = await this.sponsors.byId(tenant, id);
        if (!row) return new Map();
        const { readers, groups } = await this.access.readersAmong(tenant, users, row);
        const rights = readers.map(async (user) => [user._id, await this.rightsOf(tenant, user, row, groups)] as const);
        return new Map(await Promise.all(rights));
      },
      knownReaders: (caller, id) => this.knownReaders(caller, id),
      count: async (tenant, sponsor, added, session: ClientSession) => {
        const isThere = await this.sponsors.addComments(tenant, sponsor, added, { session });
        if (isThere) await this.outbox.add(session, { kind: 'SponsorCounted', tenant, sponsor });
        return isThere;
      },
    });
  }

  private async rightsOf(tenant: Tenant, user: UserRow, row: SponsorRow, groups: Groups): Promise<SubjectAccess> {
    const { flags } = this.communities.find(tenant.community)!;
    const isAdmin = isWorkplaceAdmin(user, tenant.workplace);
    const group = row.group === undefined ? undefined : groups.get(row.group);
    if (!group) return { title: row.title, manages: isAdmin, can_comment: true };
    const membership = await this.memberships.of(tenant, group._id, user._id);
    const former = membership ? null : await this.former.of(tenant, group._id, user._id);
    const isOwner = row.owner === user._id;
    // From outside, the owner may comment as in a visible group to which others may contribute (specification B §6).
    const rules = isOwner ? { ...flags, users_can_only_comment_in_their_groups: false } : flags;
    const seen = isOwner ? { ...group, invisible: false } : group;
    const rights = groupRights(rules, seen, user, membership, former);
    if (rights === 'hidden') return { title: row.title, manages: false, can_comment: false };
    const { manages, can_comment, reason } = rights;
    return { title: row.title, manages, can_comment, ...(reason === 'read_only' && { reason }) };
  }

  /** The notice names its owner; the group's members are known to those who see their list, and never to an owner outside the group. */
  private async knownReaders(
    { tenant, user, flags }: SignedInCaller,
    id: string,
  ): Promise<readonly string[] | undefined> {
    const row = await this.sponsors.byId(tenant, id);
    if (!row) return [];
    if (row.group === undefined) return undefined;
    const own = await this.memberships.of(tenant, row.group, user._id);
    const named = row.owner === undefined ? [] : [row.owner];
    if (!seesMembers(flags, user, tenant.workplace, own, own !== null)) return named;
    return [...named, ...(await this.memberships.usersOf(tenant, [row.group]))];
  }
}
