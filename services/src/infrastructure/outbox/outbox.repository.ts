import { hourMs } from '@paddock/contract/core/durations';
import type { ClientSession } from 'mongodb';
import { type Model, Schema } from 'mongoose';
import { isDuplicateKey, Mongo } from '../mongo/mongo.js';
import { newId } from '../mongo/row.js';
import { tenantOf } from '../tenancy/tenant.js';
import type { Delivered, DomainEvent } from './domain-events.js';
import { SoleProcess, type SoleProcessTimes } from './sole-process.js';

/** How long rows are kept for absent subscribers. */
const retentionSeconds = 7 * 24 * 3600;

interface Row {
  _id: string;
  kind: string;
  community: string;
  workplace: string;
  facts: Record<string, unknown>;
  at: Date;
  /** 0 until the row is numbered. */
  position: number;
}

interface Counter {
  _id: string;
  position: number;
}

const rowSchema = new Schema<Row>(
  {
    _id: { type: String, default: newId },
    kind: { type: String, required: true },
    community: { type: String, required: true },
    workplace: { type: String, default: '' },
    facts: { type: Schema.Types.Mixed, required: true },
    at: { type: Date, required: true, expires: retentionSeconds },
    position: { type: Number, default: 0 },
  },
  { versionKey: false, minimize: false },
);
rowSchema.index({ position: 1, at: 1, _id: 1 });
// A position is assigned once, whichever processes number concurrently.
rowSchema.index({ position: 1 }, { unique: true, partialFilterExpression: { position: { $gt: 0 } } });

const counterSchema = new Schema<Counter>(
  { _id: String, position: { type: Number, default: 0 } },
  { versionKey: false },
);

const headId = 'head';
const batch = 200;
const keepHeadEveryMs = 1000;
/** A sole process still looks for rows of other processes at this interval. */
const readAgainMs = 5000;
/** Far less than {@link retentionSeconds}: after a longer pause, the events that others numbered meanwhile may have expired. */
const sleptMs = hourMs;
/** Maximal number of events that {@link OutboxRepository.committedSince} returns. */
export const maxEventsRead = 1000;

export interface NumberedEvent {
  position: number;
  event: Delivered;
}

/**
 * The outbox in the database. A row gets its position after its transaction has committed. Positions assigned inside transactions
 * would become visible out of order, so that readers would skip the late ones, or would make all writers wait for one counter.
 *
 * A numbering process assigns consecutive positions after the newest one it knows, with one write per row. The unique index gives
 * each position to one process; a process whose write conflicts reads the head again. Rows that another process has numbered
 * meanwhile follow the known position without a gap, so the positions assigned after them leave no gap either.
 */
export class OutboxRepository {
  private readonly rows: Model<Row>;
  private readonly counters: Model<Counter>;
  /** The events numbered or read last: those after `from`, for positions below `to`. */
  private recent: { from: number; to: number; events: Promise<NumberedEvent[]> } | undefined;
  /** A position that was assigned, if any: no older than rows read after it was set. */
  private known: number | undefined;
  /** Wall-clock time of the last numbering. */
  private knownAt = 0;
  private keptHead = 0;
  private keptHeadAt = 0;

  /** Whether other processes write events. */
  readonly sole: SoleProcess;
  /** Committed rows of this process, in the order in which their transactions ended. */
  private readonly unnumbered = new Map<string, Row>();
  /** Ids that the last reading found. */
  private read: ReadonlySet<string> = new Set();
  /** When the last reading found everything, and the term of {@link sole} then. */
  private readAt = -Infinity;
  private readIn: number | undefined;
  private onOwn: (event: Delivered) => void = () => undefined;

  constructor(
    private readonly mongo: Mongo,
    times?: SoleProcessTimes,
  ) {
    this.sole = new SoleProcess(mongo, times);
    this.rows = mongo.model('outbox', rowSchema);
    this.counters = mongo.model('outbox_positions', counterSchema);
  }

  /** Passes on each event of this process when its transaction ends, before the writer goes on; also one that was not committed. */
  onOwnEvent(listener: (event: Delivered) => void): void {
    this.onOwn = listener;
  }

  /** @param isKept true if the writer brings the change into the caches of this process itself: listeners do not get a committed event */
  async add(session: ClientSession, events: readonly DomainEvent[], isKept = false): Promise<void> {
    await this.sole.cover(session);
    const at = new Date();
    const rows = events.map(({ kind, tenant: { community, workplace }, ...facts }) => ({
      _id: newId(),
      kind,
      community,
      workplace,
      facts: Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined)),
      at,
      position: 0,
    }));
    this.mongo.defer(
      session,
      rows.map((document) => ({ collection: 'outbox', document })),
    );
    this.mongo.whenEnded(session, (isCommitted) => this.noteEnd(rows, isCommitted, isKept));
  }

  private noteEnd(rows: readonly Row[], isCommitted: boolean, isKept: boolean): void {
    // A reading may have found a row before its transaction ended here.
    if (isCommitted) for (const row of rows.filter(({ _id }) => !this.read.has(_id))) this.unnumbered.set(row._id, row);
    else this.readIn = undefined;
    if (!(isCommitted && isKept)) for (const row of rows) this.onOwn(numbered(row).event);
  }

  /** Numbers committed rows in insertion order; returns the newest position. */
  async number(): Promise<number> {
    const now = Date.now();
    if (now - this.knownAt > sleptMs) this.known = undefined;
    this.knownAt = now;
    for (;;) {
      this.known ??= await this.head();
      const from = this.known;
      const { rows, isOwn } = await this.nextRows(from);
      const newest = rows.at(-1)?.position ?? 0;
      if (newest > 0) {
        // Assigned by another process. Rows must be read after the position that they follow is known.
        this.known = newest;
        continue;
      }
      if (rows.length === 0) break;
      if (!(await this.numberBatch(rows, from, isOwn))) {
        this.known = undefined;
        this.readIn = undefined;
        continue;
      }
      this.known = from + rows.length;
      const events = rows.map((row, index) => numbered({ ...row, position: from + index + 1 }));
      this.recent = { from, to: this.known, events: Promise.resolve(events) };
      if (rows.length === batch) continue;
      await this.keepHead(this.known);
      return this.known;
    }
    await this.keepHead(this.known);
    return this.known;
  }

  /** The newest assigned position. */
  async head(): Promise<number> {
    const [newest, kept] = await Promise.all([
      this.rows.collection.findOne({ position: { $gt: 0 } }, { sort: { position: -1 }, projection: { position: 1 } }),
      this.counters.findById(headId).lean(),
    ]);
    return Math.max(Number(newest?.['position'] ?? 0), kept?.position ?? 0);
  }

  /** Stores the head for the time when rows have expired; until then the newest row has it. */
  private async keepHead(position: number): Promise<void> {
    if (position <= this.keptHead || Date.now() - this.keptHeadAt < keepHeadEveryMs) return;
    this.keptHeadAt = Date.now();
    await this.counters.updateOne({ _id: headId }, { $max: { position } }, { upsert: true });
    this.keptHead = position;
  }

  /** Every event committed before the call and not numbered up to `position`; unnumbered events first, with 0. */
  async committedSince(position: number): Promise<NumberedEvent[]> {
    return (await this.newRows(position, maxEventsRead)).map(numbered);
  }

  /** {@link newRows}. While this process is alone, these are its own ones, without a reading. */
  private async nextRows(from: number): Promise<{ rows: Row[]; isOwn: boolean }> {
    const own = [...this.unnumbered.values()];
    const term = this.sole.aloneNow();
    const started = performance.now();
    if (term !== undefined && term === this.readIn && started - this.readAt < readAgainMs) {
      for (const { _id } of own.slice(0, batch)) this.unnumbered.delete(_id);
      return { rows: own.slice(0, batch), isOwn: true };
    }
    const rows = await this.newRows(from);
    this.read = new Set(rows.map(({ _id }) => _id));
    if (rows.length === batch) return { rows, isOwn: false };
    // They were committed before the reading, so it found them, or another process has numbered them.
    for (const { _id } of own) this.unnumbered.delete(_id);
    this.readAt = started;
    this.readIn = term;
    return { rows, isOwn: false };
  }

  /** Rows without a position, in insertion order, then those after `position`. */
  private newRows(position: number, limit = batch): Promise<Row[]> {
    return this.rows.collection
      .find<Row>(
        { $or: [{ position: 0 }, { position: { $gt: position } }] },
        { sort: { position: 1, at: 1, _id: 1 }, limit },
      )
      .toArray();
  }

  /**
   * Assigns positions after `from`; false if another process numbered some of these rows, or others, meanwhile. A row without a reading
   * may have a position already: the next ones must not follow a position that it does not take. As an upsert its update violates
   * `_id` then, which ends the ordered command.
   */
  private async numberBatch(rows: readonly Row[], from: number, isOwn: boolean): Promise<boolean> {
    const updates = rows.map(({ _id }, index) => ({
      updateOne: {
        filter: { _id: _id as never, position: 0 },
        update: { $set: { position: from + index + 1 } },
        upsert: isOwn,
      },
    }));
    try {
      const { matchedCount } = await this.rows.collection.bulkWrite(updates, { ordered: true });
      return matchedCount === rows.length;
    } catch (error) {
      this.readIn = undefined;
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  }

  /** The next events after a position, in order. Subscribers at the same position share one reading. */
  async after(position: number): Promise<NumberedEvent[]> {
    const { recent } = this;
    if (recent && recent.from <= position && position < recent.to)
      return (await recent.events).filter((event) => event.position > position);
    const events = this.readAfter(position);
    // Up to this position only: events numbered later are read again.
    this.recent = { from: position, to: position + 1, events };
    events.catch(() => (this.recent = undefined));
    return events;
  }

  private async readAfter(position: number): Promise<NumberedEvent[]> {
    const rows = await this.rows.collection
      .find<Row>({ position: { $gt: position } }, { sort: { position: 1 }, limit: batch })
      .toArray();
    return rows.map(numbered);
  }

  /** The position of a durable subscriber; a new one starts with the oldest kept event. */
  async positionOf(subscriber: string): Promise<number> {
    return (await this.counters.findById(`subscriber:${subscriber}`).lean())?.position ?? 0;
  }

  /** Stores the positions of durable subscribers, by name. */
  async keepPositions(positions: ReadonlyMap<string, number>): Promise<void> {
    const updates = [...positions].map(([subscriber, position]) => ({
      updateOne: { filter: { _id: `subscriber:${subscriber}` }, update: { $max: { position } }, upsert: true },
    }));
    if (updates.length > 0) await this.counters.bulkWrite(updates, { ordered: false });
  }
}

function numbered({ _id, kind, community, workplace, facts, at, position }: Row): NumberedEvent {
  const event = { ...facts, kind, tenant: tenantOf(community, workplace), id: _id, at } as unknown as Delivered;
  return { position, event };
}
