import { Injectable } from '@nestjs/common';
import type { answerOrganizing } from '@paddock/contract/calls/event-organizer';
import type { PaddockEvent } from '@paddock/contract/calls/events';
import type { CallArguments } from '@paddock/contract/core/call';
import type { ClientSession } from 'mongodb';
import type { SignedInCaller } from '../../community/calls/caller.js';
import { PaddockError } from '../../infrastructure/errors/paddock-error.js';
import { KeyedMutex } from '../../infrastructure/mongo/keyed-mutex.js';
import { Outbox } from '../../infrastructure/outbox/outbox.js';
import type { CopyChange, EventFields } from '../storage/event-rows.js';
import { EventRepository } from '../storage/event.repository.js';
import type { EventRow } from '../storage/event.schema.js';
import { EventAccess } from '../reading/event-access.js';
import { EventsService } from '../reading/events.service.js';
import { narrowedCopies, ownFields } from '../recurrence/copies.js';
import { RecurringEventRepository } from '../storage/recurring-event.repository.js';
import { effects } from '../storage/effects.js';

/** Answers of members who are asked to organise an event. */
@Injectable()
export class OrganizerRequests {
  constructor(
    private readonly events: EventRepository,
    private readonly parts: RecurringEventRepository,
    private readonly access: EventAccess,
    private readonly reading: EventsService,
    private readonly mutex: KeyedMutex,
    private readonly outbox: Outbox,
  ) {}

  /** An answer that is given already counts as success. @throws EVENT_NOT_FOUND, FORBIDDEN */
  async answer(caller: SignedInCaller, { id, accept }: CallArguments<typeof answerOrganizing>): Promise<PaddockEvent> {
    const { root = id } = await this.access.find(caller, id);
    const answered = await this.mutex.transaction([...new Set([id, root])], async (session) => {
      const row = await this.access.find(caller, id, { session });
      const user = caller.user._id;
      if (row.asked_organizer?.user === user) return this.write(caller, row, accept, session);
      const isGiven = accept ? row.organizer === user : row.asked_organizer === undefined;
      if (!isGiven) throw new PaddockError('FORBIDDEN');
      return row;
    });
    return this.reading.one(caller, answered);
  }

  /** A copy that takes its request from its part is answered together with the others. */
  private async write({ tenant, user }: SignedInCaller, row: EventRow, accept: boolean, session: ClientSession) {
    const options = { session };
    const change: CopyChange = { ...(accept && { organizer: user._id }), asked_organizer: undefined };
    // Changes of all copies wait for this one.
    const part = row.recurring === undefined ? null : await this.parts.lock(tenant, row.recurring, options);
    const isShared = part?.asked_organizer?.user === user._id && follows(row);
    if (isShared) await this.parts.update(tenant, part._id, change, options);
    const copies = isShared ? await this.events.ofRecurring(tenant, part._id, options) : [row];
    const asking = copies.filter(
      (copy) => copy._id === row._id || (copy.asked_organizer?.user === user._id && follows(copy)),
    );
    const next = part && isShared ? { ...part, ...change } : part;
    const changes = asking.map((copy) => ({ row: copy, change: { ...change, ...ownAfter(copy, change, next) } }));
    await this.events.changeCopies(tenant, changes, options);
    const formerOf = (copy: EventRow) => effects(copy, { ...copy, ...change }).former;
    const former = formerOf(row);
    const facts = { tenant, event: row._id, actor: user._id, ...(row.root && { root: row.root }) };
    await this.outbox.add(
      session,
      { kind: 'EventUpdated', ...facts, ...(former && { former }) },
      { kind: 'OrganizerRequestChanged', ...facts },
      ...(isShared ? [{ kind: 'EventsSynced' as const, tenant }] : []),
      ...narrowedCopies(
        tenant,
        asking.filter((copy) => formerOf(copy) !== undefined),
      ),
    );
    return (await this.events.byId(tenant, row._id, options))!;
  }
}

/** Whether a copy takes the request to organise it from its part. */
const follows = ({ own }: EventRow) => !own?.includes('asked_organizer');

/** The fields that a copy overrides after the answer. */
function ownAfter(copy: EventRow, change: CopyChange, part: EventFields | null): CopyChange {
  if (!part) return {};
  const own = ownFields(copy, { ...copy, ...change }, part);
  return { own: own.length > 0 ? own : undefined };
}
