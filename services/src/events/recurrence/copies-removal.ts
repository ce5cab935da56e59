import { Injectable } from '@nestjs/common';
import type { ClientSession } from 'mongodb';
import { Outbox } from '../../infrastructure/outbox/outbox.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';
import { ArrivalRepository } from '../storage/arrival.repository.js';
import { EventRepository } from '../storage/event.repository.js';
import type { EventRow } from '../storage/event.schema.js';
import { commentKind } from '../reading/event-comments.js';
import { DeletedEventRepository } from '../storage/deleted-event.repository.js';
import { RatingRepository } from '../storage/rating.repository.js';
import { ReplyRepository } from '../storage/reply.repository.js';

/** Removes events together, such as copies of a recurring one: a member who expected one or several of them is notified once. */
@Injectable()
export class CopiesRemoval {
  constructor(
    private readonly events: EventRepository,
    private readonly deleted: DeletedEventRepository,
    private readonly replies: ReplyRepository,
    private readonly ratings: RatingRepository,
    private readonly arrivals: ArrivalRepository,
    private readonly outbox: Outbox,
  ) {}

  async remove(tenant: Tenant, rows: readonly EventRow[], actor: string, session: ClientSession): Promise<void> {
    const options = { session };
    const answered = rows.filter(({ turn, ratings }) => turn > 0 || ratings > 0);
    if (rows.length === 0) return;
    const ids = answered.map(({ _id }) => _id);
    const all = rows.map(({ _id }) => _id);
    // One notification is about events with the same readers: those of another group may not read the first one.
    const recipients = new Set<string>();
    const notifications: string[] = [];
    for (const alike of byReaders(answered.length > 0 ? answered : rows.slice(0, 1))) {
      const expected = await this.replies.expectedAtAny(
        tenant,
        alike.map(({ _id }) => _id),
        options,
      );
      await this.deleted.add(
        tenant,
        alike[0]!,
        expected.filter((user) => !recipients.has(user)),
        options,
      );
      for (const user of expected) recipients.add(user);
      notifications.push(alike[0]!._id);
    }
    await this.replies.deleteOfEvents(tenant, ids, options);
    await this.ratings.deleteOfEvents(tenant, ids, options);
    await this.arrivals.deleteOfEvents(tenant, all, options);
    await this.events.deleteAll(tenant, all, options);
    const commented = rows.filter(({ comments }) => comments !== undefined);
    await this.outbox.add(
      session,
      ...notifications.map((event) => ({ kind: 'EventDeleted', tenant, event, actor }) as const),
      { kind: 'EventsSynced', tenant },
      ...commented.map(({ _id: id }) => ({
        ...{ kind: 'SubjectDeleted' as const, tenant },
        subject: { kind: commentKind, id },
      })),
    );
  }
}

/** Events in groups with the same readers. */
function byReaders(rows: readonly EventRow[]): EventRow[][] {
  const groups = new Map<string, EventRow[]>();
  for (const row of rows) {
    const { group, invitation_only, invited, organizer, user } = row;
    const key = JSON.stringify([group, ...(invitation_only ? [[...invited].sort(), organizer, user] : [])]);
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  return [...groups.values()];
}
