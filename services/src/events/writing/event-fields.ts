import { Injectable } from '@nestjs/common';
import type { CallArguments } from '@paddock/contract/core/call';
import { type createEvent, maxEventFiles } from '@paddock/contract/calls/events';
import { eventDatesCode, meansAllDay } from '@paddock/contract/core/event-times';
import { everybodyGroupId } from '@paddock/contract/calls/groups';
import { isWorkplaceAdmin } from '@paddock/contract/calls/users';
import { startOfDate, startOfDay, wallClock } from '@paddock/contract/core/time-zones';
import { zoneOfWorkplace } from '@paddock/contract/core/workplaces';
import tzLookup from '@photostructure/tz-lookup';
import type { SignedInCaller } from '../../community/calls/caller.js';
import { ConversationRepository } from '../../community/conversations/conversation.repository.js';
import { FilesService } from '../../community/files/files.service.js';
import { seesMembers } from '../../community/memberships/member-list.js';
import { MembershipRepository } from '../../community/memberships/membership.repository.js';
import { UserVisibility } from '../../community/memberships/user-visibility.js';
import { UserRepository } from '../../community/users/user.repository.js';
import { PaddockError } from '../../infrastructure/errors/paddock-error.js';
import type { InSession } from '../../infrastructure/mongo/tenant-repository.js';
import { type EventRow, isAllDay } from '../storage/event.schema.js';
import { EventAccess } from '../reading/event-access.js';
import { organizingAfter } from './organizing-after.js';
import { Workplaces } from '../../community/workplaces/workplaces.js';

/** The fields of the create and the update form. */
export type EventInput = Omit<CallArguments<typeof createEvent>, 'client_id' | 'recurrence'>;

const defaultColor = '#2a6fdb';

/** The rules of an event's fields that need the database. */
@Injectable()
export class EventFieldRules {
  constructor(
    private readonly users: UserRepository,
    private readonly workplaces: Workplaces,
    private readonly visibility: UserVisibility,
    private readonly groups: ConversationRepository,
    private readonly memberships: MembershipRepository,
    private readonly access: EventAccess,
    private readonly files: FilesService,
  ) {}

  /**
   * The stored form of an event's fields, without files. `before` is the changed event, of which `isOrganizerRemoved` may take the
   * organizer and the request to become one.
   *
   * @throws GROUP_NOT_FOUND, USER_NOT_FOUND, INVALID_START_DATE, INVALID_END_DATE and TOO_MANY_FILES with the field
   */
  async checked(caller: SignedInCaller, input: EventInput, before?: EventRow, isOrganizerRemoved = false) {
    const {
      organizer: named,
      organizer_name,
      where = '',
      desc = '',
      color,
      registration_url,
      where_geo: geo,
      capacity,
    } = input;
    const group = input.group === everybodyGroupId ? undefined : input.group;
    const time_zone =
      input.time_zone ?? (geo ? tzLookup(geo[1], geo[0]) : zoneOfWorkplace(caller.config, caller.tenant.workplace));
    const times = timesFor(input, time_zone, before);
    if ((input.image_urls?.length ?? 0) + (input.files?.length ?? 0) > maxEventFiles)
      throw new PaddockError('TOO_MANY_FILES', { fields: { files: 'TOO_MANY_FILES' } });
    if (group !== undefined && group !== before?.group) await this.checkGroup(caller, group);
    const invitation_only = input.invitation_only ?? false;
    const invited = [...new Set(input.invited ?? [])];
    const organizing = organizingAfter({ caller: caller.user._id, named, isRemoved: isOrganizerRemoved }, before);
    const fields = {
      title: input.title,
      ...times,
      ...{ time_zone, where, desc, color: color ?? defaultColor, group, geo, capacity, invitation_only, invited },
      ...organizing,
      ...{ organizer_name: organizer_name || undefined, registration_url: registration_url || undefined },
    };
    const known = [...(before?.invited ?? []), caller.user._id];
    const asked = organizing.asked_organizer?.user;
    const isNewlyAsked = asked !== undefined && asked !== before?.asked_organizer?.user;
    await this.checkPeople(
      caller,
      [...(isNewlyAsked ? [asked] : []), ...invited.filter((id) => id !== asked && !known.includes(id))],
      { ...fields, user: before?.user ?? caller.user._id },
    );
    return fields;
  }

  /** Attaches new uploads in the event's transaction; addresses of files that the event already has stay. */
  async attach(
    { tenant, user }: SignedInCaller,
    id: string,
    addresses: readonly string[],
    options: InSession & { known: readonly string[]; imagesOnly?: boolean },
  ): Promise<string[]> {
    return this.files.attach(tenant, user._id, addresses, { kind: 'event', id }, options);
  }

  private async checkGroup({ tenant, user }: SignedInCaller, id: string): Promise<void> {
    const group = await this.groups.headById(tenant, id);
    const isInside =
      group?.kind === 'group' &&
      (isWorkplaceAdmin(user, tenant.workplace) || (await this.memberships.of(tenant, id, user._id)) !== null);
    if (!isInside) throw new PaddockError('GROUP_NOT_FOUND', { fields: { group: 'GROUP_NOT_FOUND' } });
  }

  /** The asked organizer and invited members must be visible to the caller, and may read the event. */
  private async checkPeople(
    caller: SignedInCaller,
    ids: readonly string[],
    event: Pick<EventRow, 'invited' | 'invitation_only'> &
      Partial<Pick<EventRow, 'user' | 'organizer' | 'asked_organizer' | 'group'>>,
  ): Promise<void> {
    if (ids.length === 0) return;
    const { tenant } = caller;
    const rows = new Map((await this.users.byIds(tenant, ids)).map((row) => [row._id, row]));
    // Guessing ids must not reveal the members of a group whose list is hidden. An owner can search them anyway.
    const isHidden = event.group !== undefined && !(await this.findsMembers(caller, event.group));
    const among = isHidden ? [] : await this.visibility.among(caller);
    for (const id of ids) {
      const row = rows.get(id);
      const isKnown = row && row.email_verified && !row.pending && this.workplaces.includes(tenant, row);
      const isSeen = isKnown && (among === undefined || among.includes(id));
      if (isSeen && (await this.access.canRead(tenant, row, event))) continue;
      const field = id === event.asked_organizer?.user ? 'organizer' : 'invited';
      throw new PaddockError('USER_NOT_FOUND', { fields: { [field]: 'USER_NOT_FOUND' } });
    }
  }

  private async findsMembers({ tenant, user, flags }: SignedInCaller, group: string): Promise<boolean> {
    const membership = await this.memberships.of(tenant, group, user._id);
    return membership?.role === 'owner' || seesMembers(flags, user, tenant.workplace, membership, true);
  }
}

/**
 * The times as they are stored: whole days by their starts. Unchanged dates of a past event stay; unchanged whole days keep their dates
 * in another zone.
 *
 * @throws INVALID_START_DATE or INVALID_END_DATE with its field
 */
function timesFor(input: EventInput, time_zone: string, before?: EventRow) {
  const all_day = meansAllDay(input) || undefined;
  const isSame = before && +before.when === Date.parse(input.when) && before.end?.toISOString() === input.end;
  const isKept = isSame && isAllDay(before) === (all_day ?? false);
  const moved = (at: string) => new Date(isKept && all_day ? dayIn(at, before.time_zone, time_zone) : at);
  const [when, end] = [moved(input.when), input.end === undefined ? undefined : moved(input.end)];
  if (!isKept) {
    const code = eventDatesCode({ ...input, time_zone }, Date.now());
    if (code) throw new PaddockError(code, { fields: { [code === 'INVALID_END_DATE' ? 'end' : 'when']: code } });
  }
  if (!all_day || (isKept && before.time_zone === time_zone)) return { when, end, all_day };
  const day = (at: Date) => new Date(startOfDay(+at, time_zone));
  return { when: day(when), end: day(end ?? when), all_day };
}

/** The start of the same calendar day in another zone. */
function dayIn(at: string, from: string, to: string): number {
  return startOfDate(new Date(wallClock(Date.parse(at), from)).toISOString().slice(0, 10), to);
}
