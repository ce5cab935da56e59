import { Injectable } from '@nestjs/common';
import { Mongo } from '../../infrastructure/mongo/mongo.js';
import { newId } from '../../infrastructure/mongo/row.js';
import { workplaceSchema } from '../../infrastructure/mongo/row-schema.js';
import type { WorkplaceRow } from '../../infrastructure/mongo/row.js';
import { TenantRepository, type InSession } from '../../infrastructure/mongo/tenant-repository.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';

/** What a group remembers of a member who left it read-only or was removed (decisions, Shouts, chats, groups). */
export interface FormerMemberRow extends WorkplaceRow {
  group: string;
  user: string;
  /** Applies from outside, and again after coming back. */
  read_only: boolean;
  /** Comes back only by an owner's adding or acceptance, and does not write from outside. */
  removed: boolean;
  left: Date;
}

const schema = workplaceSchema<FormerMemberRow>({
  group: { type: String, required: true },
  user: { type: String, required: true },
  read_only: { type: Boolean, required: true },
  removed: { type: Boolean, required: true },
  left: { type: Date, required: true },
});
schema.index({ community: 1, workplace: 1, group: 1, user: 1 }, { unique: true });
schema.index({ community: 1, workplace: 1, user: 1 });
// The removed ones, the latest first.
schema.index({ community: 1, workplace: 1, group: 1, removed: 1, left: -1, user: 1 });

/** Former members whom their group does not let back in as they were; most who leave are forgotten. */
@Injectable()
export class FormerMemberRepository extends TenantRepository<FormerMemberRow> {
  constructor(mongo: Mongo) {
    super(mongo, 'former_members', schema);
  }

  of(tenant: Tenant, group: string, user: string, options: InSession = {}): Promise<FormerMemberRow | null> {
    return this.findOne(tenant, { group, user }, options);
  }

  ofUser(tenant: Tenant, user: string): Promise<FormerMemberRow[]> {
    return this.find(tenant, { user });
  }

  inGroup(tenant: Tenant, group: string, users: readonly string[], options: InSession): Promise<FormerMemberRow[]> {
    return this.find(tenant, { group, user: { $in: [...users] } }, options);
  }

  /** The removed ones, the latest first. */
  removed(
    tenant: Tenant,
    group: string,
    { without, ...span }: { skip: number; limit: number; without: readonly string[] },
  ): Promise<FormerMemberRow[]> {
    return this.find(tenant, removedFrom(group, without), { sort: { left: -1, user: 1 }, ...span });
  }

  removedCount(tenant: Tenant, group: string, without: readonly string[]): Promise<number> {
    return this.count(tenant, removedFrom(group, without));
  }

  async remember(
    tenant: Tenant,
    { group, user, ...marks }: Pick<FormerMemberRow, 'group' | 'user' | 'read_only' | 'removed'>,
    options: InSession,
  ): Promise<void> {
    const change = { $set: { ...marks, left: new Date() }, $setOnInsert: { _id: newId() } };
    await this.change(tenant, { group, user }, change, { upsert: true, ...options });
  }

  /** Lifts a removal; a read-only mark stays. False if there is none. */
  async lift(tenant: Tenant, group: string, user: string, options: InSession): Promise<boolean> {
    const row = await this.findOne(tenant, { group, user, removed: true }, options);
    if (!row) return false;
    if (row.read_only) await this.change(tenant, { group, user }, { $set: { removed: false } }, options);
    else await this.remove(tenant, { group, user }, options);
    return true;
  }

  async forget(tenant: Tenant, group: string, users: readonly string[], options: InSession): Promise<void> {
    await this.remove(tenant, { group, user: { $in: [...users] } }, options);
  }

  async removeGroup(tenant: Tenant, group: string, options: InSession): Promise<void> {
    await this.remove(tenant, { group }, options);
  }

  /** A member's rows in all workplaces. */
  async everywhere(tenant: Tenant, user: string): Promise<FormerMemberRow[]> {
    return this.findEverywhere(tenant, { user });
  }

  async forgetUser(tenant: Tenant, user: string): Promise<void> {
    await this.removeEverywhere(tenant, { user });
  }
}

const removedFrom = (group: string, without: readonly string[]) => ({
  group,
  removed: true,
  ...(without.length > 0 && { user: { $nin: [...without] } }),
});
