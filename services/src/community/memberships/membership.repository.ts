import { Injectable } from '@nestjs/common';
import { RowCache } from '../../infrastructure/cache/row-cache.js';
import { Mongo } from '../../infrastructure/mongo/mongo.js';
import { newId } from '../../infrastructure/mongo/row.js';
import { TenantRepository, type InSession } from '../../infrastructure/mongo/tenant-repository.js';
import { CommitLog } from '../../infrastructure/outbox/commit-log.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';
import { membershipSchema, type MembershipRow } from './membership.schema.js';

/** Members of a group without the users in `without`, or only those who are marked read-only. */
interface WhichMembers {
  without?: readonly string[];
  readOnly?: boolean;
}

const filterOf = (group: string, { without = [], readOnly }: WhichMembers) => ({
  group,
  ...(without.length > 0 && { user: { $nin: [...without] } }),
  ...(readOnly && { read_only: true }),
});

/** Members of groups, with their roles. */
@Injectable()
export class MembershipRepository extends TenantRepository<MembershipRow> {
  private readonly single = new RowCache<MembershipRow>(50_000, (tenant, pairs) => this.byPairs(tenant, pairs));
  /** By member. */
  private readonly lists = new RowCache<MembershipRow[]>(5000, (tenant, users) => this.byUsers(tenant, users));
  /** User ids by group. Few, since a group may have all members of the community. */
  private readonly users = new RowCache<readonly string[]>(200, (tenant, groups) => this.byGroups(tenant, groups));

  constructor(
    mongo: Mongo,
    private readonly committed: CommitLog,
  ) {
    super(mongo, 'memberships', membershipSchema);
    mongo.onWrite('memberships', (written) => {
      const row = written as unknown as MembershipRow | undefined;
      if (row) this.single.drop(row, pairOf(row));
      else this.single.clear();
      if (row) this.lists.drop(row, row.user);
      else this.lists.clear();
      if (row) this.users.drop(row, row.group);
      else this.users.clear();
    });
  }

  /** From the cache of ADR 0012, like {@link ofUser}. */
  async of(tenant: Tenant, group: string, user: string): Promise<MembershipRow | null> {
    return this.single.get(await this.committed.recent(), tenant, pairOf({ user, group }));
  }

  async ofUser(tenant: Tenant, user: string): Promise<MembershipRow[]> {
    return (await this.lists.get(await this.committed.recent(), tenant, user)) ?? [];
  }

  /** All memberships of some users, in one query. */
  ofUsers(tenant: Tenant, users: readonly string[]): Promise<MembershipRow[]> {
    return this.find(tenant, { user: { $in: [...users] } });
  }

  /** The memberships of some users in a group, without the cache: for checks in a transaction. */
  inGroup(tenant: Tenant, group: string, users: readonly string[], options: InSession = {}): Promise<MembershipRow[]> {
    return this.find(tenant, { group, user: { $in: [...users] } }, options);
  }

  /** Owners first, each part by user id. */
  pageOf(
    tenant: Tenant,
    group: string,
    { skip, limit, ...which }: { skip: number; limit: number } & WhichMembers,
  ): Promise<MembershipRow[]> {
    return this.find(tenant, filterOf(group, which), { sort: { role: -1, user: 1 }, skip, limit });
  }

  /** By user id; `after` is the last user id of the previous page. Skips the users in `without`. */
  ofGroup(
    tenant: Tenant,
    group: string,
    { after, without = [], limit }: { after?: string; without?: readonly string[]; limit?: number } = {},
  ): Promise<MembershipRow[]> {
    const user = { ...(after && { $gt: after }), ...(without.length > 0 && { $nin: [...without] }) };
    const filter = Object.keys(user).length > 0 ? { group, user } : { group };
    return this.find(tenant, filter, { sort: { user: 1 }, limit });
  }

  owners(tenant: Tenant, group: string, options: InSession = {}): Promise<MembershipRow[]> {
    return this.find(tenant, { group, role: 'owner' }, options);
  }

  size(tenant: Tenant, group: string, which: WhichMembers = {}): Promise<number> {
    return this.count(tenant, filterOf(group, which));
  }

  /** How many of these users are in the group. */
  sizeAmong(tenant: Tenant, group: string, users: readonly string[]): Promise<number> {
    return this.count(tenant, { group, user: { $in: [...users] } });
  }

  /** Groups that both belong to. */
  async shared(tenant: Tenant, a: string, b: string): Promise<{ a: MembershipRow; b: MembershipRow }[]> {
    const ofA = await this.ofUser(tenant, a);
    const ofB = await this.find(tenant, { user: b, group: { $in: ofA.map((row) => row.group) } });
    return ofB.map((row) => ({ a: ofA.find((own) => own.group === row.group)!, b: row }));
  }

  /** All members of these groups, without repeats; from the cache of ADR 0012. */
  async usersOf(tenant: Tenant, groups: readonly string[]): Promise<readonly string[]> {
    // Exact, since notifications are sent once: another process may have added a member a moment ago.
    const lists = await this.users.getMany(await this.committed.sync(), tenant, groups);
    return lists.length === 1 ? lists[0]! : [...new Set(lists.flat())];
  }

  /** Adds a user to a group; an existing membership stays unchanged. */
  async add(
    tenant: Tenant,
    group: string,
    user: string,
    role: MembershipRow['role'],
    { read_only = false, ...options }: InSession & { read_only?: boolean } = {},
  ): Promise<MembershipRow> {
    const fresh = { _id: newId(), role, read_only, joined: new Date() };
    const row = await this.change(tenant, { group, user }, { $setOnInsert: fresh }, { upsert: true, ...options });
    return row!;
  }

  /** Like {@link add} for ordinary members, in one command; they must not be in the group. Those in `readOnly` only read. */
  async addAll(
    tenant: Tenant,
    group: string,
    users: readonly string[],
    { readOnly, ...options }: InSession & { readOnly: ReadonlySet<string> },
  ): Promise<void> {
    if (users.length === 0) return;
    const joined = new Date();
    const rows = users.map((user) => ({
      _id: newId(),
      group,
      user,
      role: 'member' as const,
      read_only: readOnly.has(user),
      joined,
    }));
    await this.insertAll(tenant, rows, options);
  }

  /** The member who joined first; null for an empty group. */
  async oldest(tenant: Tenant, group: string, options: InSession): Promise<MembershipRow | null> {
    const [row] = await this.find(tenant, { group }, { sort: { joined: 1, _id: 1 }, limit: 1, ...options });
    return row ?? null;
  }

  /** An owner is never read-only. */
  async setRole(
    tenant: Tenant,
    group: string,
    user: string,
    role: MembershipRow['role'],
    options: InSession,
  ): Promise<void> {
    const set = role === 'owner' ? { role, read_only: false } : { role };
    await this.change(tenant, { group, user }, { $set: set }, options);
  }

  /** A member's groups by tenant, in all workplaces. */
  async everywhere(tenant: Tenant, user: string): Promise<{ place: Tenant; rows: MembershipRow[] }[]> {
    return this.findByTenant(tenant, { user });
  }

  async setReadOnly(
    tenant: Tenant,
    group: string,
    user: string,
    readOnly: boolean,
    options: InSession = {},
  ): Promise<boolean> {
    return (await this.change(tenant, { group, user }, { $set: { read_only: readOnly } }, options)) !== null;
  }

  async leave(tenant: Tenant, group: string, user: string, options: InSession = {}): Promise<boolean> {
    return (await this.remove(tenant, { group, user }, options)) > 0;
  }

  /** Whether a group has no other member. */
  async isAlone(tenant: Tenant, group: string, user: string, options: InSession): Promise<boolean> {
    return (await this.findOne(tenant, { group, user: { $ne: user } }, options)) === null;
  }

  /** Removes all members of a deleted group. */
  async removeGroup(tenant: Tenant, group: string, options: InSession): Promise<void> {
    await this.remove(tenant, { group }, options);
  }

  /** One query for each group, so that a burst in one group does not occupy all connections to the database. */
  private async byPairs(tenant: Tenant, pairs: readonly string[]): Promise<Map<string, MembershipRow>> {
    const usersByGroup = new Map<string, string[]>();
    for (const pair of pairs) {
      const [user, group] = pair.split(' ') as [string, string];
      const users = usersByGroup.get(group);
      if (users) users.push(user);
      else usersByGroup.set(group, [user]);
    }
    const found = await Promise.all(
      [...usersByGroup].map(([group, users]) => this.find(tenant, { group, user: { $in: users } })),
    );
    return new Map(found.flat().map((row) => [pairOf(row), row]));
  }

  /** Also for users without memberships, which is no absence. */
  private async byUsers(tenant: Tenant, users: readonly string[]): Promise<Map<string, MembershipRow[]>> {
    const lists = new Map<string, MembershipRow[]>(users.map((user) => [user, []]));
    for (const row of await this.ofUsers(tenant, users)) lists.get(row.user)!.push(row);
    return lists;
  }

  /** Also for groups without members, which is no absence. */
  private async byGroups(tenant: Tenant, groups: readonly string[]): Promise<Map<string, string[]>> {
    const lists = new Map<string, string[]>(groups.map((group) => [group, []]));
    for (const row of await this.findParts(tenant, { group: { $in: [...groups] } }, ['group', 'user']))
      lists.get(row.group)!.push(row.user);
    return lists;
  }
}

const pairOf = ({ user, group }: Pick<MembershipRow, 'user' | 'group'>) => `${user} ${group}`;
