import { Injectable } from '@nestjs/common';
import type { ClientSession } from 'mongodb';
import type { SignedInCaller } from '../../community/calls/caller.js';
import { PaddockError } from '../../infrastructure/errors/paddock-error.js';
import { Outbox } from '../../infrastructure/outbox/outbox.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';
import { EventRepository } from '../storage/event.repository.js';
import type { EventFields } from '../storage/event-rows.js';
import type { EventRow } from '../storage/event.schema.js';
import { commentKind } from '../reading/event-comments.js';
import { ownFields } from '../recurrence/copies.js';
import { RecurringEventRepository } from '../storage/recurring-event.repository.js';
import { invalidRecurrence, RecurringEvents } from '../recurrence/recurring-events.js';
import { effects } from '../storage/effects.js';
import { WaitingList } from '../storage/waiting-list.js';

/** Changes one event; `CopiesChange` changes several copies. */
@Injectable()
export class EventChange {
  constructor(
    private readonly events: EventRepository,
    private readonly parts: RecurringEventRepository,
    private readonly recurring: RecurringEvents,
    private readonly waitingList: WaitingList,
    private readonly outbox: Outbox,
  ) {}

  /** A copy keeps as its own what differs from the others. */
  async update(
    { tenant, user }: SignedInCaller,
    before: EventRow,
    { after: fields, rule }: { after: EventFields; rule: string | undefined },
    session: ClientSession,
  ): Promise<EventRow> {
    const { _id: id, recurring } = before;
    // Changes of all copies wait for this one.
    const part = recurring === undefined ? null : await this.parts.lock(tenant, recurring, { session });
    const own = part ? ownFields(before, fields, part) : [];
    const written = { ...fields, ...(own.length > 0 && { own }) };
    const after = await this.events.update(tenant, id, written, { session });
    if (!after) throw new PaddockError('EVENT_NOT_FOUND');
    const facts = { event: id, actor: user._id, ...(before.root && { root: before.root }) };
    const effect = effects(before, after);
    await this.outbox.add(session, { kind: 'EventUpdated', tenant, ...facts, ...effect });
    const subject = { kind: commentKind, id };
    if (effect.former) await this.outbox.add(session, { kind: 'SubjectNarrowed', tenant, subject });
    // `NarrowedEvents` gives the places when the replies of former readers are gone.
    const filled = effect.former ? after : await this.waitingList.fill(tenant, after, session);
    if (recurring !== undefined || rule === undefined) return filled;
    await this.outbox.add(session, { kind: 'EventsSynced', tenant });
    return this.recurring.add(tenant, rule, fields, { user: before.user, row: filled }, session);
  }

  /** One copy has no rule of its own. @throws INVALID_RECURRENCE */
  async checkRule(tenant: Tenant, row: EventRow, isShared: boolean, rule: string | null | undefined) {
    if (row.recurring === undefined || isShared || rule === undefined) return;
    const part = await this.parts.byId(tenant, row.recurring);
    if (rule !== part?.rule) throw invalidRecurrence();
  }
}
