import type { WorkplaceRow } from '../../infrastructure/mongo/row.js';
import { TenantRepository, type InSession, type TenantFilter } from '../../infrastructure/mongo/tenant-repository.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';

/** What a member did about an event: one row for each event and member. */
interface MemberRow extends WorkplaceRow {
  event: string;
  user: string;
}

/** Base of the repositories of members' rows: replies, ratings, arrivals. */
export abstract class MemberRowRepository<T extends MemberRow> extends TenantRepository<T> {
  of(tenant: Tenant, event: string, user: string, options: InSession = {}): Promise<T | null> {
    return this.findOne(tenant, this.by({ event, user }), options);
  }

  /** A member's rows about these events. */
  ofUser(tenant: Tenant, user: string, events: readonly string[]): Promise<T[]> {
    return this.find(tenant, this.by({ user, event: { $in: [...events] } }));
  }

  /** These members' rows about one event. */
  ofUsers(tenant: Tenant, event: string, users: readonly string[], options: InSession = {}): Promise<T[]> {
    return this.find(tenant, this.by({ event, user: { $in: [...users] } }), options);
  }

  /** A member's rows in all workplaces. */
  async everywhere(tenant: Tenant, user: string): Promise<{ place: Tenant; rows: T[] }[]> {
    return this.findByTenant(tenant, this.by({ user }));
  }

  /** Deletes these members' rows about one event; returns whether there was one. */
  async delete(tenant: Tenant, event: string, users: readonly string[], options: InSession): Promise<boolean> {
    return (await this.remove(tenant, this.by({ event, user: { $in: [...users] } }), options)) > 0;
  }

  async deleteOfEvents(tenant: Tenant, events: readonly string[], options: InSession = {}): Promise<void> {
    await this.remove(tenant, this.by({ event: { $in: [...events] } }), options);
  }

  /** The driver's filter type does not resolve for a generic row. */
  private readonly by = (filter: TenantFilter<MemberRow>) => filter as TenantFilter<T>;
}
