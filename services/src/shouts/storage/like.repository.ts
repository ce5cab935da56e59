import { Injectable } from '@nestjs/common';
import { Mongo } from '../../infrastructure/mongo/mongo.js';
import { newId } from '../../infrastructure/mongo/row.js';
import { TenantRepository, type InSession } from '../../infrastructure/mongo/tenant-repository.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';
import { likeSchema, type LikeRow } from './like.schema.js';

@Injectable()
export class LikeRepository extends TenantRepository<LikeRow> {
  constructor(mongo: Mongo) {
    super(mongo, 'likes', likeSchema);
  }

  /** Returns whether one of these users likes one of these shouts. */
  async likedBy(
    tenant: Tenant,
    users: readonly string[],
    shouts: readonly string[],
  ): Promise<(shout: string, user: string) => boolean> {
    if (shouts.length === 0) return () => false;
    const rows = await this.find(tenant, { shout: { $in: [...shouts] }, user: { $in: [...users] } });
    const likes = new Set(rows.map((row) => `${row.shout} ${row.user}`));
    return (shout, user) => likes.has(`${shout} ${user}`);
  }

  /** All users who like each of these shouts. */
  async likersOf(tenant: Tenant, shouts: readonly string[]): Promise<Map<string, Set<string>>> {
    if (shouts.length === 0) return new Map();
    const rows = await this.findParts(tenant, { shout: { $in: [...shouts] } }, ['shout', 'user']);
    const likers = new Map(shouts.map((shout) => [shout, new Set<string>()]));
    for (const { shout, user } of rows) likers.get(shout)!.add(user);
    return likers;
  }

  /** The first users who liked a shout, oldest like first. */
  async first(tenant: Tenant, shout: string, limit: number, options: InSession = {}): Promise<string[]> {
    const rows = await this.find(tenant, { shout }, { sort: { _id: 1 }, limit, ...options });
    return rows.map((row) => row.user);
  }

  /** Likes of a shout in their order; `after` is the last one's id. `among` restricts them to these members. */
  page(
    tenant: Tenant,
    shout: string,
    {
      limit,
      skip,
      after,
      among,
    }: { limit: number; skip: number; after?: string | undefined; among?: string[] | undefined },
  ): Promise<LikeRow[]> {
    const filter = {
      shout,
      ...(after !== undefined && { _id: { $gt: after } }),
      ...(among && { user: { $in: among } }),
    };
    return this.find(tenant, filter, { sort: { _id: 1 }, limit, skip });
  }

  /** A member's likes in all workplaces, oldest first. */
  async *ofUser(tenant: Tenant, user: string): AsyncGenerator<[Tenant, LikeRow]> {
    for (const workplace of await this.tenantsWithRows(tenant))
      for await (const row of this.each(workplace, { user }, '_id')) yield [workplace, row];
  }

  /** Returns those of these users who like a shout. */
  async likersAmong(tenant: Tenant, shout: string, users: readonly string[], options: InSession): Promise<Set<string>> {
    const rows = await this.findParts(tenant, { shout, user: { $in: [...users] } }, ['user'], options);
    return new Set(rows.map(({ user }) => user));
  }

  /** Inserts in this order. @throws a duplicate key error for a second like by the same user */
  async addAll(tenant: Tenant, shout: string, users: readonly string[], options: InSession): Promise<void> {
    if (users.length > 0) await this.insertAll(tenant, newLikes(shout, users), options);
  }

  /** Like {@link addAll}, at the end of the transaction. */
  addAllLater(tenant: Tenant, shout: string, users: readonly string[], options: Required<InSession>): void {
    this.insertLater(tenant, newLikes(shout, users), options);
  }

  /** Removes all likes of these shouts. */
  async removeOf(tenant: Tenant, shouts: readonly string[]): Promise<void> {
    await this.remove(tenant, { shout: { $in: [...shouts] } });
  }

  /** Returns the number of deleted likes. */
  async removeAll(tenant: Tenant, shout: string, users: readonly string[], options: InSession): Promise<number> {
    return users.length === 0 ? 0 : this.remove(tenant, { shout, user: { $in: [...users] } }, options);
  }
}

const newLikes = (shout: string, users: readonly string[]) => users.map((user) => ({ _id: newId(), shout, user }));
