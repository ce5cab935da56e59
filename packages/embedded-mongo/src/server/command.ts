import { assert, CommandError, type ErrorName, notImplemented } from '../errors.js';
import type { Yielder } from '../query/pause.js';
import type { CollectionMeta } from '../storage/catalog.js';
import type { Database } from '../storage/database.js';
import type { View } from '../storage/view.js';
import { type Doc, isDocument, type Pieces } from '../values/bson.js';
import type { Cursors } from './cursors.js';
import type { Sessions, SessionRef } from './sessions.js';
import type { Request } from './wire.js';

/** The server's parts, as commands use them. */
export interface Services {
  readonly db: Database;
  readonly base: View;
  readonly cursors: Cursors;
  readonly sessions: Sessions;
  /** The `host:port` or socket path that clients connect to. */
  address: string;
  readonly startedAt: number;
  readonly connections: () => number;
  /** Number of runs per command. */
  readonly commandCounts: Map<string, number>;
}

/** A running command. */
export interface CommandContext extends Pick<Services, 'db' | 'cursors' | 'sessions'> {
  readonly server: Services;
  readonly request: Request;
  readonly command: Doc;
  /** The values of the command's `let`. */
  readonly variables: Doc;
  readonly name: string;
  readonly dbName: string;
  readonly session: SessionRef | undefined;
  /** The command's transaction, or the database. */
  readonly view: View;
  /** Whether writes must be on disk before the reply. */
  readonly journaled: boolean;
  readonly connectionId: number;
  /** Yields to other commands, and ends this one when its `maxTimeMS` has elapsed. */
  readonly yielder: Yielder;
}

/** A command's options and implementation. */
export interface CommandDefinition {
  readonly options?: Options;
  /** Returns the reply without `ok: 1`: a document, or the bytes of its `cursor` field. */
  readonly run: (context: CommandContext) => Promise<Doc | Pieces> | Doc | Pieces;
}

export type Commands = Record<string, CommandDefinition>;

/** The command's collection name. @throws CommandError InvalidNamespace */
export function collectionName({ command, name, dbName }: CommandContext): string {
  const collection = command[name];
  const isName = typeof collection === 'string' && collection !== '';
  assert(isName, 'InvalidNamespace', `collection name has invalid type or is empty for ${name}`);
  checkCollectionName(dbName, collection);
  return collection;
}

/** @throws CommandError InvalidNamespace */
export function checkCollectionName(db: string, name: string): void {
  const isName = /^(?!\.)[^\0$]{1,200}(?<!\.)$/.test(name);
  assert(isName, 'InvalidNamespace', `Invalid collection name: ${db}.${name}`);
  if (name.startsWith('system.')) throw notImplemented(`the collection ${name}`);
}

/** @throws CommandError InvalidNamespace */
export function checkDatabaseName(name: unknown): asserts name is string {
  const isName = typeof name === 'string' && /^[^\0 "$*./:<>?\\|]{1,63}$/.test(name);
  assert(isName, 'InvalidNamespace', `Invalid database name: '${String(name)}'`);
}

/** The command's collection, if it exists. @throws CommandError InvalidNamespace */
export function findCollection(context: CommandContext): CollectionMeta | undefined {
  return context.db.catalog.get(context.dbName, collectionName(context));
}

/** The command's collection. @throws CommandError InvalidNamespace, NamespaceNotFound */
export function existingCollection(context: CommandContext): CollectionMeta {
  const collection = findCollection(context);
  assert(collection, 'NamespaceNotFound', `ns not found ${context.dbName}.${collectionName(context)}`);
  return collection;
}

const CHECKS = {
  object: isDocument,
  array: Array.isArray,
  string: (value: unknown) => typeof value === 'string',
  bool: (value: unknown) => typeof value === 'boolean' || typeof value === 'number',
  whole: (value: unknown) => Number.isSafeInteger(Number(value)) && typeof value !== 'string' && !isDocument(value),
  any: () => true,
};

type OptionType = keyof typeof CHECKS;

/**
 * The options of a command or statement: space-separated names by value type. `whole` is a non-negative integer; the
 * command itself checks `any`. Unlisted options are refused.
 */
export type Options = Partial<Record<OptionType, string>>;

/** Option types by name. */
export type OptionTable = ReadonlyMap<string, OptionType>;

export function optionTable(...options: readonly Options[]): OptionTable {
  const entries = options.flatMap((some) => Object.entries(some) as [OptionType, string][]);
  return new Map(entries.flatMap(([type, names]) => names.split(' ').map((name) => [name, type] as const)));
}

/** MongoDB options that this server does not implement; the error must not call them unknown. */
const UNSUPPORTED = optionTable({
  any: 'apiVersion apiStrict apiDeprecationErrors atClusterTime awaitData bits c capped changeStreamPreAndPostImages clustered clusteredIndex collation constants default_language encryptedFields exchange expireAfterSeconds explain freeStorage hidden indexOptionDefaults language_override let max min noCursorTimeout oplogReplay pipeline prepareUnique returnKey scale showRecordId size storageEngine tailable textIndexVersion 2dsphereIndexVersion timeseries validationAction validationLevel validator viewOn weights wildcardProjection',
});

/**
 * Validates options against a table.
 *
 * @param what the command or statement, for messages
 * @param unknown the error for an unknown option
 * @throws CommandError IDLUnknownField, NotImplemented, TypeMismatch, BadValue
 */
export function checkOptions(
  what: string,
  table: OptionTable,
  options: Doc,
  unknown: ErrorName = 'IDLUnknownField',
): void {
  for (const [name, value] of Object.entries(options)) {
    const type = table.get(name);
    const isNothing = value === undefined || value === null;
    if (type === undefined && UNSUPPORTED.has(name)) {
      if (!isNothing && value !== false) throw notImplemented(`the option '${name}' of ${what}`);
    } else if (type === undefined) {
      throw new CommandError(unknown, `BSON field '${what}.${name}' is an unknown field.`);
    } else if (!isNothing && !CHECKS[type](value)) {
      throw new CommandError('TypeMismatch', `BSON field '${what}.${name}' is the wrong type, expected type '${type}'`);
    } else if (type === 'whole' && Number(value) < 0) {
      throw new CommandError('BadValue', `BSON field '${name}' value must be >= 0, actual value '${Number(value)}'`);
    }
  }
}

/** The filter of a command or statement; `{}` when absent. */
export const filterOf = (options: Doc): Doc => (options['filter'] ?? options['query'] ?? options['q'] ?? {}) as Doc;

/** A document option, `{}` when absent. */
export const documentOption = (options: Doc, name: string): Doc => (options[name] ?? {}) as Doc;

/** A whole number option. */
export const numberOption = (options: Doc, name: string): number | undefined =>
  options[name] === undefined || options[name] === null ? undefined : Number(options[name]);

export const flag = (options: Doc, name: string, otherwise = false): boolean => Boolean(options[name] ?? otherwise);
