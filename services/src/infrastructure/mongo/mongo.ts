import { Inject, Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { MongoServerError, type ClientSession, type IndexDescription } from 'mongodb';
import mongoose, { type Connection, type Model, type Schema } from 'mongoose';
import { ENVIRONMENT, type Environment } from '../environment/environment.js';
import { StartError } from '../start-error.js';
import { refuseInPreview } from '../tenancy/preview.js';
import './closed-connections.js';
import { type DeferredWrite, DeferredWrites } from './deferred-writes.js';

/** How long a call waits for an unreachable database before it fails. */
const selectionMs = 3000;
/** How long the start waits for it. */
const startMs = 10_000;
/** The oldest major version that MongoDB maintains. A sharded cluster needs it for updates of one row without the whole shard key. */
const minVersion = 7;
const guide = 'docs/how-to/run-against-mongodb.md';

/** True for a write that violated a unique index. */
export function isDuplicateKey(error: unknown): boolean {
  return error instanceof MongoServerError && error.code === 11_000;
}

export interface DatabaseFacts {
  kind: 'embedded' | 'standalone' | 'replica_set' | 'sharded';
  version: string;
  pingMs: number;
}

/** Listener for writes to a collection: gets the written row, or undefined if the changed rows are unknown. */
type WriteListener = (row: Readonly<Record<string, unknown>> | undefined) => void;

/** The database: one connection, its models, and transactions. Only repositories use the models. */
@Injectable()
export class Mongo implements OnModuleInit, OnApplicationShutdown {
  readonly connection: Connection;
  private readonly settling: ((session: ClientSession) => Promise<void>)[] = [];
  private readonly ending = new WeakMap<ClientSession, (() => void)[]>();
  private readonly committed = new WeakSet<ClientSession>();
  private readonly attempts = new WeakMap<ClientSession, number>();
  private readonly deferred = new WeakMap<ClientSession, DeferredWrites>();
  private readonly listeners = new Map<string, WriteListener[]>();

  constructor(
    @Inject(ENVIRONMENT) private readonly environment: Pick<Environment, 'mongoUri' | 'mongoDb' | 'telemetry'>,
  ) {
    this.connection = mongoose.createConnection();
  }

  /**
   * Connects. Writes are acknowledged by the majority's journals, so that acknowledged data is durable; the options of MONGODB_URI cannot
   * change that.
   *
   * @throws {StartError} when the database does not answer, is too old, or has no transactions
   */
  async connect(): Promise<this> {
    await this.open();
    const { kind, version } = await this.facts();
    const problem =
      kind === 'standalone'
        ? 'is a single server, and Paddock needs the transactions of a replica set or a sharded cluster'
        : Number.parseInt(version, 10) < minVersion
          ? `has version ${version}, and Paddock needs ${minVersion}.0 or later`
          : undefined;
    if (problem === undefined) return this;
    await this.connection.close();
    throw new StartError(`The database at MONGODB_URI ${problem}: see ${guide}.`);
  }

  private async open(): Promise<void> {
    const until = Date.now() + startMs;
    for (;;) {
      try {
        await this.connection.openUri(this.environment.mongoUri, {
          dbName: this.environment.mongoDb,
          autoIndex: false,
          autoCreate: false,
          // Without a connection a model's call fails like the driver's; buffering would wait longer.
          bufferCommands: false,
          serverSelectionTimeoutMS: selectionMs,
          // The tests' MONGODB_URI may ask for it, too.
          ...(this.environment.telemetry && { monitorCommands: true }),
          // Not as `writeConcern`: its parts could be changed by MONGODB_URI.
          w: 'majority',
          journal: true,
        });
        return;
      } catch (error) {
        if (Date.now() > until)
          throw new StartError(`The database at MONGODB_URI does not answer: ${(error as Error).message}.`);
      }
    }
  }

  /** The model of a collection; its indexes are built at start. */
  model<T>(collection: string, schema: Schema<T>): Model<T> {
    return this.connection.model<T>(collection, schema, collection);
  }

  /**
   * Runs `work` in a transaction; all its reads and writes must use the session. A transient failure (a write conflict, a lost
   * primary) runs it again, so it must have no side effects outside the database.
   */
  async transaction<T>(work: (session: ClientSession) => Promise<T>): Promise<T> {
    refuseInPreview();
    return this.connection.getClient().withSession(async (session) => {
      const result = await session.withTransaction(async () => {
        this.attempts.set(session, this.attemptOf(session) + 1);
        const deferred = new DeferredWrites();
        this.deferred.set(session, deferred);
        const done = await work(session);
        await deferred.send(this.connection.getClient(), this.environment.mongoDb, session);
        return done;
      });
      this.committed.add(session);
      for (const settle of this.settling) await settle(session);
      return result;
    });
  }

  /**
   * Makes writes at the end of the transaction, together with its other deferred ones. Each update must find its record. If they assume
   * values that another process may have changed, `forget` drops these, and the transaction runs again.
   */
  defer(session: ClientSession, writes: readonly DeferredWrite[], forget?: () => void): void {
    this.deferred.get(session)!.add(writes, forget);
  }

  /**
   * Calls `done` when the transaction has ended, before its caller goes on; not for an attempt that was taken back. An unknown
   * outcome counts as not committed.
   */
  whenEnded(session: ClientSession, done: (isCommitted: boolean) => void): void {
    const attempt = this.attemptOf(session);
    const ending = this.ending.get(session) ?? [];
    // One listener for all: a transaction may write many rows.
    if (ending.length === 0) session.once('ended', () => ending.forEach((end) => end()));
    ending.push(() => {
      if (attempt === this.attemptOf(session)) done(this.committed.has(session));
    });
    this.ending.set(session, ending);
  }

  /** The number of the present attempt at a transaction; what earlier ones wrote was taken back. */
  private attemptOf(session: ClientSession): number {
    return this.attempts.get(session) ?? 0;
  }

  /** Awaits `settle` after each committed transaction, before its caller goes on. */
  beforeReply(settle: (session: ClientSession) => Promise<void>): void {
    this.settling.push(settle);
  }

  /** Calls the listener for every write to a collection by a repository of this process, so that caches drop changed rows. */
  onWrite(collection: string, listener: WriteListener): void {
    this.listeners.set(collection, [...(this.listeners.get(collection) ?? []), listener]);
  }

  /** Notifies of a write; for a transaction again after its end, since others read the old row until then. */
  wrote(collection: string, row: object | undefined, session?: ClientSession): void {
    const listeners = this.listeners.get(collection);
    if (!listeners) return;
    const notify = () => listeners.forEach((listener) => listener(row as Parameters<WriteListener>[0]));
    notify();
    if (!session?.inTransaction()) return;
    this.whenEnded(session, notify);
  }

  /** Resolves when the database replies. */
  async ping(): Promise<void> {
    await this.connection.db!.admin().ping();
  }

  /** What kind of database it is, its version, and how long a ping takes. */
  async facts(): Promise<DatabaseFacts> {
    const admin = this.connection.db!.admin();
    const began = performance.now();
    await admin.ping();
    const pingMs = performance.now() - began;
    const [{ version, modules }, hello] = await Promise.all([admin.buildInfo(), admin.command({ hello: 1 })]);
    const isEmbedded = (modules as string[] | undefined)?.includes('embedded-mongo') ?? false;
    const served = hello['msg'] === 'isdbgrid' ? 'sharded' : hello['setName'] ? 'replica_set' : 'standalone';
    return { kind: isEmbedded ? 'embedded' : served, version: version as string, pingMs };
  }

  /** The size of the database in bytes. embedded-mongo reads every record for it. */
  async size(): Promise<number> {
    const { storageSize } = await this.connection.db!.stats();
    return storageSize as number;
  }

  /** Builds the indexes of all models, which exist once every repository is created. Several processes may do so at once. */
  async onModuleInit() {
    await Promise.all(this.models().map(buildIndexes));
  }

  /**
   * Builds the indexes that {@link onModuleInit} builds, ahead of an update: one collection after another, since each build needs
   * memory of the database.
   *
   * @returns the names of the indexes that were missing, with their collections
   */
  async buildMissing(): Promise<string[]> {
    const built: string[] = [];
    for (const model of this.models()) {
      const before = await indexNames(model);
      await buildIndexes(model);
      built.push(...[...(await indexNames(model))].filter((name) => !before.has(name)));
    }
    return built;
  }

  private models(): Model<unknown>[] {
    return Object.values<Model<unknown>>(this.connection.models);
  }

  /** Drops an index of an earlier release, if it still exists. Several processes may do so at once. */
  async dropFormerIndex(collection: string, name: string): Promise<void> {
    const rows = this.connection.collection(collection);
    if (!(await rows.indexExists(name))) return;
    await rows.dropIndex(name).catch((error: unknown) => {
      if (!(error instanceof MongoServerError && error.codeName === 'IndexNotFound')) throw error;
    });
  }

  async onApplicationShutdown() {
    await this.connection.close();
  }
}

async function buildIndexes(model: Model<unknown>): Promise<void> {
  await model.createCollection();
  const indexes = model.schema.indexes().map(([key, options]) => ({ ...options, key }) as IndexDescription);
  // All in one command, which reads the collection once; Model.createIndexes() sends a command for each index.
  if (indexes.length > 0) await model.collection.createIndexes(indexes);
}

/** Of a collection that exists; as `shouts.community_1_workplace_1`. */
async function indexNames({ collection }: Model<unknown>): Promise<Set<string>> {
  try {
    return new Set((await collection.indexes()).map(({ name }) => `${collection.collectionName}.${name}`));
  } catch (error) {
    if (error instanceof MongoServerError && error.codeName === 'NamespaceNotFound') return new Set();
    throw error;
  }
}
