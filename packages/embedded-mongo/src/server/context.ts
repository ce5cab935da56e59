import { demand, notImplemented } from '../errors.js';
import type { CollectionMeta } from '../storage/catalog.js';
import type { Database } from '../storage/database.js';
import type { BaseView, View } from '../storage/view.js';
import type { Breather } from '../query/pause.js';
import type { Doc, Pieces } from '../values/bson.js';
import type { Cursors } from './cursors.js';
import type { Options } from './options.js';
import type { Sessions, SessionRef } from './sessions.js';
import type { Request } from './wire.js';

/** What a server is made of, as the commands use it. */
export interface Services {
  readonly db: Database;
  readonly base: BaseView;
  readonly cursors: Cursors;
  readonly sessions: Sessions;
  /** `host:port` or the socket's path, as clients reach it. */
  address: string;
  readonly startedAt: number;
  readonly connections: () => number;
  /** How often each command was run. */
  readonly commandCounts: Map<string, number>;
}

/** A command being run. */
export interface CommandContext {
  readonly services: Services;
  readonly request: Request;
  readonly command: Doc;
  readonly name: string;
  readonly dbName: string;
  readonly session: SessionRef | undefined;
  /** What the command reads and writes through: its transaction, or the database. */
  readonly view: View;
  readonly inTransaction: boolean;
  /** Whether what it writes must be on the disk before it is answered. */
  readonly journaled: boolean;
  readonly connectionId: number;
  /** Where the command lets others run; ends it when its `maxTimeMS` are over. */
  readonly breather: Breather;
}

/** A command, as the dispatcher knows it. */
export interface CommandDefinition {
  readonly options?: Options;
  /** Whether it may run in a multi-document transaction. */
  readonly transactional?: boolean;
  /** Gives the answer, without its `ok: 1`: a document, or the bytes of its field `cursor`. */
  readonly run: (context: CommandContext) => Promise<Doc | Pieces> | Doc | Pieces;
}

/** Commands by their names. */
export type Commands = Record<string, CommandDefinition>;

/** The name of the collection that a command is about. @throws CommandError InvalidNamespace */
export function collectionName({ command, name, dbName }: CommandContext): string {
  const collection = command[name];
  const isName = typeof collection === 'string' && collection !== '';
  demand(isName, 'InvalidNamespace', `collection name has invalid type or is empty for ${name}`);
  checkCollectionName(dbName, collection);
  return collection;
}

/** @throws CommandError InvalidNamespace */
export function checkCollectionName(db: string, name: string): void {
  const isName = /^(?!\.)[^\0$]{1,200}(?<!\.)$/.test(name);
  demand(isName, 'InvalidNamespace', `Invalid collection name: ${db}.${name}`);
  if (name.startsWith('system.')) throw notImplemented(`the collection ${name}`);
}

/** @throws CommandError InvalidNamespace */
export function checkDatabaseName(name: unknown): asserts name is string {
  const isName = typeof name === 'string' && /^[^\0 "$*./:<>?\\|]{1,63}$/.test(name);
  demand(isName, 'InvalidNamespace', `Invalid database name: '${String(name)}'`);
}

/** The collection that a command is about, if it exists. @throws CommandError InvalidNamespace */
export function findCollection(context: CommandContext): CollectionMeta | undefined {
  return context.services.db.catalog.get(context.dbName, collectionName(context));
}

/** The collection that a command is about. @throws CommandError InvalidNamespace, NamespaceNotFound */
export function existingCollection(context: CommandContext): CollectionMeta {
  const collection = findCollection(context);
  demand(collection, 'NamespaceNotFound', `ns not found ${context.dbName}.${collectionName(context)}`);
  return collection;
}
