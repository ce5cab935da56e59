import { Injectable } from '@nestjs/common';
import { Mongo } from '../platform/mongo/mongo.js';
import { newId } from '../platform/mongo/row.js';
import { TenantRepository, type InSession } from '../platform/mongo/tenant-repository.js';
import type { Tenant } from '../platform/tenancy/tenant.js';
import { likeSchema, type LikeRow } from './like.schema.js';

@Injectable()
export class LikeRepository extends TenantRepository<LikeRow> {
  constructor(mongo: Mongo) {
    super(mongo, 'likes', likeSchema);
  }

  /** Who of these users likes which of these shouts. */
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

  /** Everybody who likes these shouts, by shout. */
  async likersOf(tenant: Tenant, shouts: readonly string[]): Promise<Map<string, Set<string>>> {
    if (shouts.length === 0) return new Map();
    const rows = await this.findParts(tenant, { shout: { $in: [...shouts] } }, ['shout', 'user']);
    const likers = new Map(shouts.map((shout) => [shout, new Set<string>()]));
    for (const { shout, user } of rows) likers.get(shout)!.add(user);
    return likers;
  }

  /** The users who liked a shout first. */
  async first(tenant: Tenant, shout: string, limit: number, options: InSession = {}): Promise<string[]> {
    const rows = await this.find(tenant, { shout }, { sort: { _id: 1 }, limit, ...options });
    return rows.map((row) => row.user);
  }

  /** A member's likes in all workplaces, oldest first. */
  async *ofUser(tenant: Tenant, user: string): AsyncGenerator<[Tenant, LikeRow]> {
    for (const place of await this.places(tenant))
      for await (const row of this.each(place, { user }, '_id')) yield [place, row];
  }

  /** A second like of the same user meets the unique index. */
  async add(tenant: Tenant, shout: string, user: string, options: InSession): Promise<void> {
    await this.insert(tenant, { _id: newId(), shout, user }, options);
  }

  /** False when there was none. */
  async takeBack(tenant: Tenant, shout: string, user: string, options: InSession): Promise<boolean> {
    return (await this.remove(tenant, { shout, user }, options)) > 0;
  }
}
