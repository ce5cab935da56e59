import { Injectable } from '@nestjs/common';
import { isWorkplaceAdmin } from '@paddock/contract/calls/users';
import { RowCache } from '../../infrastructure/cache/row-cache.js';
import { Mongo } from '../../infrastructure/mongo/mongo.js';
import { newId } from '../../infrastructure/mongo/row.js';
import {
  TenantRepository,
  type InSession,
  type NewRow,
  type TenantFilter,
} from '../../infrastructure/mongo/tenant-repository.js';
import { CommitLog } from '../../infrastructure/outbox/commit-log.js';
import { presentPreview } from '../../infrastructure/tenancy/preview.js';
import { tenantOf, type Tenant } from '../../infrastructure/tenancy/tenant.js';
import { rarestFirst } from '../search/rarest-first.js';
import { queryWords, termOf } from '../search/words.js';
import { asPreviewed } from './previewed-member.js';
import { nameFilter, searchFilter, type SearchScope } from './member-search.js';
import { sortKey, tagTerm, userKeys } from './user-keys.js';
import { userSchema, type UserRow } from './user.schema.js';
import { Workplaces } from '../workplaces/workplaces.js';

/** A search among more members reads the first matches of all before it queries these ids. */
const maxQueriedIds = 300;

/** The fields of a new member; the others are derived. */
export type NewUser = Pick<UserRow, 'username' | 'fullname' | 'email' | 'client_id'> &
  Partial<Omit<NewRow<UserRow>, keyof ReturnType<typeof userKeys>>>;

@Injectable()
export class UserRepository extends TenantRepository<UserRow> {
  private readonly rows = RowCache.byId<UserRow>(20_000, (tenant, ids) =>
    this.find(tenant, { _id: { $in: [...ids] } }),
  );

  constructor(
    mongo: Mongo,
    private readonly committed: CommitLog,
    private readonly workplaces: Workplaces,
  ) {
    // Caches hold no positions.
    super(mongo, 'users', userSchema, ['cells', 'located']);
    mongo.onWrite('users', (row) => (row ? this.drop(row as unknown as UserRow) : this.rows.clear()));
  }

  /** From the cache of ADR 0012, like {@link byIds}. */
  async byId(tenant: Tenant, id: string): Promise<UserRow | null> {
    const row = await this.rows.get(await this.committed.recent(), tenantOf(tenant.community), id);
    return row && asPreviewed(row);
  }

  /** In no particular order, without unknown ids. */
  async byIds(tenant: Tenant, ids: readonly string[]): Promise<UserRow[]> {
    const rows = await this.rows.getMany(await this.committed.recent(), tenantOf(tenant.community), [...new Set(ids)]);
    return presentPreview() ? rows.map(asPreviewed) : rows;
  }

  byUsername(tenant: Tenant, username: string): Promise<UserRow | null> {
    return this.findOne(tenant, { username_key: username.toLowerCase() });
  }

  byUsernames(tenant: Tenant, usernames: readonly string[]): Promise<UserRow[]> {
    return this.find(tenant, { username_key: { $in: usernames.map((name) => name.toLowerCase()) } });
  }

  /** The account that verified the address. */
  byEmail(tenant: Tenant, email: string): Promise<UserRow | null> {
    return this.findOne(tenant, { held_email: email.toLowerCase() });
  }

  byClientId(tenant: Tenant, clientId: string): Promise<UserRow | null> {
    return this.findOne(tenant, { client_id: clientId });
  }

  /**
   * Members of the workplace whose user name, full name or company has all {@link nameTerms}, by user name. Skips pending and
   * unverified members, and banned ones unless `withBanned`. `among` restricts the search to these ids.
   */
  search(tenant: Tenant, terms: readonly string[], limit: number, scope: SearchScope = {}): Promise<UserRow[]> {
    if (terms.length === 0) return Promise.resolve([]);
    return this.first(tenant, nameFilter(terms), { sort: { 'sort_keys.username': 1, _id: 1 }, limit }, scope);
  }

  /** The name terms that a query asks for, the rarest first; with those of tags where these are searched too. */
  nameTerms(tenant: Tenant, query: string, withTags = false): Promise<string[]> {
    // One by one, since an index counts an equality by its keys; members with both count twice.
    const count = async (term: string, limit: number) => {
      const terms = withTags ? [term, tagTerm(term)] : [term];
      const counts = await Promise.all(terms.map((one) => this.count(tenant, { name_terms: one }, { limit })));
      return counts.reduce((sum, found) => sum + found, 0);
    };
    return rarestFirst(queryWords(query).map(termOf), count);
  }

  /** Like {@link search}, but only members whose user name or full name begins with this word. */
  async beginningWith(tenant: Tenant, word: string, limit: number, scope: SearchScope = {}): Promise<UserRow[]> {
    if (!/^[\p{L}\p{M}\p{N}_]+$/u.test(word)) return [];
    const [byUsername, byFullname] = await Promise.all(
      (
        [
          ['username_key', word.toLowerCase()],
          ['sort_keys.fullname', sortKey(word)],
        ] as const
      ).map(([key, prefix]) =>
        this.first(tenant, { [key]: { $regex: `^${prefix}` } }, { sort: { [key]: 1 }, limit }, scope),
      ),
    );
    return [...byUsername!, ...byFullname!];
  }

  /** The first matches of a search. Those of a large `among` are often among the first of all: 5,000 queried ids take 20 ms. */
  private async first(
    tenant: Tenant,
    filter: TenantFilter<UserRow>,
    { sort, limit }: { sort: Record<string, 1 | -1>; limit: number },
    scope: SearchScope,
  ): Promise<UserRow[]> {
    const find = (here: SearchScope, count: number) =>
      this.find(tenant, { ...filter, ...this.searched(tenant, here) }, { sort, limit: count });
    const { among } = scope;
    if (among && among.length > maxQueriedIds) {
      const all = await find({ ...scope, among: undefined }, 2 * limit);
      const ids = new Set(among);
      const found = all.filter(({ _id }) => ids.has(_id));
      if (found.length >= limit || all.length < 2 * limit) return found.slice(0, limit);
    }
    return find(scope, limit);
  }

  /**
   * Adds a member; verified and approved unless `user` says otherwise. Only a verified one holds its address. A taken user name or
   * held address throws MongoDB's duplicate key error.
   */
  create(tenant: Tenant, user: NewUser, options: InSession = {}): Promise<UserRow> {
    const email = user.email.toLowerCase();
    const { email_verified = true } = user;
    const row = {
      _id: newId(),
      pending: false,
      admin: false,
      acl: [],
      workplaces: [],
      fields: {},
      blocked_users: [],
      created: new Date(),
      ...user,
      email,
      email_verified,
      ...(email_verified && { held_email: email }),
      ...userKeys(user),
    };
    return this.insert(tenant, row, options);
  }

  /** Grants or denies access to a waiting member; null unless they wait and have verified their address. */
  decideAccess(tenant: Tenant, id: string, isGranted: boolean, options: InSession): Promise<UserRow | null> {
    const filter = { _id: id, pending: true, denied: { $ne: true }, email_verified: true };
    return this.change(tenant, filter, { $set: isGranted ? { pending: false } : { denied: true } }, options);
  }

  async forgetChosenGroups(tenant: Tenant, id: string, options: InSession): Promise<void> {
    await this.change(tenant, { _id: id }, { $unset: { chosen_groups: 1 } }, options);
  }

  /** Members who wait for access, oldest first; `ofWorkplaces` restricts to members of these workplaces or of none. */
  waiting(
    tenant: Tenant,
    limit: number,
    { after, ofWorkplaces }: { after?: string | undefined; ofWorkplaces?: readonly string[] | undefined } = {},
  ): Promise<UserRow[]> {
    const filter = { ...waitingFilter(ofWorkplaces), ...(after && { _id: { $gt: after } }) };
    return this.find(tenant, filter, { sort: { _id: 1 }, limit });
  }

  waitingCount(tenant: Tenant, ofWorkplaces?: readonly string[]): Promise<number> {
    return this.count(tenant, waitingFilter(ofWorkplaces));
  }

  /** Workplace admins of these workplaces, or the super admins, who can sign in. */
  async admins(tenant: Tenant, of: readonly string[] | 'community'): Promise<UserRow[]> {
    const role =
      of === 'community'
        ? { admin: true }
        : { acl: { $elemMatch: { title: 'workplace_admin', resources: { $in: [...of] } } } };
    const rows = await this.find(tenant, { ...role, email_verified: true, pending: false, banned: { $ne: true } });
    if (of === 'community') return rows;
    // The right of a workplace that the member has left is not in effect.
    return rows.filter((row) =>
      of.some(
        (workplace) => isWorkplaceAdmin(row, workplace) && this.workplaces.includes({ ...tenant, workplace }, row),
      ),
    );
  }

  /** Makes a member super admin, who needs no approval, or takes the flag away; null for an unknown member. */
  setAdmin(tenant: Tenant, id: string, admin: boolean, options: InSession): Promise<UserRow | null> {
    const change = admin ? { $set: { admin, pending: false }, $unset: { denied: 1 as const } } : { $set: { admin } };
    return this.change(tenant, { _id: id }, change, options);
  }

  /** In the caller's transaction. Returns the row before the change; null for an unknown member. */
  async setProfileImage(tenant: Tenant, id: string, fileId: string, options: InSession = {}): Promise<UserRow | null> {
    const before = await this.findOne(tenant, { _id: id }, options);
    await this.change(tenant, { _id: id }, { $set: { profile_image: fileId } }, options);
    return before;
  }

  /** Assigns a plan, or removes it if undefined; null for an unknown member. */
  setSubscription(tenant: Tenant, id: string, plan: string | undefined, options: InSession): Promise<UserRow | null> {
    const change = plan === undefined ? { $unset: { subscription: 1 as const } } : { $set: { subscription: plan } };
    return this.change(tenant, { _id: id }, change, options);
  }

  /** The member's plan within a transaction; null for an unknown member. */
  async planOf(tenant: Tenant, id: string, options: InSession): Promise<Pick<UserRow, 'subscription'> | null> {
    return (await this.findParts(tenant, { _id: id }, ['subscription'], options))[0] ?? null;
  }

  async withSubscription(tenant: Tenant, plan: string, options: InSession): Promise<string[]> {
    const rows = await this.findParts(tenant, { subscription: plan }, [], options);
    return rows.map(({ _id }) => _id);
  }

  /** Bans a member or lifts the ban; null if nothing changes. */
  setBanned(tenant: Tenant, id: string, banned: boolean, options: InSession): Promise<UserRow | null> {
    const before = banned ? { $ne: true } : true;
    return this.change(tenant, { _id: id, banned: before }, { $set: { banned } }, options);
  }

  /** Ids of all accounts that belong to the workplace, also of those without access. */
  async idsOf(tenant: Tenant): Promise<string[]> {
    return (await this.findParts(tenant, this.workplaces.filter(tenant), [])).map(({ _id }) => _id);
  }

  async hasAny(tenant: Tenant): Promise<boolean> {
    return this.exists(tenant, {});
  }

  /** Ids of banned members. */
  async banned(tenant: Tenant): Promise<string[]> {
    const rows = await this.findParts(tenant, { banned: true }, []);
    return rows.map(({ _id }) => _id);
  }

  /** Deletes a member's record and returns it; with `unproved` only if the address was never verified. */
  async delete(
    tenant: Tenant,
    id: string,
    { unproved = false, ...options }: InSession & { unproved?: boolean },
  ): Promise<UserRow | null> {
    const row = await this.findOne(tenant, { _id: id, ...(unproved && { email_verified: false }) }, options);
    if (row) await this.remove(tenant, { _id: id }, options);
    return row;
  }

  /** Removes a member from the block lists of others, whom it returns. Publish {@link endedBlocks}, except for an erased one. */
  async forgetBlocks(tenant: Tenant, blocked: string, options: InSession = {}): Promise<string[]> {
    const blockers = await this.blockersOf(tenant, blocked, options);
    await this.changeAll(tenant, { blocked_users: blocked }, { $pull: { blocked_users: blocked } }, options);
    return blockers;
  }

  /** Ids of the members who block this one. */
  async blockersOf(tenant: Tenant, id: string, options: InSession = {}): Promise<string[]> {
    return (await this.findParts(tenant, { blocked_users: id }, [], options)).map(({ _id }) => _id);
  }

  /** Stores members' activity; at most one write in {@link UserRow.last_activity}'s resolution of a minute. */
  async noteActivity(tenant: Tenant, ids: readonly string[], now: Date): Promise<void> {
    await this.changeByIds(tenant, ids, { $set: { last_activity: now } });
  }

  /** Null if the member is unknown or the block unchanged. */
  setBlocked(
    tenant: Tenant,
    id: string,
    other: string,
    blocked: boolean,
    options: InSession = {},
  ): Promise<UserRow | null> {
    const before = { blocked_users: blocked ? { $ne: other } : other };
    const change = blocked ? { $addToSet: { blocked_users: other } } : { $pull: { blocked_users: other } };
    return this.change(tenant, { _id: id, ...before }, change, options);
  }

  private searched(tenant: Tenant, scope: SearchScope): TenantFilter<UserRow> {
    return searchFilter({ ...scope, here: this.workplaces.filter(tenant) });
  }

  private drop({ community, _id }: UserRow): void {
    this.rows.drop(tenantOf(community), _id);
  }
}

function waitingFilter(ofWorkplaces?: readonly string[]) {
  const scope = ofWorkplaces && { $or: [{ workplaces: { $in: [...ofWorkplaces] } }, { workplaces: { $size: 0 } }] };
  return { pending: true, denied: { $ne: true }, email_verified: true, ...scope };
}
