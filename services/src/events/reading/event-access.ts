import { Injectable } from '@nestjs/common';
import { isPastEvent } from '@paddock/contract/core/event-times';
import { isWorkplaceAdmin } from '@paddock/contract/calls/users';
import type { SignedInCaller } from '../../community/calls/caller.js';
import { ConversationRepository } from '../../community/conversations/conversation.repository.js';
import type { ConversationRow } from '../../community/conversations/conversation.schema.js';
import { MembershipRepository } from '../../community/memberships/membership.repository.js';
import type { UserRow } from '../../community/users/user.schema.js';
import { PaddockError } from '../../infrastructure/errors/paddock-error.js';
import type { InSession } from '../../infrastructure/mongo/tenant-repository.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';
import { EventRepository } from '../storage/event.repository.js';
import { timesOf } from '../storage/event-rows.js';
import type { EventRow } from '../storage/event.schema.js';

/** The fields that decide who may read an event. */
export type Guarded = Pick<EventRow, 'user' | 'organizer' | 'group' | 'invitation_only' | 'invited'>;
/** Groups by id. */
export type Groups = ReadonlyMap<string, ConversationRow>;

/**
 * Who may read and change events. A group's event is for its members, one by invitation for its creator, organizer and invited
 * members; workplace admins read all.
 */
@Injectable()
export class EventAccess {
  constructor(
    private readonly events: EventRepository,
    private readonly groups: ConversationRepository,
    private readonly memberships: MembershipRepository,
  ) {}

  /** The readable ones among some events of the tenant, in their order, with the groups that they name. */
  async readable<R extends Guarded>(
    { tenant, user }: { tenant: Tenant; user: UserRow },
    rows: readonly R[],
  ): Promise<{ rows: R[]; groups: Groups }> {
    const ids = [...new Set(rows.flatMap(({ group }) => group ?? []))];
    const [found, memberships] =
      ids.length === 0
        ? [[], []]
        : await Promise.all([
            Promise.all(ids.map((id) => this.groups.headById(tenant, id))),
            this.memberships.ofUser(tenant, user._id),
          ]);
    const isAdmin = isWorkplaceAdmin(user, tenant.workplace);
    const own = new Set(memberships.map(({ group }) => group));
    const groups = new Map(found.flatMap((group) => (group?.kind === 'group' ? [[group._id, group] as const] : [])));
    const isInside = (group: string) => groups.has(group) && (isAdmin || own.has(group));
    return {
      rows: rows.filter(
        (row) => (row.group === undefined || isInside(row.group)) && (isAdmin || isInvited(row, user._id)),
      ),
      groups,
    };
  }

  /** The groups whose events a member may read; undefined for an admin, who reads all. */
  async readableGroups(tenant: Tenant, user: UserRow): Promise<string[] | undefined> {
    if (isWorkplaceAdmin(user, tenant.workplace)) return undefined;
    return (await this.memberships.ofUser(tenant, user._id)).map(({ group }) => group);
  }

  /** Those of some members who may read an event, with its group. */
  async readersAmong(
    tenant: Tenant,
    users: readonly UserRow[],
    row: Guarded,
  ): Promise<{ readers: UserRow[]; groups: Groups }> {
    const answers = await Promise.all(users.map((user) => this.readable({ tenant, user }, [row])));
    return {
      readers: users.filter((_, index) => answers[index]!.rows.length > 0),
      groups: answers[0]?.groups ?? new Map(),
    };
  }

  async canRead(tenant: Tenant, user: UserRow, row: Guarded): Promise<boolean> {
    return (await this.readable({ tenant, user }, [row])).rows.length > 0;
  }

  /** @throws EVENT_NOT_FOUND for a missing and an invisible event alike. */
  async find(
    { tenant, user }: Pick<SignedInCaller, 'tenant' | 'user'>,
    id: string,
    options: InSession = {},
  ): Promise<EventRow> {
    const row = await this.events.byId(tenant, id, options);
    if (!row || !(await this.canRead(tenant, user, row))) throw new PaddockError('EVENT_NOT_FOUND');
    return row;
  }

  /** An event that the caller may change. @throws EVENT_NOT_FOUND, EVENT_SYNCED, FORBIDDEN */
  async findManaged(
    caller: Pick<SignedInCaller, 'tenant' | 'user'>,
    id: string,
    options: InSession = {},
  ): Promise<EventRow> {
    const row = await this.find(caller, id, options);
    if (row.synced) throw new PaddockError('EVENT_SYNCED');
    if (!manages({ user: caller.user, workplace: caller.tenant.workplace }, row)) throw new PaddockError('FORBIDDEN');
    return row;
  }
}

function isInvited({ invitation_only, invited, user, organizer }: Guarded, member: string): boolean {
  return !invitation_only || [user, organizer, ...invited].includes(member);
}

/** Whether a member has the rights of an event's creator and organizer. */
export function manages(
  { user, workplace }: { user: UserRow; workplace: string },
  row: Pick<EventRow, 'user' | 'organizer'>,
): boolean {
  return isWorkplaceAdmin(user, workplace) || row.user === user._id || row.organizer === user._id;
}

/** Specification B §6: hide_attendees hides attendees from all but admins and the creator. */
export function seesAttendees(
  { user, workplace, hidden }: { user: UserRow; workplace: string; hidden: boolean },
  row: EventRow,
): boolean {
  return !hidden || isWorkplaceAdmin(user, workplace) || row.user === user._id;
}

/** Whether an event is past for joining, rating and editing. */
export function isPast(event: Parameters<typeof timesOf>[0], now = Date.now()): boolean {
  return isPastEvent(timesOf(event), now);
}
