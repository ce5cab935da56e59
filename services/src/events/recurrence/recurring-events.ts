import { Inject, Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import type { ClientSession } from 'mongodb';
import { dayMs, hourMs } from '@paddock/contract/core/durations';
import { LOGGER } from '../../infrastructure/environment/logger-token.js';
import { PaddockError } from '../../infrastructure/errors/paddock-error.js';
import type { Logger } from '../../infrastructure/logging/logger.js';
import { Mongo } from '../../infrastructure/mongo/mongo.js';
import { newId } from '../../infrastructure/mongo/row.js';
import { Loop } from '../../infrastructure/outbox/loop.js';
import { Outbox } from '../../infrastructure/outbox/outbox.js';
import { Communities } from '../../infrastructure/tenancy/communities.js';
import { type Tenant, tenantOf } from '../../infrastructure/tenancy/tenant.js';
import { EventRepository } from '../storage/event.repository.js';
import type { EventFields } from '../storage/event-rows.js';
import type { EventRow } from '../storage/event.schema.js';
import { aheadMs, copiesAt, horizonOf } from './copies.js';
import { placesOf, startsAt, wallTimeOf } from './places.js';
import {
  type NewPart,
  type RecurringEventRow,
  RecurringEventRepository,
} from '../storage/recurring-event.repository.js';

/** Creates the copies of recurring events, and further ones as time passes. */
@Injectable()
export class RecurringEvents implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly loop = new Loop(() => this.extendDue(), hourMs);

  constructor(
    private readonly parts: RecurringEventRepository,
    private readonly events: EventRepository,
    private readonly mongo: Mongo,
    private readonly outbox: Outbox,
    private readonly communities: Communities,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap() {
    this.loop.wake();
  }

  beforeApplicationShutdown() {
    return this.loop.stop();
  }

  /**
   * Adds a recurring event with its copies, in a transaction; returns the first copy. `first` is an event that begins to repeat, or
   * has what only the first copy stores.
   *
   * @throws INVALID_RECURRENCE
   */
  async add(
    tenant: Tenant,
    rule: string,
    fields: EventFields,
    first: Pick<EventRow, 'user'> & { client_id?: string | undefined; row?: EventRow; root?: string },
    session: ClientSession,
  ): Promise<EventRow> {
    const { user, client_id, row } = first;
    const _id = newId();
    const root = first.root ?? row?.root ?? row?._id ?? _id;
    const part = this.partOf({ ...fields, _id, root, rule, user });
    const { places } = placesOf(part, part.expanded);
    const options = { session };
    const stored = await this.parts.add(tenant, part, options);
    const [begin, ...later] = copiesAt(stored, places);
    await this.events.addCopies(tenant, later, options);
    const { recurring, place } = begin!;
    if (row) {
      const change = { recurring, place, root, own: undefined, repeats: undefined };
      await this.events.changeCopies(tenant, [{ row, change }], options);
      return (await this.events.byId(tenant, row._id, options))!;
    }
    const { repeats: _, ...copy } = begin!;
    return this.events.add(tenant, { ...copy, client_id }, options);
  }

  /** A new part without its rows. @throws INVALID_RECURRENCE */
  partOf(fields: EventFields & Pick<NewPart, '_id' | 'root' | 'rule' | 'user'>): NewPart {
    const { rule, when, time_zone } = fields;
    checkStart(rule, when, time_zone);
    const expanded = horizonOf(when);
    const { ended } = placesOf(fields, expanded);
    return { ...fields, excluded: [], expanded, ended, created: new Date() };
  }

  /** Adds the copies of the next days where a day of them is missing. */
  async extendDue(now = new Date()): Promise<void> {
    for (const { id } of this.communities.all()) {
      const failed = (err: unknown, recurring?: string) =>
        this.logger.error(
          { module: 'events', community: id, recurring, err },
          'recurring events could not be extended',
        );
      // A part that fails holds back no other.
      await this.parts.due(tenantOf(id), new Date(+now + aheadMs - dayMs)).then(async (due) => {
        for (const { place, rows } of due)
          for (const { _id } of rows) await this.extend(place, _id, now).catch((err: unknown) => failed(err, _id));
      }, failed);
    }
  }

  private async extend(tenant: Tenant, id: string, now: Date): Promise<void> {
    await this.mongo.transaction(async (session) => {
      const part = await this.parts.lock(tenant, id, { session });
      if (!part || part.ended) return;
      const expanded = horizonOf(part.when, now);
      const { places, ended } = placesOf(part, expanded);
      const added = places.filter((place) => place > part.expanded && !isExcluded(part, place));
      await this.events.addCopies(tenant, copiesAt(part, added), { session });
      await this.parts.update(tenant, id, { expanded, ended }, { session });
      if (added.length > 0) await this.outbox.add(session, { kind: 'EventsSynced', tenant });
    });
  }
}

const isExcluded = ({ excluded }: RecurringEventRow, place: Date) => excluded.some((each) => +each === +place);

/** @throws INVALID_RECURRENCE unless the start is the first of the rule's places. */
function checkStart(rule: string, when: Date, time_zone: string): void {
  if (!startsAt(rule, wallTimeOf(when, time_zone))) throw invalidRecurrence();
}

export const invalidRecurrence = () =>
  new PaddockError('INVALID_RECURRENCE', { fields: { recurrence: 'INVALID_RECURRENCE' } });
