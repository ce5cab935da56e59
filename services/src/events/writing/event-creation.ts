import { Injectable } from '@nestjs/common';
import type { CallArguments } from '@paddock/contract/core/call';
import type { createEvent, PaddockEvent } from '@paddock/contract/calls/events';
import { isWorkplaceAdmin } from '@paddock/contract/calls/users';
import type { SignedInCaller } from '../../community/calls/caller.js';
import { PaddockError } from '../../infrastructure/errors/paddock-error.js';
import { once } from '../../infrastructure/idempotency/once.js';
import { Mongo } from '../../infrastructure/mongo/mongo.js';
import { newId } from '../../infrastructure/mongo/row.js';
import { Outbox } from '../../infrastructure/outbox/outbox.js';
import { EventRepository } from '../storage/event.repository.js';
import { EventsService } from '../reading/events.service.js';
import { RecurringEvents } from '../recurrence/recurring-events.js';
import { EventFieldRules } from './event-fields.js';
import { organizerRequest } from './organizer-request.js';

/** Creates events. */
@Injectable()
export class EventCreation {
  constructor(
    private readonly events: EventRepository,
    private readonly recurring: RecurringEvents,
    private readonly rules: EventFieldRules,
    private readonly reading: EventsService,
    private readonly mongo: Mongo,
    private readonly outbox: Outbox,
  ) {}

  /** A resend returns the first event. */
  async create(caller: SignedInCaller, input: CallArguments<typeof createEvent>): Promise<PaddockEvent> {
    const { tenant, user, flags } = caller;
    if (!isWorkplaceAdmin(user, tenant.workplace) && !flags.events_tab.public_add_event)
      throw new PaddockError('FORBIDDEN');
    const { client_id, recurrence, ...given } = input;
    const { row } = await once(
      () => this.events.byClientId(tenant, user._id, client_id),
      async () => {
        const fields = await this.rules.checked(caller, given);
        return this.mongo.transaction(async (session) => {
          const _id = newId();
          const options = { session, known: [] };
          const images = await this.rules.attach(caller, _id, given.image_urls ?? [], { ...options, imagesOnly: true });
          const files = await this.rules.attach(caller, _id, given.files ?? [], options);
          const own = { user: user._id, client_id };
          const written = { ...fields, images, files };
          if (recurrence !== undefined) {
            const first = { ...own, root: _id };
            const copy = await this.recurring.add(tenant, recurrence, written, first, session);
            const posted = { kind: 'EventPosted', tenant, event: copy._id, actor: user._id, root: _id } as const;
            const asked = organizerRequest(caller, copy, undefined);
            await this.outbox.add(session, posted, { kind: 'EventsSynced', tenant }, ...asked);
            return copy;
          }
          const added = await this.events.add(tenant, { ...written, ...own, _id, synced: false }, { session });
          const posted = { kind: 'EventPosted', tenant, event: _id, actor: user._id } as const;
          await this.outbox.add(session, posted, ...organizerRequest(caller, added, undefined));
          return added;
        });
      },
    );
    return this.reading.one(caller, row);
  }
}
