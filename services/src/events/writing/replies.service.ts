import { Injectable } from '@nestjs/common';
import type { EventReply, PaddockEvent } from '@paddock/contract/calls/events';
import type { SignedInCaller } from '../../community/calls/caller.js';
import { PaddockError } from '../../infrastructure/errors/paddock-error.js';
import { KeyedMutex } from '../../infrastructure/mongo/keyed-mutex.js';
import { Outbox } from '../../infrastructure/outbox/outbox.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';
import { EventRepository } from '../storage/event.repository.js';
import type { EventRow } from '../storage/event.schema.js';
import { EventAccess, isPast } from '../reading/event-access.js';
import { EventsService } from '../reading/events.service.js';
import { ReplyRepository } from '../storage/reply.repository.js';
import { WaitingList } from '../storage/waiting-list.js';

/** Replies to events: who attends, waits or declined. */
@Injectable()
export class RepliesService {
  constructor(
    private readonly events: EventRepository,
    private readonly replies: ReplyRepository,
    private readonly waitingList: WaitingList,
    private readonly access: EventAccess,
    private readonly reading: EventsService,
    private readonly mutex: KeyedMutex,
    private readonly outbox: Outbox,
  ) {}

  /** The caller attends, or waits for a place. */
  join(caller: SignedInCaller, id: string): Promise<PaddockEvent> {
    return this.reply(caller, id, true);
  }

  /** The caller declines. */
  leave(caller: SignedInCaller, id: string): Promise<PaddockEvent> {
    return this.reply(caller, id, false);
  }

  private async reply(caller: SignedInCaller, id: string, wants: boolean): Promise<PaddockEvent> {
    const row = await this.access.find(caller, id);
    if (isPast(row)) throw new PaddockError('EVENT_PAST');
    const { tenant, user } = caller;
    const after = await this.mutex.transaction(id, async (session) => {
      // First in the transaction: the counter locks the event, so that places are counted one after another.
      const event = await this.events.takeTurn(tenant, id, { session });
      if (!event) throw new PaddockError('EVENT_NOT_FOUND');
      const before = (await this.replies.of(tenant, id, user._id, { session }))?.reply;
      if (before !== undefined && (before !== 'absent') === wants) return event;
      const reply = wants ? placeIn(event) : 'absent';
      await this.replies.set(tenant, { event: id, user: user._id, reply, turn: event.turn }, { session });
      const counts = { [reply]: 1, ...(before && { [before]: -1 }) };
      const counted = await this.events.addCounts(tenant, id, counts, { session });
      await this.outbox.add(session, { kind: 'EventCounted', tenant, event: id });
      return this.waitingList.fill(tenant, counted ?? event, session);
    });
    return this.reading.one(caller, after);
  }

  /** Removes the replies of members; free places go to the next members who wait. */
  async forget(tenant: Tenant, id: string, users: readonly string[]): Promise<void> {
    await this.mutex.transaction(id, async (session) => {
      const event = await this.events.takeTurn(tenant, id, { session });
      const before = await this.replies.ofUsers(tenant, id, users, { session });
      await this.replies.delete(tenant, id, users, { session });
      if (!event) return;
      const counts: Partial<Record<EventReply, number>> = {};
      for (const { reply } of before) counts[reply] = (counts[reply] ?? 0) - 1;
      const counted = before.length > 0 ? await this.events.addCounts(tenant, id, counts, { session }) : event;
      const filled = counted && (await this.waitingList.fill(tenant, counted, session));
      if (filled !== event) await this.outbox.add(session, { kind: 'EventCounted', tenant, event: id });
    });
  }
}

/** A member takes no place before those who wait: `NarrowedEvents` may not have given a new place yet. */
function placeIn({ capacity = Infinity, attending = 0, waiting = 0 }: EventRow): EventReply {
  return attending + waiting < capacity ? 'attending' : 'waiting';
}
