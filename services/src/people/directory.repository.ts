import { Injectable } from '@nestjs/common';
import type { Sort } from 'mongodb';
import { personSortFields, type PersonSortField } from '@paddock/contract/core/flags';
import { Mongo } from '../infrastructure/mongo/mongo.js';
import { TenantRepository, type TenantFilter } from '../infrastructure/mongo/tenant-repository.js';
import type { Tenant } from '../infrastructure/tenancy/tenant.js';
import type { SortKeys } from '../community/users/user-keys.js';
import { userSchema, type UserRow } from '../community/users/user.schema.js';

/** Which members of the workplace: with words of these beginnings, of these ids, without those. */
export interface Wanted {
  words?: readonly string[];
  among?: readonly string[] | undefined;
  without?: readonly string[];
  /** Those too who are kept out: for who can let them in again. */
  withBanned: boolean;
}

/** Where a page goes on: behind this sort key and id. */
export interface PersonCursor {
  key: string;
  id: string;
}

/** Where a page begins: behind a cursor, or behind so many rows. */
export type PersonPlace = { after: PersonCursor; skip?: never } | { skip: number; after?: never };

/** The users of a workplace in the order of the directory. Whoever is pending or not verified is in none of its answers. */
@Injectable()
export class DirectoryRepository extends TenantRepository<UserRow> {
  constructor(mongo: Mongo) {
    super(mongo, 'users', userSchema);
  }

  async page(
    tenant: Tenant,
    wanted: Wanted,
    sort: PersonSortField,
    limit: number,
    { after, skip = 0 }: PersonPlace,
  ): Promise<UserRow[]> {
    const key = `sort_keys.${sort}`;
    const behind = after && {
      [key]: { $gte: after.key },
      $or: [{ [key]: { $gt: after.key } }, { _id: { $gt: after.id } }],
    };
    const order: Sort = { [key]: 1, _id: 1 };
    const [filter, few] = this.filters(tenant, wanted).map((one) => (behind ? { $and: [one, behind] } : one));
    // The few super admins are all read: only so many rows of the others can stand before a page.
    const admins = few ? await this.find(tenant, few, { sort: order, limit: skip + limit }) : [];
    const skipped = Math.max(0, skip - admins.length);
    const others = await this.find(tenant, filter!, { sort: order, skip: skipped, limit: limit + skip - skipped });
    const keyOf = (row: UserRow) => row.sort_keys[sort];
    return [...admins, ...others]
      .sort((a, b) => compare(keyOf(a), keyOf(b)) || compare(a._id, b._id))
      .slice(skip - skipped, skip - skipped + limit);
  }

  async size(tenant: Tenant, wanted: Wanted): Promise<number> {
    const sizes = await Promise.all(this.filters(tenant, wanted).map((filter) => this.count(tenant, filter)));
    return sizes.reduce((sum, size) => sum + size, 0);
  }

  /** Members of the community that have no key, or lack one of a field that became sortable. */
  withoutKeys(tenant: Tenant, limit: number): Promise<UserRow[]> {
    const lacking = personSortFields.map((field) => ({ [`sort_keys.${field}`]: { $exists: false } }));
    return this.find(tenant, { $or: lacking }, { limit });
  }

  async setKeys(tenant: Tenant, id: string, sort_keys: SortKeys): Promise<void> {
    await this.change(tenant, { _id: id }, { $set: { sort_keys } });
  }

  /** Disjoint filters, each with an index of its own: who belongs to the workplace, and the super admins, who belong to all. */
  private filters(
    { workplace }: Tenant,
    { words = [], among, without = [], withBanned }: Wanted,
  ): TenantFilter<UserRow>[] {
    const ids = { ...(among && { $in: [...among] }), ...(without.length > 0 && { $nin: [...without] }) };
    const filter = {
      pending: false,
      email_verified: true,
      ...(!withBanned && { banned: { $ne: true } }),
      ...(Object.keys(ids).length > 0 && { _id: ids }),
      // Letters and digits only, so a word is its own pattern.
      ...(words.length > 0 && { $and: words.map((word) => ({ name_words: { $regex: `^${word}` } })) }),
    };
    if (workplace === '') return [filter];
    return [
      { ...filter, workplaces: workplace },
      { ...filter, admin: true, workplaces: { $ne: workplace } },
    ];
  }
}

/** In the order of bytes, which is the database’s. */
function compare(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}
