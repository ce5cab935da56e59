import { Injectable } from '@nestjs/common';
import { isWorkplaceAdmin } from '@paddock/contract/calls/users';
import { noticesNamespaces } from '@paddock/contract/core/deployment';
import type { SignedInCaller } from '../../community/calls/caller.js';
import { ConversationRepository } from '../../community/conversations/conversation.repository.js';
import type { ConversationRow } from '../../community/conversations/conversation.schema.js';
import { MembershipRepository } from '../../community/memberships/membership.repository.js';
import type { UserRow } from '../../community/users/user.schema.js';
import { PaddockError } from '../../infrastructure/errors/paddock-error.js';
import { Communities } from '../../infrastructure/tenancy/communities.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';
import { type Reader, SponsorRepository } from './sponsor.repository.js';
import type { SponsorRow } from './sponsor.schema.js';

/** The fields that decide who may read a notice. */
export type Guarded = Pick<SponsorRow, 'namespace' | 'owner' | 'group' | 'hidden'>;
/** Groups by id. */
export type Groups = ReadonlyMap<string, ConversationRow>;

/**
 * Who may read a notice: its owner, also from outside its group, and the members of its group, without one the whole workplace; a
 * draft only its owner. Workplace admins read all. None is readable outside the namespaces that the deployment shows, or when its
 * group is gone.
 */
@Injectable()
export class SponsorAccess {
  constructor(
    private readonly sponsors: SponsorRepository,
    private readonly groups: ConversationRepository,
    private readonly memberships: MembershipRepository,
    private readonly communities: Communities,
  ) {}

  /** The namespaces that the deployment shows. */
  namespaces({ community }: Tenant): string[] {
    const config = this.communities.find(community);
    return config ? noticesNamespaces(config) : [];
  }

  /** The namespace of a call. @throws SPONSOR_NOT_FOUND where the deployment does not show it */
  namespaceOf({ tenant, flags }: Pick<SignedInCaller, 'tenant' | 'flags'>, namespace?: string): string {
    const named = namespace ?? flags.sponsors_tab.namespace;
    if (!this.namespaces(tenant).includes(named)) throw new PaddockError('SPONSOR_NOT_FOUND');
    return named;
  }

  /** What the database must know of a member to find only what they may read. */
  async readerOf(tenant: Tenant, user: UserRow): Promise<Reader> {
    if (isWorkplaceAdmin(user, tenant.workplace)) return undefined;
    const memberships = await this.memberships.ofUser(tenant, user._id);
    return { id: user._id, groups: memberships.map(({ group }) => group) };
  }

  /** Those of some notices whose group still exists, with the groups. */
  async withGroups<R extends Pick<Guarded, 'group'>>(
    tenant: Tenant,
    rows: readonly R[],
  ): Promise<{ rows: R[]; groups: Groups }> {
    const ids = [...new Set(rows.flatMap(({ group }) => group ?? []))];
    const found = await Promise.all(ids.map((id) => this.groups.headById(tenant, id)));
    const groups = new Map(found.flatMap((group) => (group?.kind === 'group' ? [[group._id, group] as const] : [])));
    return { rows: rows.filter(({ group }) => group === undefined || groups.has(group)), groups };
  }

  /** Those of some members who may read a notice, with its group. */
  async readersAmong(
    tenant: Tenant,
    users: readonly UserRow[],
    row: Guarded,
  ): Promise<{ readers: UserRow[]; groups: Groups }> {
    const { rows, groups } = await this.withGroups(tenant, [row]);
    if (rows.length === 0 || !this.namespaces(tenant).includes(row.namespace)) return { readers: [], groups };
    const readers = await Promise.all(users.map(async (user) => mayRead(await this.readerOf(tenant, user), row)));
    return { readers: users.filter((_, index) => readers[index]), groups };
  }

  async canRead(tenant: Tenant, user: UserRow, row: Guarded): Promise<boolean> {
    return (await this.readersAmong(tenant, [user], row)).readers.length > 0;
  }

  /** @throws SPONSOR_NOT_FOUND for a missing and an invisible notice alike, and for another namespace than the given one. */
  async find(
    { tenant, user }: Pick<SignedInCaller, 'tenant' | 'user'>,
    id: string,
    namespace?: string,
  ): Promise<SponsorRow> {
    const row = await this.sponsors.byId(tenant, id);
    const isThere = row && (namespace === undefined || namespace === row.namespace);
    if (!isThere || !(await this.canRead(tenant, user, row))) throw new PaddockError('SPONSOR_NOT_FOUND');
    return row;
  }
}

function mayRead(reader: Reader, { group, hidden, owner }: Guarded): boolean {
  if (!reader || owner === reader.id) return true;
  return !hidden && (group === undefined || reader.groups.includes(group));
}

/** Whether a member may change a notice (specification B §6). */
export function mayEdit(user: UserRow, { owner, workplace }: Pick<SponsorRow, 'owner' | 'workplace'>): boolean {
  return isWorkplaceAdmin(user, workplace) || owner === user._id;
}
