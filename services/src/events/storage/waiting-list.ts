import { Injectable } from '@nestjs/common';
import { isPastEvent } from '@paddock/contract/core/event-times';
import type { ClientSession } from 'mongodb';
import { Outbox } from '../../infrastructure/outbox/outbox.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';
import { EventRepository } from './event.repository.js';
import { timesOf } from './event-rows.js';
import type { EventRow } from './event.schema.js';
import { ReplyRepository } from './reply.repository.js';

/** Moves members of a waiting list up. */
@Injectable()
export class WaitingList {
  constructor(
    private readonly events: EventRepository,
    private readonly replies: ReplyRepository,
    private readonly outbox: Outbox,
  ) {}

  /** Gives every free place to the members who wait longest, until the event is past; in the transaction that locks the event. */
  async fill(tenant: Tenant, event: EventRow, session: ClientSession): Promise<EventRow> {
    const { _id, capacity = Infinity, attending = 0, waiting = 0 } = event;
    const free = Math.min(waiting, capacity - attending);
    if (free <= 0 || isPastEvent(timesOf(event), Date.now())) return event;
    const options = { session };
    const next = await this.replies.inOrder(tenant, _id, 'waiting', { limit: free, ...options });
    for (const row of next) {
      await this.replies.moveUp(tenant, row._id, options);
      await this.outbox.add(session, { kind: 'EventPlaceGiven', tenant, event: _id, user: row.user });
    }
    const counts = { attending: next.length, waiting: -next.length };
    return (await this.events.addCounts(tenant, _id, counts, options)) ?? event;
  }
}
