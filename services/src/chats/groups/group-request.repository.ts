import { Injectable } from '@nestjs/common';
import type { ChatCursor } from '../../community/conversations/conversation.repository.js';
import { Mongo } from '../../infrastructure/mongo/mongo.js';
import { newId } from '../../infrastructure/mongo/row.js';
import { TenantRepository, type InSession } from '../../infrastructure/mongo/tenant-repository.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';
import { groupRequestSchema, type GroupRequestRow } from './group-request.schema.js';

@Injectable()
export class GroupRequestRepository extends TenantRepository<GroupRequestRow> {
  constructor(mongo: Mongo) {
    super(mongo, 'group_requests', groupRequestSchema);
  }

  of(tenant: Tenant, group: string, user: string, options: InSession = {}): Promise<GroupRequestRow | null> {
    return this.findOne(tenant, { group, user }, options);
  }

  async isWaiting(tenant: Tenant, group: string, user: string): Promise<boolean> {
    return (await this.of(tenant, group, user))?.state === 'waiting';
  }

  /** Oldest first. */
  waiting(tenant: Tenant, group: string, limit: number, after?: ChatCursor): Promise<GroupRequestRow[]> {
    const behind = after && {
      $or: [{ created: { $gt: after.time } }, { created: after.time, user: { $gt: after.id } }],
    };
    return this.find(tenant, { group, state: 'waiting', ...behind }, { sort: { created: 1, user: 1 }, limit });
  }

  /** The ids of the users who wait longest, and the number of the others who wait. */
  async waitingUsers(tenant: Tenant, group: string, limit: number): Promise<{ users: string[]; more: number }> {
    const filter = { group, state: 'waiting' as const };
    const rows = await this.findParts(tenant, filter, ['user'], { sort: { created: 1, user: 1 }, limit });
    const more = rows.length < limit ? 0 : (await this.count(tenant, filter)) - rows.length;
    return { users: rows.map(({ user }) => user), more: Math.max(0, more) };
  }

  /** Stores a waiting request. False if one waits already. */
  async ask(tenant: Tenant, group: string, user: string, options: InSession): Promise<boolean> {
    if ((await this.of(tenant, group, user, options))?.state === 'waiting') return false;
    const set = { state: 'waiting' as const, created: new Date() };
    await this.change(
      tenant,
      { group, user },
      { $set: set, $setOnInsert: { _id: newId() } },
      { upsert: true, ...options },
    );
    return true;
  }

  /** Decides waiting requests; returns their number. */
  settle(
    tenant: Tenant,
    group: string,
    users: readonly string[],
    state: 'granted' | 'denied',
    options: InSession,
  ): Promise<number> {
    return this.changeAll(tenant, { group, user: { $in: [...users] }, state: 'waiting' }, { $set: { state } }, options);
  }

  async removeGroup(tenant: Tenant, group: string, options: InSession): Promise<void> {
    await this.remove(tenant, { group }, options);
  }

  /** A member's requests in all workplaces. */
  async everywhere(tenant: Tenant, user: string): Promise<GroupRequestRow[]> {
    return this.findEverywhere(tenant, { user });
  }

  async forget(tenant: Tenant, user: string): Promise<void> {
    await this.removeEverywhere(tenant, { user });
  }
}
