import { Injectable } from '@nestjs/common';
import { MembershipRepository } from '../../community/memberships/membership.repository.js';
import { UserRepository } from '../../community/users/user.repository.js';
import type { UserRow } from '../../community/users/user.schema.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';
import { EventRepository } from '../storage/event.repository.js';
import type { EventRow } from '../storage/event.schema.js';
import { RecurringEventRepository } from '../storage/recurring-event.repository.js';
import { EventAccess } from './event-access.js';

/** For which members an event is, and which of them may read it now. */
@Injectable()
export class EventReaders {
  constructor(
    private readonly events: EventRepository,
    private readonly parts: RecurringEventRepository,
    private readonly access: EventAccess,
    private readonly users: UserRepository,
    private readonly memberships: MembershipRepository,
  ) {}

  /** Ids of the members whom an event is for. */
  async invitedTo(
    tenant: Tenant,
    { invitation_only, invited, organizer, group }: EventRow,
  ): Promise<readonly string[]> {
    if (invitation_only) return [...invited, organizer ?? []].flat();
    return group === undefined ? this.users.idsOf(tenant) : this.memberships.usersOf(tenant, [group]);
  }

  /** The event, if it is not over and the member may read it now. */
  async coming(tenant: Tenant, id: string, reader: UserRow): Promise<EventRow | undefined> {
    const row = await this.events.byId(tenant, id);
    if (!row || row.until <= new Date() || !(await this.access.canRead(tenant, reader, row))) return undefined;
    return row;
  }

  /** Those of some members who may not read the event, or another copy of it. */
  async former(
    { tenant, event, root }: { tenant: Tenant; event: string; root?: string },
    members: readonly string[],
  ): Promise<string[]> {
    const row = await this.events.byId(tenant, event);
    const rows = [row ?? [], root === undefined ? [] : await this.parts.ofRoot(tenant, root)].flat();
    const users = await this.users.byIds(tenant, members);
    const answers = await Promise.all(users.map((user) => this.access.readable({ tenant, user }, rows)));
    return users.flatMap(({ _id }, at) => (answers[at]!.rows.length === 0 ? [_id] : []));
  }
}
