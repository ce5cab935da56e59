import { Injectable } from '@nestjs/common';
import { isDeepStrictEqual } from 'node:util';
import { conversionStep } from '../community/search/conversions.js';
import type { Sort } from 'mongodb';
import { personSortFields, type PersonSortField } from '@paddock/contract/core/tab-flags';
import { Mongo } from '../infrastructure/mongo/mongo.js';
import { TenantRepository, type TenantFilter } from '../infrastructure/mongo/tenant-repository.js';
import type { Tenant } from '../infrastructure/tenancy/tenant.js';
import { Workplaces } from '../community/workplaces/workplaces.js';
import { nameFilter, withTerm } from '../community/users/member-search.js';
import { tagTerm, userKeys } from '../community/users/user-keys.js';
import { userSchema, type UserRow } from '../community/users/user.schema.js';
import { type KeyRange, type PageStart, type PersonCursor, type PersonOrder, rangesFrom } from './person-order.js';

/** Selects members of the workplace: names (or names and tags) with these terms, only these ids, without those ids. */
export interface DirectoryFilter {
  terms?: readonly string[];
  withTags?: boolean;
  among?: readonly string[] | undefined;
  without?: readonly string[];
  /** Includes banned members, for super admins. */
  withBanned: boolean;
}

/** Members around a position. */
export interface NearFilter {
  cells: readonly string[];
  active: { from: Date; to: Date };
}

export type ActiveMember = Pick<UserRow, '_id' | 'sort_keys' | 'cells' | 'blocked_users'>;

/** The users of a workplace in the directory's order, without pending and unverified ones. */
@Injectable()
export class DirectoryRepository extends TenantRepository<UserRow> {
  constructor(
    mongo: Mongo,
    private readonly workplaces: Workplaces,
  ) {
    super(mongo, 'users', userSchema);
  }

  /** The rows from a start in an order; in front of a cursor from the nearest backwards. */
  async page(
    tenant: Tenant,
    scope: DirectoryFilter,
    { sort, ranges }: PersonOrder,
    limit: number,
    start: PageStart,
  ): Promise<UserRow[]> {
    const rows: UserRow[] = [];
    let { skip = 0 } = start;
    const parts = rangesFrom(ranges, start);
    for (const [index, range] of parts.entries()) {
      const keys = within(sort, range, index === 0 ? start : {});
      const filters = this.filters(tenant, scope).map((one) => (keys ? { $and: [one, keys] } : one));
      const isLast = index === parts.length - 1;
      const size = skip > 0 && !isLast ? await this.sizeOf(tenant, filters) : Infinity;
      if (size > skip) rows.push(...(await this.part(tenant, filters, sort, limit - rows.length, { ...start, skip })));
      if (rows.length === limit) break;
      skip = Math.max(0, skip - size);
    }
    return rows;
  }

  /** The rows of a range. */
  private async part(
    tenant: Tenant,
    [filter, adminFilter]: TenantFilter<UserRow>[],
    sort: PersonSortField,
    limit: number,
    { skip, before }: { skip: number; before?: PersonCursor | undefined },
  ): Promise<UserRow[]> {
    const direction = before ? -1 : 1;
    const order = sortBy(sort, direction);
    // Super admins are few and read from the start: of the skipped rows, at most as many as they are can be theirs.
    const admins = adminFilter ? await this.find(tenant, adminFilter, { sort: order, limit: skip + limit }) : [];
    const skipped = Math.max(0, skip - admins.length);
    const others = await this.find(tenant, filter!, { sort: order, skip: skipped, limit: limit + skip - skipped });
    return [...admins, ...others]
      .sort((a, b) => direction * (compare(a.sort_keys[sort], b.sort_keys[sort]) || compare(a._id, b._id)))
      .slice(skip - skipped, skip - skipped + limit);
  }

  async size(tenant: Tenant, scope: DirectoryFilter): Promise<number> {
    const heres = this.workplaces.selecting(tenant);
    const sizes = await Promise.all(
      heres.map((here) =>
        isCountedByKeys(scope, here)
          ? this.sizeByKeys(tenant, scope, here)
          : this.count(tenant, { ...memberFilter(scope), ...here }),
      ),
    );
    return sizes.reduce((sum, size) => sum + size, 0);
  }

  /** All members with the term less the hidden ones: an index counts the former by its keys, and the latter are few. */
  private async sizeByKeys(tenant: Tenant, { terms = [], withTags, withBanned }: DirectoryFilter, here: Here) {
    const [term] = terms;
    const [all, ...others] = await Promise.all([
      term === undefined ? this.count(tenant, here) : this.sizeOfTerm(tenant, term, withTags),
      ...hiddenParts(withBanned).map((one) =>
        this.count(tenant, { ...one, ...here, ...(term !== undefined && withTerm(term, withTags ?? false)) }),
      ),
    ]);
    return others.reduce((rest, size) => rest - size, all);
  }

  /** Members of the community whom the directory does not list. */
  async hiddenIds(tenant: Tenant, withBanned: boolean): Promise<string[]> {
    const parts = await Promise.all(hiddenParts(withBanned).map((part) => this.findParts(tenant, part, [])));
    return parts.flat().map(({ _id }) => _id);
  }

  /** Members with a term in their names, or in their names or tags: the sum of both less those who have both. */
  private async sizeOfTerm(tenant: Tenant, term: string, withTags = false): Promise<number> {
    const size = (one: string) => this.count(tenant, { name_terms: one });
    if (!withTags) return size(term);
    const [byName, byTag] = await Promise.all([size(term), size(tagTerm(term))]);
    if (byName === 0 || byTag === 0) return byName + byTag;
    const rarestFirst = byName < byTag ? [term, tagTerm(term)] : [tagTerm(term), term];
    return byName + byTag - (await this.count(tenant, nameFilter(rarestFirst)));
  }

  private async sizeOf(tenant: Tenant, filters: readonly TenantFilter<UserRow>[]): Promise<number> {
    const sizes = await Promise.all(filters.map((filter) => this.count(tenant, filter)));
    return sizes.reduce((sum, size) => sum + size, 0);
  }

  /** Members whose position is in one of these cells, without those who were active last in a time and did not move after it. */
  inCells(
    tenant: Tenant,
    scope: DirectoryFilter,
    { cells, active: { from, to } }: NearFilter,
    sort: PersonSortField,
    limit: number,
    after?: PersonCursor,
  ): Promise<UserRow[]> {
    const near = { cells: { $in: [...cells] }, ...memberFilter(scope) };
    const others = [
      { last_activity: { $exists: false } },
      { last_activity: { $lt: from } },
      { last_activity: { $gt: to } },
      { located: { $gt: to } },
    ];
    const parts = [
      near,
      { $or: others },
      this.workplaces.filter(tenant),
      ...(after ? [within(sort, {}, { after })!] : []),
    ];
    return this.find(tenant, { $and: parts }, { sort: sortBy(sort), limit });
  }

  /** Members of the directory who were active since a time, in no particular order. */
  activeSince(tenant: Tenant, withBanned: boolean, time: Date): Promise<ActiveMember[]> {
    const filter = { last_activity: { $gte: time }, ...memberFilter({ withBanned }) };
    return this.findParts(tenant, { $and: [filter, this.workplaces.filter(tenant)] }, [
      'sort_keys',
      'cells',
      'blocked_users',
    ]);
  }

  /** Those of these ids who are in the directory. */
  withIds(tenant: Tenant, scope: DirectoryFilter, ids: readonly string[]): Promise<UserRow[]> {
    return this.find(tenant, {
      $and: [{ _id: { $in: [...ids] } }, memberFilter(scope), this.workplaces.filter(tenant)],
    });
  }

  /** Members without terms, or a sort key for one of the sortable fields. */
  withoutKeys(tenant: Tenant, limit: number): Promise<UserRow[]> {
    const lacking = personSortFields.map((field) => ({ [`sort_keys.${field}`]: { $exists: false } }));
    return this.find(tenant, { $or: [{ name_terms: { $exists: false } }, ...lacking] }, { limit });
  }

  async setKeys(tenant: Tenant, id: string, keys: ReturnType<typeof userKeys>): Promise<void> {
    await this.change(tenant, { _id: id }, { $set: keys });
  }

  /** Derives the keys of the members behind a user name; returns the last user name, undefined at the end. */
  async convert(tenant: Tenant, after: string): Promise<string | undefined> {
    const options = { sort: { username_key: 1 }, limit: conversionStep } as const;
    const rows = await this.find(tenant, { username_key: { $gt: after } }, options);
    for (const row of rows) {
      const { _id, username, fullname, username_key, name_terms, sort_keys } = row;
      const keys = userKeys(row);
      if (!isDeepStrictEqual(keys, { username_key, name_terms, sort_keys }))
        await this.change(tenant, { _id, username, fullname }, { $set: keys });
    }
    return rows.length < conversionStep ? undefined : rows.at(-1)!.username_key;
  }

  /** Disjoint filters with an index each: members of the workplace, and super admins, who may be in every one. */
  private filters(tenant: Tenant, scope: DirectoryFilter): TenantFilter<UserRow>[] {
    return this.workplaces.selecting(tenant).map((here) => ({ ...memberFilter(scope), ...here }));
  }
}

/** What hides a member from the directory, in disjoint parts with an index each: the opposite of {@link memberFilter}. */
function hiddenParts(withBanned: boolean): TenantFilter<UserRow>[] {
  return [
    { pending: true },
    { pending: false, email_verified: false },
    ...(withBanned ? [] : [{ pending: false, email_verified: true, banned: true }]),
  ];
}

/** Members of a workplace, see `Workplaces.selecting`. */
type Here = TenantFilter<UserRow>;

/** Whether an index has all conditions of a scope but those that hide members: it has one term, or the workplace. */
function isCountedByKeys({ terms = [], among, without = [] }: DirectoryFilter, here: Here): boolean {
  if (among || without.length > 0 || terms.length > 1) return false;
  const isEverywhere = Object.keys(here).length === 0;
  return (
    isEverywhere || (terms.length === 0 && Object.keys(here).length === 1 && typeof here['workplaces'] === 'string')
  );
}

/** The members of a scope in any workplace. */
function memberFilter({
  terms = [],
  withTags,
  among,
  without = [],
  withBanned,
}: DirectoryFilter): TenantFilter<UserRow> {
  const ids = { ...(among && { $in: [...among] }), ...(without.length > 0 && { $nin: [...without] }) };
  return {
    pending: false,
    email_verified: true,
    ...(!withBanned && { banned: { $ne: true } }),
    ...(Object.keys(ids).length > 0 && { _id: ids }),
    ...(terms.length > 0 && nameFilter(terms, withTags)),
  };
}

function sortBy(sort: PersonSortField, direction: 1 | -1 = 1): Sort {
  return { [`sort_keys.${sort}`]: direction, _id: direction };
}

/** The keys of a range that are behind or in front of a page's start. */
function within(
  sort: PersonSortField,
  { from, to }: KeyRange,
  { after, before }: Partial<PageStart>,
): TenantFilter<UserRow> | undefined {
  const field = `sort_keys.${sort}`;
  const parts: TenantFilter<UserRow>[] = [];
  if (from !== undefined) parts.push({ [field]: { $gte: from } });
  if (to !== undefined) parts.push({ [field]: { $lt: to } });
  if (after)
    parts.push({ [field]: { $gte: after.key }, $or: [{ [field]: { $gt: after.key } }, { _id: { $gt: after.id } }] });
  if (before)
    parts.push({ [field]: { $lte: before.key }, $or: [{ [field]: { $lt: before.key } }, { _id: { $lt: before.id } }] });
  return parts.length > 0 ? { $and: parts } : undefined;
}

/** Compares by bytes, as the database does. */
function compare(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}
