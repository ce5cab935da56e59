import { Injectable } from '@nestjs/common';
import { KeyedMutex } from '../../infrastructure/mongo/keyed-mutex.js';
import { Mongo } from '../../infrastructure/mongo/mongo.js';
import { Outbox } from '../../infrastructure/outbox/outbox.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';
import { EventRepository, type SyncedPart } from '../event.repository.js';
import { EventRemoval } from '../writing/event-removal.js';
import type { SyncedFields } from './synced-event.js';

/** An event as its calendar has it. */
export interface SyncedTarget {
  fields: SyncedFields;
  digest: string;
}

/** Events written in one transaction. */
const batch = 500;

/** Writes the events of a subscribed calendar: only those that differ. */
@Injectable()
export class SyncedEvents {
  constructor(
    private readonly events: EventRepository,
    private readonly removal: EventRemoval,
    private readonly mongo: Mongo,
    private readonly mutex: KeyedMutex,
    private readonly outbox: Outbox,
  ) {}

  /**
   * Makes the source's events equal to the targets, by id. Recurrences that were over before `past` stay, since the calendar
   * was not asked for them.
   */
  async replace(
    tenant: Tenant,
    source: string,
    targets: ReadonlyMap<string, SyncedTarget>,
    past = new Date(0),
  ): Promise<void> {
    const stored = await this.events.ofSource(tenant, source);
    const digests = new Map(stored.map(({ _id, digest }) => [_id, digest]));
    const isOver = ({ _id, until }: SyncedPart) => _id.includes('_') && until < past;
    const gone = stored.filter((event) => !targets.has(event._id) && !isOver(event));
    const all = [...targets];
    const added = all.filter(([id]) => !digests.has(id));
    const changed = all.filter(([id, { digest }]) => digests.has(id) && digests.get(id) !== digest);
    if (gone.length + added.length + changed.length === 0) return;
    await this.remove(tenant, gone);
    for (const some of chunks(added))
      await this.mongo.transaction((session) =>
        this.events.addSynced(
          tenant,
          source,
          some.map(([_id, { fields, digest }]) => ({ ...fields, _id, digest })),
          { session },
        ),
      );
    const replied = new Map(stored.map((event) => [event._id, hasMembers(event)]));
    for (const some of chunks(changed))
      await this.mongo.transaction(async (session) => {
        const moved = await this.events.updateSynced(
          tenant,
          some.map(([_id, { fields, digest }]) => ({ ...fields, _id, digest })),
          { session },
        );
        // The other events have no member to notify; windows read the list again, see below.
        for (const event of some.map(([id]) => id).filter((id) => replied.get(id)))
          await this.outbox.add(session, {
            kind: 'EventUpdated',
            tenant,
            event,
            actor: '',
            ...(moved.has(event) && { moved: true }),
          });
      });
    await this.mongo.transaction((session) => this.outbox.add(session, { kind: 'EventsSynced', tenant }));
  }

  private async remove(tenant: Tenant, gone: readonly SyncedPart[]): Promise<void> {
    for (const { _id } of gone.filter(hasMembers)) {
      const row = await this.events.byId(tenant, _id);
      if (row) await this.mutex.transaction(_id, (session) => this.removal.remove(tenant, row, '', session));
    }
    for (const some of chunks(gone.filter((event) => !hasMembers(event))))
      await this.mongo.transaction((session) =>
        this.events.deleteUnanswered(
          tenant,
          some.map(({ _id }) => _id),
          { session },
        ),
      );
  }
}

/** Whether members have replied to it, rated it or commented on it. */
const hasMembers = ({ turn, ratings, comments = 0 }: SyncedPart) => turn > 0 || ratings > 0 || comments > 0;

function* chunks<T>(all: readonly T[]): Generator<T[]> {
  for (let start = 0; start < all.length; start += batch) yield all.slice(start, start + batch);
}
