import { Injectable } from '@nestjs/common';
import { isDeepStrictEqual } from 'node:util';
import { conversionStep } from '../community/search/conversions.js';
import type { Sort } from 'mongodb';
import { personSortFields, type PersonSortField } from '@paddock/contract/core/flags';
import { Mongo } from '../infrastructure/mongo/mongo.js';
import { TenantRepository, type TenantFilter } from '../infrastructure/mongo/tenant-repository.js';
import type { Tenant } from '../infrastructure/tenancy/tenant.js';
import { Workplaces } from '../community/workplaces/workplaces.js';
import { named } from '../community/users/member-search.js';
import { userKeys } from '../community/users/user-keys.js';
import { userSchema, type UserRow } from '../community/users/user.schema.js';

/** Selects members of the workplace: names with these terms, only these ids, without those ids. */
export interface DirectoryFilter {
  terms?: readonly string[];
  among?: readonly string[] | undefined;
  without?: readonly string[];
  /** Includes banned members, for super admins. */
  withBanned: boolean;
}

/** A page continues after this sort key and id. */
export interface PersonCursor {
  key: string;
  id: string;
}

/** Where a page starts: after a cursor, or after a number of rows. */
export type PageStart = { after: PersonCursor; skip?: never } | { skip: number; after?: never };

/** The users of a workplace in the directory's order, without pending and unverified ones. */
@Injectable()
export class DirectoryRepository extends TenantRepository<UserRow> {
  constructor(
    mongo: Mongo,
    private readonly workplaces: Workplaces,
  ) {
    super(mongo, 'users', userSchema);
  }

  async page(
    tenant: Tenant,
    scope: DirectoryFilter,
    sort: PersonSortField,
    limit: number,
    { after, skip = 0 }: PageStart,
  ): Promise<UserRow[]> {
    const key = `sort_keys.${sort}`;
    const afterCursor = after && {
      [key]: { $gte: after.key },
      $or: [{ [key]: { $gt: after.key } }, { _id: { $gt: after.id } }],
    };
    const order: Sort = { [key]: 1, _id: 1 };
    const [filter, adminFilter] = this.filters(tenant, scope).map((one) =>
      afterCursor ? { $and: [one, afterCursor] } : one,
    );
    // Super admins are few and read from the start: of the skipped rows, at most as many as they are can be theirs.
    const admins = adminFilter ? await this.find(tenant, adminFilter, { sort: order, limit: skip + limit }) : [];
    const skipped = Math.max(0, skip - admins.length);
    const others = await this.find(tenant, filter!, { sort: order, skip: skipped, limit: limit + skip - skipped });
    return [...admins, ...others]
      .sort((a, b) => compare(a.sort_keys[sort], b.sort_keys[sort]) || compare(a._id, b._id))
      .slice(skip - skipped, skip - skipped + limit);
  }

  async size(tenant: Tenant, scope: DirectoryFilter): Promise<number> {
    const sizes = await Promise.all(this.filters(tenant, scope).map((filter) => this.count(tenant, filter)));
    return sizes.reduce((sum, size) => sum + size, 0);
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
  private filters(
    tenant: Tenant,
    { terms = [], among, without = [], withBanned }: DirectoryFilter,
  ): TenantFilter<UserRow>[] {
    const ids = { ...(among && { $in: [...among] }), ...(without.length > 0 && { $nin: [...without] }) };
    const filter = {
      pending: false,
      email_verified: true,
      ...(!withBanned && { banned: { $ne: true } }),
      ...(Object.keys(ids).length > 0 && { _id: ids }),
      ...(terms.length > 0 && named(terms)),
    };
    return this.workplaces.selecting(tenant).map((here) => ({ ...filter, ...here }));
  }
}

/** Compares by bytes, as the database does. */
function compare(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}
