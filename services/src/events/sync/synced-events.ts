import { Injectable } from '@nestjs/common';
import { KeyedMutex } from '../../infrastructure/mongo/keyed-mutex.js';
import { Mongo } from '../../infrastructure/mongo/mongo.js';
import { Outbox } from '../../infrastructure/outbox/outbox.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';
import { EventRepository } from '../storage/event.repository.js';
import type { SyncedPart } from '../storage/event-rows.js';
import type { EventRow } from '../storage/event.schema.js';
import { CopiesRemoval } from '../recurrence/copies-removal.js';
import { withStoredIds } from './stored-copies.js';
import { baseOf, type SyncedTarget } from './synced-event.js';

/** Stored events that stay although their calendar does not show them. */
interface Lasting {
  /** Recurrences that were over before: the calendar was not asked for them. */
  past: Date;
  /** Events that could not be read. */
  bases: ReadonlySet<string>;
}

/** Events written in one transaction. */
const batch = 500;

/** Writes the events of a subscribed calendar: only those that differ. */
@Injectable()
export class SyncedEvents {
  constructor(
    private readonly events: EventRepository,
    private readonly removal: CopiesRemoval,
    private readonly mongo: Mongo,
    private readonly mutex: KeyedMutex,
    private readonly outbox: Outbox,
  ) {}

  /** Makes the source's events equal to the targets, by id; copies of a series that has moved are found again by their number. */
  async replace(
    tenant: Tenant,
    source: string,
    given: ReadonlyMap<string, SyncedTarget>,
    lasting: Lasting = { past: new Date(0), bases: new Set() },
  ): Promise<void> {
    const stored = await this.events.ofSource(tenant, source);
    const targets = withStoredIds(given, stored);
    const digests = new Map(stored.map(({ _id, digest }) => [_id, digest]));
    const isLasting = ({ _id, until }: SyncedPart) =>
      (_id.includes('_') && until < lasting.past) || lasting.bases.has(baseOf(_id));
    const gone = stored.filter((event) => !targets.has(event._id) && !isLasting(event));
    const all = [...targets];
    const added = all.filter(([id]) => !digests.has(id));
    const changed = all.filter(([id, { digest }]) => digests.has(id) && digests.get(id) !== digest);
    if (gone.length + added.length + changed.length === 0) return;
    await this.remove(tenant, gone);
    for (const some of chunks(added))
      await this.mongo.transaction((session) => this.events.addSynced(tenant, source, some.map(row), { session }));
    const replied = new Set(stored.filter(hasMembers).map(({ _id }) => _id));
    for (const some of chunks(changed)) await this.change(tenant, some, replied);
    await this.mongo.transaction((session) => this.outbox.add(session, { kind: 'EventsSynced', tenant }));
  }

  private change(tenant: Tenant, some: [string, SyncedTarget][], replied: ReadonlySet<string>): Promise<void> {
    return this.mongo.transaction(async (session) => {
      const moved = await this.events.updateSynced(tenant, some.map(row), { session });
      // The other events have no member to notify; windows read the list again.
      const known = some.map(([id]) => id).filter((id) => replied.has(id));
      for (const event of known.filter((id) => !moved.has(id)))
        await this.outbox.add(session, { kind: 'EventUpdated', tenant, event, actor: '' });
      // One notification about all copies of a series.
      for (const [event = '', ...copies] of byBase(
        known.filter((id) => moved.has(id)),
        (id) => id,
      ))
        await this.outbox.add(session, { kind: 'EventUpdated', tenant, event, copies, actor: '', moved: true });
    });
  }

  /** One notification about all copies of a series. */
  private async remove(tenant: Tenant, gone: readonly SyncedPart[]): Promise<void> {
    for (const copies of byBase(gone.filter(hasMembers), ({ _id }) => _id))
      for (const some of chunks(copies.map(({ _id }) => _id)))
        await this.mutex.transaction(some, async (session) => {
          const rows = await this.events.byIds(tenant, some, { session });
          const isComing = ({ until }: EventRow) => until > new Date();
          // The notification is about the first one, and not sent for one that is over.
          const sorted = [...rows.filter(isComing), ...rows.filter((copy) => !isComing(copy))];
          await this.removal.remove(tenant, sorted, '', session);
        });
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

const row = ([_id, { fields, digest }]: [string, SyncedTarget]) => ({ ...fields, _id, digest });

/** Whether members have replied to it, rated it or commented on it. */
const hasMembers = ({ turn, ratings, comments = 0 }: SyncedPart) => turn > 0 || ratings > 0 || comments > 0;

function byBase<T>(all: readonly T[], idOf: (each: T) => string): T[][] {
  const groups = new Map<string, T[]>();
  for (const each of all) groups.set(baseOf(idOf(each)), [...(groups.get(baseOf(idOf(each))) ?? []), each]);
  return [...groups.values()];
}

function* chunks<T>(all: readonly T[]): Generator<T[]> {
  for (let start = 0; start < all.length; start += batch) yield all.slice(start, start + batch);
}
