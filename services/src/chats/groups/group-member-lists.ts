import { Injectable } from '@nestjs/common';
import type { GroupMember } from '@paddock/contract/calls/groups';
import { isWorkplaceAdmin } from '@paddock/contract/calls/users';
import type { SignedInCaller } from '../../community/calls/caller.js';
import { isReadOnly } from '../../community/conversations/conversation-access.js';
import { FormerMemberRepository } from '../../community/memberships/former-member.repository.js';
import { MembershipRepository } from '../../community/memberships/membership.repository.js';
import type { MembershipRow } from '../../community/memberships/membership.schema.js';
import { UserCards } from '../../community/users/user-cards.js';
import { UserRepository } from '../../community/users/user.repository.js';
import type { UserRow } from '../../community/users/user.schema.js';
import type { SeenGroup } from './group-access.js';

interface ListRequest {
  skip: number;
  limit: number;
  only?: 'read_only' | 'removed' | undefined;
  query?: string | undefined;
}

/** A part of a group's members. */
export interface MemberList {
  users: GroupMember[];
  owners: string[];
  /** Members in the whole list. */
  totalUsers: number;
  /** Members in the group. */
  size: number;
}

/** Lists of a group's members for callers who may see them: all, by name, the read-only and the removed ones. */
@Injectable()
export class GroupMemberLists {
  constructor(
    private readonly memberships: MembershipRepository,
    private readonly former: FormerMemberRepository,
    private readonly cards: UserCards,
    private readonly users: UserRepository,
  ) {}

  async read(caller: SignedInCaller, group: SeenGroup, request: ListRequest): Promise<MemberList> {
    const { tenant, user } = caller;
    const id = group.row._id;
    // Only super admins, who can unban members, see banned ones.
    const without = user.admin ? [] : await this.users.banned(tenant);
    const [owners, size, list] = await Promise.all([
      this.memberships.owners(tenant, id),
      this.memberships.size(tenant, id, { without }),
      request.only === 'removed'
        ? this.removed(caller, id, { ...request, without })
        : this.present(caller, group, { ...request, without }),
    ]);
    const [onlyOwner] = owners.length === 1 ? owners : [];
    return {
      users: list.users.map((one) =>
        group.manages && onlyOwner?.user === one.id ? { ...one, only_owner: true } : one,
      ),
      owners: owners.flatMap((one) => (without.includes(one.user) ? [] : one.user)),
      totalUsers: list.total ?? size,
      size,
    };
  }

  private async removed(
    { tenant, user }: SignedInCaller,
    group: string,
    { skip, limit, without }: ListRequest & { without: string[] },
  ) {
    const [rows, total] = await Promise.all([
      this.former.removed(tenant, group, { skip, limit, without }),
      this.former.removedCount(tenant, group, without),
    ]);
    const cards = await this.cards.cards(
      tenant,
      user._id,
      rows.map((one) => one.user),
    );
    const users = rows.flatMap((one): GroupMember[] => {
      const card = cards.get(one.user);
      return card ? [{ ...card, owner: false }] : [];
    });
    return { users, total };
  }

  private async present(
    caller: SignedInCaller,
    { row, manages }: SeenGroup,
    request: ListRequest & { without: string[] },
  ) {
    const { tenant, user, flags } = caller;
    const { rows, total } = await this.rows(caller, row._id, request);
    const ids = rows.map((one) => one.user);
    const [cards, people] = await Promise.all([
      this.cards.cards(tenant, user._id, ids),
      manages && flags.per_user_read_only ? this.users.byIds(tenant, ids) : [],
    ]);
    const byId = new Map(people.map((person) => [person._id, person]));
    const mark = (one: MembershipRow, person: UserRow | undefined) =>
      person &&
      one.role !== 'owner' &&
      !isWorkplaceAdmin(person, tenant.workplace) && { read_only: isReadOnly(flags, tenant.workplace, person, one) };
    const users = rows.flatMap((one): GroupMember[] => {
      const card = cards.get(one.user);
      return card ? [{ ...card, owner: one.role === 'owner', ...mark(one, byId.get(one.user)) }] : [];
    });
    return { users, total };
  }

  private async rows(
    { tenant, flags }: SignedInCaller,
    group: string,
    { only, query, without, ...span }: ListRequest & { without: string[] },
  ): Promise<{ rows: MembershipRow[]; total?: number }> {
    if (query) {
      const among = (await this.memberships.usersOf(tenant, [group])).filter((id) => !without.includes(id));
      const terms = await this.users.nameTerms(tenant, query);
      const found = await this.users.search(tenant, terms, span.limit, { among, withBanned: true });
      const ids = found.map(({ _id }) => _id);
      const byUser = new Map((await this.memberships.inGroup(tenant, group, ids)).map((row) => [row.user, row]));
      return { rows: ids.flatMap((id) => byUser.get(id) ?? []), total: ids.length };
    }
    if (only === undefined) return { rows: await this.memberships.pageOf(tenant, group, { ...span, without }) };
    // Without the flag, stored marks have no effect.
    if (!flags.per_user_read_only) return { rows: [], total: 0 };
    const [rows, total] = await Promise.all([
      this.memberships.pageOf(tenant, group, { ...span, without, readOnly: true }),
      this.memberships.size(tenant, group, { without, readOnly: true }),
    ]);
    return { rows, total };
  }
}
