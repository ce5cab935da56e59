import { Inject, Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { MongoServerError, type ClientSession } from 'mongodb';
import mongoose, { type Connection, type Model, type Schema } from 'mongoose';
import { ENVIRONMENT, type Environment } from '../environment/environment.js';
import { StartError } from '../start-error.js';

/** How long a call waits for a database that is away, before it is refused. */
const selectionMs = 3000;
/** How long the start waits for it. */
const startMs = 10_000;

/** True for a write that met a unique index. */
export function isDuplicateKey(error: unknown): boolean {
  return error instanceof MongoServerError && error.code === 11_000;
}

/** Told of a write to a collection: the written row, or undefined when it is not known which rows changed. */
type Written = (row: Readonly<Record<string, unknown>> | undefined) => void;

/** The database: one connection, its models, and transactions. Only repositories use the models. */
@Injectable()
export class Mongo implements OnModuleInit, OnApplicationShutdown {
  readonly connection: Connection;
  /** What is told again when a session ends. */
  private readonly later = new WeakMap<ClientSession, (() => void)[]>();
  private readonly listeners = new Map<string, Written[]>();

  constructor(@Inject(ENVIRONMENT) private readonly environment: Environment) {
    this.connection = mongoose.createConnection();
  }

  /** Connects. Every write is acknowledged by the majority's journals, so that what was answered is kept. */
  async connect(): Promise<this> {
    const until = Date.now() + startMs;
    for (;;) {
      try {
        await this.connection.openUri(this.environment.mongoUri, {
          dbName: this.environment.mongoDb,
          autoIndex: false,
          autoCreate: false,
          // Without a connection a model's call fails as the driver's own do; a buffered one would wait longer.
          bufferCommands: false,
          serverSelectionTimeoutMS: selectionMs,
          writeConcern: { w: 'majority', journal: true },
        });
        return this;
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
   * Runs `work` in a transaction; all its reads and writes must be given the session. A transient failure (a write conflict, a
   * lost primary) runs it again, so it must do nothing outside the database.
   */
  async transaction<T>(work: (session: ClientSession) => Promise<T>): Promise<T> {
    return this.connection.getClient().withSession((session) => session.withTransaction(() => work(session)));
  }

  /** Hears of every write that a repository of this process makes to a collection, so that caches drop what it changed. */
  onWrite(collection: string, listener: Written): void {
    this.listeners.set(collection, [...(this.listeners.get(collection) ?? []), listener]);
  }

  /** Tells of a write; of one in a transaction again when that has ended, since until then others still read the old row. */
  wrote(collection: string, row: object | undefined, session?: ClientSession): void {
    const listeners = this.listeners.get(collection);
    if (!listeners) return;
    const tell = () => listeners.forEach((listener) => listener(row as Parameters<Written>[0]));
    tell();
    if (!session?.inTransaction()) return;
    const later = this.later.get(session) ?? [];
    later.push(tell);
    // One listener for all: a transaction may write many rows.
    if (later.length === 1) session.once('ended', () => later.forEach((again) => again()));
    this.later.set(session, later);
  }

  /** Settles when the database answers. */
  async ping(): Promise<void> {
    await this.connection.db!.admin().ping();
  }

  /** Builds the indexes of all models, which exist once every repository is made. Several processes may do so at once. */
  async onModuleInit() {
    const build = async (model: Model<unknown>) => {
      await model.createCollection();
      await model.createIndexes();
    };
    await Promise.all(Object.values(this.connection.models).map(build));
  }

  async onApplicationShutdown() {
    await this.connection.close();
  }
}
