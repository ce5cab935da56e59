import { Injectable } from '@nestjs/common';
import { Mongo } from '../mongo/mongo.js';
import { newId } from '../mongo/row.js';
import { TenantRepository, type InSession } from '../mongo/tenant-repository.js';
import type { Tenant } from '../tenancy/tenant.js';
import { membershipSchema, type MembershipRow } from './membership.schema.js';

/** Who belongs to which group, as what. */
@Injectable()
export class MembershipRepository extends TenantRepository<MembershipRow> {
  constructor(mongo: Mongo) {
    super(mongo, 'memberships', membershipSchema);
  }

  of(tenant: Tenant, group: string, user: string): Promise<MembershipRow | null> {
    return this.findOne(tenant, { group, user });
  }

  ofUser(tenant: Tenant, user: string): Promise<MembershipRow[]> {
    return this.find(tenant, { user });
  }

  /** By user id; `after` is the last user id of the page before. */
  ofGroup(tenant: Tenant, group: string, page: { after?: string; limit?: number } = {}): Promise<MembershipRow[]> {
    const filter = page.after ? { group, user: { $gt: page.after } } : { group };
    return this.find(tenant, filter, { sort: { user: 1 }, limit: page.limit });
  }

  owners(tenant: Tenant, group: string): Promise<MembershipRow[]> {
    return this.find(tenant, { group, role: 'owner' });
  }

  size(tenant: Tenant, group: string): Promise<number> {
    return this.count(tenant, { group });
  }

  /** Groups that both belong to. */
  async shared(tenant: Tenant, a: string, b: string): Promise<{ a: MembershipRow; b: MembershipRow }[]> {
    const ofA = await this.ofUser(tenant, a);
    const ofB = await this.find(tenant, { user: b, group: { $in: ofA.map((row) => row.group) } });
    return ofB.map((row) => ({ a: ofA.find((own) => own.group === row.group)!, b: row }));
  }

  /** Everyone who is in one of these groups, each once. */
  async usersOf(tenant: Tenant, groups: readonly string[]): Promise<string[]> {
    const rows = await this.find(tenant, { group: { $in: [...groups] } });
    return [...new Set(rows.map((row) => row.user))];
  }

  /** Lets a user into a group; who is in it already stays as they are. */
  async add(
    tenant: Tenant,
    group: string,
    user: string,
    role: MembershipRow['role'],
    options: InSession = {},
  ): Promise<MembershipRow> {
    const fresh = { _id: newId(), role, read_only: false, joined: new Date() };
    const row = await this.change(tenant, { group, user }, { $setOnInsert: fresh }, { upsert: true, ...options });
    return row!;
  }

  async setReadOnly(tenant: Tenant, group: string, user: string, readOnly: boolean): Promise<boolean> {
    return (await this.change(tenant, { group, user }, { $set: { read_only: readOnly } })) !== null;
  }

  async leave(tenant: Tenant, group: string, user: string, options: InSession = {}): Promise<boolean> {
    return (await this.remove(tenant, { group, user }, options)) > 0;
  }
}
