import {
  type AnyBulkWriteOperation,
  type ClientSession,
  type Document,
  type MongoClient,
  MongoError,
  MongoErrorLabel,
  MongoServerError,
} from 'mongodb';
import { groupBy } from '../group-by.js';

/** An insert, or an update of an existing document; with `upsert` the document may be missing. */
export type DeferredWrite =
  { collection: string; document: object } | { collection: string; filter: object; update: object; upsert: boolean };

const duplicateKey = 11_000;
/**
 * Answers of databases without `bulkWrite`: the command is unknown (59), MongoDB 7 refuses its fields (40415), and MongoDB 8 refuses it
 * while its compatibility version is 7 (115).
 */
const unsupported: ReadonlySet<unknown> = new Set([59, 115, 40_415]);

/**
 * The writes of a transaction that need not be made before it ends. They are sent together before its commit: as one command where the
 * database has `bulkWrite` (MongoDB 8), else as one command for each collection.
 */
export class DeferredWrites {
  private readonly writes: DeferredWrite[] = [];
  private readonly assumptions: (() => void)[] = [];
  /** Clients whose database lacks the command. */
  private static readonly lacking = new WeakSet<MongoClient>();

  /** @param forget drops the values that the writes assume; called if a write finds others, before the transaction runs again */
  add(writes: readonly DeferredWrite[], forget?: () => void): void {
    this.writes.push(...writes);
    if (forget) this.assumptions.push(forget);
  }

  /** @throws an error that makes the driver run the transaction again, if an assumption does not hold */
  async send(client: MongoClient, dbName: string, session: ClientSession): Promise<void> {
    if (this.writes.length === 0) return;
    const updates = this.writes.filter((write) => 'filter' in write).length;
    let changed: number;
    try {
      changed = DeferredWrites.lacking.has(client)
        ? await this.sendByCollection(client, dbName, session)
        : await this.sendTogether(client, dbName, session);
    } catch (error) {
      const code = error instanceof MongoServerError ? error.code : undefined;
      // An assumed position that another process has taken is a duplicate, too; a client_id is not assumed: the request is a resend.
      if (code === duplicateKey && this.assumptions.length > 0 && !isOfClientId(error)) throw this.refuted();
      if (!unsupported.has(code)) throw error;
      DeferredWrites.lacking.add(client);
      throw again('The database has no bulkWrite.');
    }
    if (changed === updates) return;
    if (this.assumptions.length > 0) throw this.refuted();
    throw new Error(`A transaction changed ${changed} instead of ${updates} records.`);
  }

  private refuted(): MongoError {
    for (const forget of this.assumptions) forget();
    return again('Another process has changed a record.');
  }

  private async sendTogether(client: MongoClient, dbName: string, session: ClientSession): Promise<number> {
    const names = [...new Set(this.writes.map(({ collection }) => collection))];
    const ops = this.writes.map((write) => {
      const at = names.indexOf(write.collection);
      if ('document' in write) return { insert: at, document: write.document };
      const { filter, update, upsert } = write;
      return { update: at, filter, updateMods: update, upsert };
    });
    const nsInfo = names.map((name) => ({ ns: `${dbName}.${name}` }));
    const command = { bulkWrite: 1, ops, nsInfo, ordered: true, errorsOnly: true };
    const reply = await client.db('admin').command(command, { session, ignoreUndefined: true });
    // MongoDB lists an error, which has ended the transaction.
    if (reply['nErrors'] > 0)
      throw new MongoServerError((reply['cursor'] as { firstBatch: Document[] }).firstBatch[0]!);
    return Number(reply['nMatched']) + Number(reply['nUpserted']);
  }

  private async sendByCollection(client: MongoClient, dbName: string, session: ClientSession): Promise<number> {
    let changed = 0;
    for (const [name, writes] of groupBy(this.writes, ({ collection }) => collection)) {
      const operations = writes.map((write) =>
        'document' in write
          ? { insertOne: { document: write.document } }
          : { updateOne: { filter: write.filter, update: write.update, upsert: write.upsert } },
      ) as AnyBulkWriteOperation[];
      const options = { session, ordered: true, ignoreUndefined: true };
      const { matchedCount, upsertedCount } = await client.db(dbName).collection(name).bulkWrite(operations, options);
      changed += matchedCount + upsertedCount;
    }
    return changed;
  }
}

/** Whether a unique index of ids that clients choose refuses the write. */
const isOfClientId = (error: unknown): boolean =>
  'client_id' in ((error as { keyPattern?: object } | undefined)?.keyPattern ?? {});

/** The driver takes the transaction back and runs it again. */
function again(message: string): MongoError {
  const error = new MongoError(message);
  error.addErrorLabel(MongoErrorLabel.TransientTransactionError);
  return error;
}
