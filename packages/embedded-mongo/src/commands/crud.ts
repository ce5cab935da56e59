import { ObjectId } from 'bson';
import { CommandError, notImplemented } from '../errors.js';
import { parseSort } from '../query/sort.js';
import { collectionName, type CommandContext, type CommandDefinition, documentOption } from '../server/context.js';
import type { CollectionMeta } from '../storage/catalog.js';
import type { View } from '../storage/view.js';
import { Updater } from '../update/apply.js';
import { type Doc, decodePlain, decodeTyped, encode, isDocument } from '../values/bson.js';
import {
  BulkOutcome,
  collectionForWrite,
  ensureCollection,
  findTargets,
  runWrite,
  searchAhead,
  type Target,
} from './writing.js';

const MAX_BULK_ITEMS = 100_000;

/** The list of a bulk command, each item as its bytes. @throws CommandError TypeMismatch, InvalidOptions */
export function statements(context: CommandContext, field: string): Buffer[] {
  const list = context.request.rawList(field);
  if (list === undefined) throw new CommandError('TypeMismatch', `Field '${field}' must be an array of documents`);
  if (list.length === 0 || list.length > MAX_BULK_ITEMS) {
    throw new CommandError('InvalidOptions', `Write batch sizes must be between 1 and ${MAX_BULK_ITEMS}`);
  }
  return list;
}

/** Refuses fields of a bulk item that are unknown, or known and not done here. */
export function checkItem(item: Doc, kind: string, known: readonly string[]): void {
  for (const [name, value] of Object.entries(item)) {
    if (name === 'collation' && value !== undefined && value !== null) throw notImplemented('collation');
    if (!known.includes(name) && name !== 'collation') {
      throw new CommandError('IDLUnknownField', `BSON field '${kind}.${name}' is an unknown field.`);
    }
  }
}

/** @throws CommandError InvalidBSON */
export function decoded(bytes: Buffer): Doc {
  try {
    return decodePlain(bytes);
  } catch (error) {
    throw new CommandError('InvalidBSON', error instanceof Error ? error.message : String(error));
  }
}

/** A document as it is stored: with `_id`, and `_id` first. */
export function prepared(bytes: Buffer): { bytes: Buffer; doc: Doc } {
  const doc = decoded(bytes);
  const id = doc['_id'];
  if (Array.isArray(id) || id instanceof RegExp) {
    throw new CommandError('BadValue', `The '_id' value cannot be of type ${Array.isArray(id) ? 'array' : 'regex'}`);
  }
  if (isDocument(id) && Object.keys(id).some((name) => name.startsWith('$'))) {
    throw new CommandError('DollarPrefixedFieldName', '_id fields may not contain $-prefixed fields');
  }
  if (Object.keys(doc)[0] === '_id') return { bytes: Buffer.from(bytes), doc };
  const { _id = new ObjectId(), ...rest } = decodeTyped(bytes);
  const stored = encode({ _id, ...rest });
  return { bytes: stored, doc: decodePlain(stored) };
}

const insert: CommandDefinition = {
  options: ['documents', 'ordered', 'bypassDocumentValidation'],
  transactional: true,
  async run(context) {
    const name = collectionName(context);
    const documents = statements(context, 'documents');
    const ordered = context.command['ordered'] !== false;
    await collectionForWrite(context, name);
    return runWrite(context, (view) => {
      const collection = ensureCollection(view.db, context.dbName, name);
      const outcome = new BulkOutcome(context.inTransaction);
      let n = 0;
      for (const [index, bytes] of documents.entries()) {
        const goOn = outcome.attempt(index, ordered, () => {
          const { bytes: stored, doc } = prepared(bytes);
          view.insert(collection, stored, doc);
          n++;
        });
        if (!goOn) break;
      }
      return { n, ...outcome.reply(), ok: 1 };
    });
  },
};

interface UpdateResult {
  matched: number;
  modified: number;
  upserted?: unknown;
}

/** What a statement of an update command looks for. */
function updateTarget(context: CommandContext, item: Doc): Target {
  return {
    filter: documentOption(item, 'q'),
    sort: parseSort(item['sort']),
    limit: item['multi'] === true ? 0 : 1,
    variables: { ...documentOption(context.command, 'let'), ...documentOption(item, 'c') },
    hint: item['hint'],
  };
}

/**
 * Carries out one statement of an update command.
 *
 * @param ahead the records that were found before the write began
 */
export function updateOne(
  view: View,
  context: CommandContext,
  name: string,
  bytes: Buffer,
  ahead?: readonly number[],
): UpdateResult {
  const item = decoded(bytes);
  checkItem(item, 'update.updates', ['q', 'u', 'c', 'multi', 'upsert', 'arrayFilters', 'hint', 'sort']);
  const typed = decodeTyped(bytes);
  const target = updateTarget(context, item);
  const update = typed['u'];
  const multi = item['multi'] === true;
  if (!isDocument(update) && !Array.isArray(update)) {
    throw new CommandError('FailedToParse', "The update 'u' must be a document or a pipeline");
  }
  const isReplacement = isDocument(update) && !Object.keys(update).some((key) => key.startsWith('$'));
  if (multi && isReplacement)
    throw new CommandError('FailedToParse', 'multi update is not supported for replacement-style update');
  if (multi && item['sort'] !== undefined)
    throw new CommandError('FailedToParse', 'Cannot specify sort with multi=true');
  const updater = new Updater({
    filter: target.filter,
    typedFilter: documentOption(typed, 'q'),
    update: update as Doc | Doc[],
    arrayFilters: (typed['arrayFilters'] as unknown[] | undefined) ?? [],
    variables: target.variables!,
  });
  const collection = ensureOrFind(view, context, name, item['upsert'] === true);
  if (collection === undefined) return { matched: 0, modified: 0 };
  // Before inserting, a look at this very moment: another upsert may have been first.
  const certain = ahead?.length === 0 && item['upsert'] === true ? undefined : ahead;
  const found = findTargets(view, collection, target, certain);
  if (found.length === 0 && item['upsert'] === true) {
    const { bytes: stored, doc } = updater.insert();
    view.insert(collection, stored, doc);
    return { matched: 1, modified: 0, upserted: decodeTyped(stored)['_id'] };
  }
  let modified = 0;
  for (const stored of found) {
    const next = updater.apply(stored);
    if (next.bytes.equals(stored.bytes)) continue;
    view.update(collection, stored, next.bytes, next.doc);
    modified++;
  }
  return { matched: found.length, modified };
}

/** The collection; made if it is not there and `create` says so. */
export function ensureOrFind(
  view: View,
  context: CommandContext,
  name: string,
  create: boolean,
): CollectionMeta | undefined {
  return create ? ensureCollection(view.db, context.dbName, name) : view.db.catalog.get(context.dbName, name);
}

/** The records of a single statement; of several, each has to see what those before it did. */
async function findAhead(
  context: CommandContext,
  name: string,
  items: readonly Buffer[],
  targetOf: (context: CommandContext, item: Doc) => Target,
): Promise<number[] | undefined> {
  if (items.length > 1) return undefined;
  try {
    return await searchAhead(context, name, targetOf(context, decoded(items[0]!)));
  } catch (error) {
    // A wrong statement is for the statement's own answer.
    if (error instanceof CommandError) return undefined;
    throw error;
  }
}

const update: CommandDefinition = {
  options: ['updates', 'ordered', 'bypassDocumentValidation', 'let'],
  transactional: true,
  async run(context) {
    const name = collectionName(context);
    const items = statements(context, 'updates');
    const ordered = context.command['ordered'] !== false;
    if (items.some((bytes) => decoded(bytes)['upsert'] === true)) await collectionForWrite(context, name);
    const ahead = await findAhead(context, name, items, updateTarget);
    return runWrite(context, (view) => {
      const outcome = new BulkOutcome(context.inTransaction);
      const upserted: Doc[] = [];
      let n = 0;
      let nModified = 0;
      for (const [index, bytes] of items.entries()) {
        const goOn = outcome.attempt(index, ordered, () => {
          const result = view.db.atomic(() => updateOne(view, context, name, bytes, ahead));
          n += result.matched;
          nModified += result.modified;
          if (result.upserted !== undefined) upserted.push({ index, _id: result.upserted });
        });
        if (!goOn) break;
      }
      return { n, nModified, ...(upserted.length > 0 ? { upserted } : {}), ...outcome.reply(), ok: 1 };
    });
  },
};

function removeTarget(context: CommandContext, item: Doc): Target {
  const variables = documentOption(context.command, 'let');
  return { filter: documentOption(item, 'q'), sort: [], limit: Number(item['limit']), variables, hint: item['hint'] };
}

/** Carries out one statement of a delete command. @returns how many documents are gone */
export function removeOne(
  view: View,
  context: CommandContext,
  name: string,
  bytes: Buffer,
  ahead?: readonly number[],
): number {
  const item = decoded(bytes);
  checkItem(item, 'delete.deletes', ['q', 'limit', 'hint']);
  const limit = item['limit'];
  if (limit !== 0 && limit !== 1) {
    const message = `The limit field in delete objects must be 0 or 1. Got ${String(limit)}`;
    throw new CommandError('FailedToParse', message);
  }
  const collection = view.db.catalog.get(context.dbName, name);
  if (collection === undefined) return 0;
  const found = findTargets(view, collection, removeTarget(context, item), ahead);
  for (const stored of found) view.remove(collection, stored);
  return found.length;
}

const remove: CommandDefinition = {
  options: ['deletes', 'ordered', 'let'],
  transactional: true,
  async run(context) {
    const name = collectionName(context);
    const items = statements(context, 'deletes');
    const ordered = context.command['ordered'] !== false;
    const ahead = await findAhead(context, name, items, removeTarget);
    return runWrite(context, (view) => {
      const outcome = new BulkOutcome(context.inTransaction);
      let n = 0;
      for (const [index, bytes] of items.entries()) {
        const goOn = outcome.attempt(index, ordered, () => {
          n += removeOne(view, context, name, bytes, ahead);
        });
        if (!goOn) break;
      }
      return { n, ...outcome.reply(), ok: 1 };
    });
  },
};

/** The commands that write documents. */
export const crudCommands: Record<string, CommandDefinition> = {
  insert,
  update,
  delete: remove,
};
