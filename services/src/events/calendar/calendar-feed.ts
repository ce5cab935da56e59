import { Injectable } from '@nestjs/common';
import { calendarUid } from '@paddock/contract/calls/event-calendar';
import { calendarFile, type CalendarFileEntry } from '@paddock/contract/core/calendar-file';
import type { UserRow } from '../../community/users/user.schema.js';
import { dayMs } from '@paddock/contract/core/durations';
import { CommunityAddress } from '../../infrastructure/links/community-address.js';
import { Communities } from '../../infrastructure/tenancy/communities.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';
import { EventRepository } from '../storage/event.repository.js';
import { isAllDay } from '../storage/event.schema.js';
import { EventAccess } from '../reading/event-access.js';
import { RecurringEventRepository } from '../storage/recurring-event.repository.js';
import { ReplyRepository } from '../storage/reply.repository.js';
import type { CalendarReader } from './calendar-address.js';
import { type Described, recurringEntries } from './recurring-entries.js';

/** What a calendar program gets: the events from three months ago to two years ahead. */
const before = 92 * dayMs;
const after = 731 * dayMs;
const maxEntries = 2000;

/** The calendar file of a member. */
@Injectable()
export class CalendarFeed {
  constructor(
    private readonly pages: CommunityAddress,
    private readonly communities: Communities,
    private readonly events: EventRepository,
    private readonly parts: RecurringEventRepository,
    private readonly replies: ReplyRepository,
    private readonly access: EventAccess,
  ) {}

  async file({ tenant, user }: CalendarReader): Promise<string> {
    const { community } = tenant;
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
      status: row.tentative && 'TENTATIVE',
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
      const all = await this.events.overlapping(tenant, { from, to }, limit);
      const { rows } = await this.access.readable({ tenant, user }, all);
      const isFull = rows.length >= maxEntries;
      if (isFull || all.length < limit) return { rows: rows.slice(0, maxEntries), isFull };
    }
  }
}
