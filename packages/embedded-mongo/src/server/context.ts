import { CommandError, notImplemented } from '../errors.js';
import type { CollectionMeta } from '../storage/catalog.js';
import type { Database } from '../storage/database.js';
import { BaseView, type View } from '../storage/view.js';
import type { Breather } from '../query/pause.js';
import type { Doc } from '../values/bson.js';
import type { Batch, Cursors } from './cursors.js';
import { checkOptions, documentOption, type Options } from './options.js';
import type { Sessions, SessionRef } from './sessions.js';
import type { Request } from './wire.js';

/** What a server is made of, as the commands use it. */
export interface Services {
  readonly db: Database;
  readonly base: BaseView;
  readonly cursors: Cursors;
  readonly sessions: Sessions;
  /** `host:port` or the socket's path, as clients reach it. */
  readonly address: () => string;
  readonly startedAt: number;
  readonly connections: () => number;
  /** How often each command was run. */
  readonly commandCounts: Map<string, number>;
}

/** A command's answer: a document, or a batch of a cursor. */
export type Reply = Doc | { readonly batch: Batch; readonly first: boolean };

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
  readonly connectionId: number;
  /** Where the command lets others run; ends it when its `maxTimeMS` are over. */
  readonly breather: Breather;
}

/** A command, as the dispatcher knows it. */
export interface CommandDefinition {
  readonly options?: Options;
  /** Whether it may run in a multi-document transaction. */
  readonly transactional?: boolean;
  readonly run: (context: CommandContext) => Promise<Reply> | Reply;
}

/** The collection that a command is about, by name. @throws CommandError InvalidNamespace */
export function collectionName(context: CommandContext, field = context.name): string {
  const name = context.command[field];
  if (typeof name !== 'string' || name === '') {
    throw new CommandError('InvalidNamespace', `collection name has invalid type or is empty for ${context.name}`);
  }
  checkCollectionName(context.dbName, name);
  return name;
}

/** @throws CommandError InvalidNamespace */
export function checkCollectionName(db: string, name: string): void {
  if (name.includes('$') || name.includes('\0') || name.startsWith('.') || name.endsWith('.') || name.length > 200) {
    throw new CommandError('InvalidNamespace', `Invalid collection name: ${db}.${name}`);
  }
  if (name.startsWith('system.')) throw notImplemented(`the collection ${name}`);
}

/** @throws CommandError InvalidNamespace */
export function checkDatabaseName(name: unknown): asserts name is string {
  if (typeof name !== 'string' || !/^[^\0 "$*./:<>?\\|]{1,63}$/.test(name)) {
    throw new CommandError('InvalidNamespace', `Invalid database name: '${String(name)}'`);
  }
}

/** The collection, if it exists. */
export function findCollection(context: CommandContext, name: string): CollectionMeta | undefined {
  return context.services.db.catalog.get(context.dbName, name);
}

const READ_CONCERNS = ['local', 'available', 'majority', 'linearizable', 'snapshot'];

/** @throws CommandError when a read concern is none, or asks for a snapshot outside a transaction */
export function checkReadConcern(command: Doc, inTransaction: boolean): void {
  const { level = 'local', ...others } = documentOption(command, 'readConcern');
  checkOptions('readConcern', { any: 'level provenance afterClusterTime atClusterTime' }, others);
  if (!READ_CONCERNS.includes(level as string)) {
    throw new CommandError('FailedToParse', `the read concern level '${String(level)}' is not known`);
  }
  if (level === 'snapshot' && !inTransaction) throw notImplemented("the read concern 'snapshot' outside transactions");
  if (others['atClusterTime'] !== undefined) throw notImplemented("the read concern's 'atClusterTime'");
}

/** Whether a write must be on the disk before it is answered: unless the client asks for `w: 1` or less without `j`. */
export function isJournaled(command: Doc): boolean {
  const concern = documentOption(command, 'writeConcern');
  checkOptions('writeConcern', { any: 'w wtimeout provenance', bool: 'j fsync' }, concern);
  if (typeof concern['w'] === 'number' && concern['w'] > 1) {
    throw new CommandError('UnsatisfiableWriteConcern', 'Not enough data-bearing nodes');
  }
  if (typeof concern['w'] === 'string' && concern['w'] !== 'majority') {
    throw new CommandError('UnknownReplWriteConcern', `No write concern mode named '${concern['w']}' found`);
  }
  return (
    concern['j'] === true || (concern['j'] !== false && (concern['w'] === undefined || concern['w'] === 'majority'))
  );
}
