import { Injectable } from '@nestjs/common';
import type { ClientSession } from 'mongodb';
import { PaddockError } from '../../infrastructure/errors/paddock-error.js';
import { Outbox } from '../../infrastructure/outbox/outbox.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';
import { EventRepository } from '../storage/event.repository.js';
import type { EventRow } from '../storage/event.schema.js';
import { commentKind } from '../reading/event-comments.js';
import { RecurringEventRepository } from '../storage/recurring-event.repository.js';
import { DeletedEventRepository } from '../storage/deleted-event.repository.js';
import { RatingRepository } from '../storage/rating.repository.js';
import { ReplyRepository } from '../storage/reply.repository.js';

/** Removes an event with its replies and ratings, and notifies those who expected it. */
@Injectable()
export class EventRemoval {
  constructor(
    private readonly events: EventRepository,
    private readonly deleted: DeletedEventRepository,
    private readonly replies: ReplyRepository,
    private readonly ratings: RatingRepository,
    private readonly parts: RecurringEventRepository,
    private readonly outbox: Outbox,
  ) {}

  /** In a transaction; `actor` is '' when the event's calendar removed it. @throws EVENT_NOT_FOUND for a deleted event. */
  async remove(tenant: Tenant, row: EventRow, actor: string, session: ClientSession): Promise<void> {
    const options = { session };
    const { _id: event } = row;
    if (!(await this.events.delete(tenant, event, options))) throw new PaddockError('EVENT_NOT_FOUND');
    if (row.recurring !== undefined) await this.parts.exclude(tenant, row.recurring, row.place!, options);
    await this.deleted.add(tenant, row, await this.replies.expected(tenant, event, options), options);
    await this.replies.deleteOfEvents(tenant, [event], options);
    await this.ratings.deleteOfEvents(tenant, [event], options);
    await this.outbox.add(
      session,
      { kind: 'EventDeleted', tenant, event, actor },
      { kind: 'SubjectDeleted', tenant, subject: { kind: commentKind, id: event } },
    );
  }
}
