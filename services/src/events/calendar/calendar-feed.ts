import { Injectable } from '@nestjs/common';
import { calendarUid } from '@paddock/contract/calls/event-calendar';
import { missingAccess } from '@paddock/contract/calls/users';
import { calendarFile, type CalendarFileEntry } from '@paddock/contract/core/calendar-file';
import { tabsOf } from '@paddock/contract/core/deployment';
import type { SignedInCaller } from '../../community/calls/caller.js';
import { UserRepository } from '../../community/users/user.repository.js';
import type { UserRow } from '../../community/users/user.schema.js';
import { PaddockError } from '../../infrastructure/errors/paddock-error.js';
import { CommunityAddress } from '../../infrastructure/links/community-address.js';
import { SignedLinks } from '../../infrastructure/links/signed-links.js';
import { Communities } from '../../infrastructure/tenancy/communities.js';
import { type Tenant, tenantOf } from '../../infrastructure/tenancy/tenant.js';
import { EventRepository } from '../event.repository.js';
import { isAllDay } from '../event.schema.js';
import { EventAccess } from '../reading/event-access.js';
import { RecurringEventRepository } from '../recurrence/recurring-event.repository.js';
import { MemberStateRepository } from '../storage/member-state.repository.js';
import { ReplyRepository } from '../storage/reply.repository.js';
import { type Described, recurringEntries } from './recurring-entries.js';
import { Workplaces } from '../../community/workplaces/workplaces.js';

const day = 24 * 3_600_000;
/** What a calendar program gets: the events from three months ago to two years ahead. */
const before = 92 * day;
const after = 731 * day;
const maxEntries = 2000;

/** A member's calendar address: signed, usable again until it is revoked, and good for reading events only. */
@Injectable()
export class CalendarFeed {
  constructor(
    private readonly links: SignedLinks,
    private readonly pages: CommunityAddress,
    private readonly communities: Communities,
    private readonly users: UserRepository,
    private readonly workplaces: Workplaces,
    private readonly states: MemberStateRepository,
    private readonly events: EventRepository,
    private readonly parts: RecurringEventRepository,
    private readonly replies: ReplyRepository,
    private readonly access: EventAccess,
  ) {}

  async address({ tenant, user }: SignedInCaller): Promise<{ address: string }> {
    const state = await this.states.of(tenant, user._id);
    return { address: this.addressOf(tenant, user._id, state?.calendar_version ?? 0) };
  }

  async revoke({ tenant, user }: SignedInCaller): Promise<{ address: string }> {
    return { address: this.addressOf(tenant, user._id, await this.states.raiseCalendarVersion(tenant, user._id)) };
  }

  /**
   * The calendar file of an address.
   *
   * @throws LINK_INVALID for an altered or revoked address, and one of a member who may no longer read the events.
   */
  async file(community: string, token: string): Promise<string> {
    const { tenant, user } = await this.memberOf(community, token);
    const config = this.communities.find(community)!;
    const now = Date.now();
    const from = new Date(now - before);
    const { rows, isFull } = await this.readable(tenant, user, from, new Date(now + after));
    const ids = rows.map(({ _id }) => _id);
    const replies = config.flags.rsvp ? await this.replies.ofUser(tenant, user._id, ids) : [];
    const declined = new Set(replies.flatMap(({ event, reply }) => (reply === 'absent' ? [event] : [])));
    const shown = rows.filter(({ _id }) => !declined.has(_id));
    // Beyond them nothing is shown.
    const to = isFull ? rows.at(-1)!.when : new Date(now + after);
    const recurring = new Set(shown.flatMap((row) => row.recurring ?? []));
    const parts = await this.access.readable({ tenant, user }, await this.parts.byIds(tenant, [...recurring]));
    const entryOf = (row: Described, page: string, id = row._id): CalendarFileEntry => ({
      id: calendarUid(community, id),
      title: row.title,
      start: row.when,
      end: row.end,
      allDay: isAllDay(row),
      timeZone: row.time_zone,
      location: row.where,
      description: row.desc,
      url: this.pages.pageIn(tenant, `/main/events/${page}`),
      changed: row.updated ?? row.created,
      created: row.created,
    });
    const together = new Set(parts.rows.map(({ _id }) => _id));
    const alone = shown.filter((row) => row.recurring === undefined || !together.has(row.recurring));
    return calendarFile(
      [
        ...alone.map((row) => entryOf(row, row._id)),
        ...parts.rows.flatMap((part) => {
          const copies = shown.filter((row) => row.recurring === part._id);
          return recurringEntries(part, copies, { from, to }, entryOf);
        }),
      ],
      { name: config.title },
    );
  }

  /** The first events that the member may read. */
  private async readable(tenant: Tenant, user: UserRow, from: Date, to: Date) {
    for (let limit = maxEntries; ; limit *= 4) {
      const all = await this.events.overlapping(tenant, from, to, limit);
      const { rows } = await this.access.readable({ tenant, user }, all);
      const isFull = rows.length >= maxEntries;
      if (isFull || all.length < limit) return { rows: rows.slice(0, maxEntries), isFull };
    }
  }

  private async memberOf(community: string, token: string): Promise<{ tenant: Tenant; user: UserRow }> {
    const { subject, version } = this.links.read(tenantOf(community), 'calendar', token);
    const [id = '', workplace = ''] = subject.split(':');
    const tenant = tenantOf(community, workplace);
    const config = this.communities.find(community);
    const user = await this.users.byId(tenant, id);
    const isOpen = config && tabsOf(config).includes('events');
    if (!isOpen || !user || missingAccess(user, config.flags) || !this.workplaces.includes(tenant, user))
      throw new PaddockError('LINK_INVALID');
    const state = await this.states.of(tenant, id);
    if (version !== (state?.calendar_version ?? 0)) throw new PaddockError('LINK_INVALID');
    return { tenant, user };
  }

  private addressOf(tenant: Tenant, user: string, version: number): string {
    const token = this.links.sign(tenant, 'calendar', subjectOf(user, tenant.workplace), version);
    return this.pages.page(tenant.community, `/api/calendars/${token}`);
  }
}

/** A colon separates them: neither id has one. */
const subjectOf = (user: string, workplace: string) => `${user}:${workplace}`;
