import { ObjectId } from 'bson';
import { CommandError, notImplemented } from '../errors.js';
import { compileProjection } from '../query/projection.js';
import { parseSort } from '../query/sort.js';
import { collectionName, type CommandContext, type CommandDefinition, documentOption } from '../server/context.js';
import type { CollectionMeta } from '../storage/catalog.js';
import type { View } from '../storage/view.js';
import { Updater } from '../update/apply.js';
import { type Doc, decodePlain, decodeTyped, encode, isDocument } from '../values/bson.js';
import { BulkOutcome, collectionForWrite, ensureCollection, findTargets, runWrite } from './writing.js';

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

/** Carries out one statement of an update command. */
export function updateOne(view: View, context: CommandContext, name: string, bytes: Buffer): UpdateResult {
  const item = decoded(bytes);
  checkItem(item, 'update.updates', ['q', 'u', 'c', 'multi', 'upsert', 'arrayFilters', 'hint', 'sort']);
  const typed = decodeTyped(bytes);
  const filter = documentOption(item, 'q');
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
  const variables = { ...documentOption(context.command, 'let'), ...documentOption(item, 'c') };
  const updater = new Updater({
    filter,
    typedFilter: documentOption(typed, 'q'),
    update: update as Doc | Doc[],
    arrayFilters: (typed['arrayFilters'] as unknown[] | undefined) ?? [],
    variables,
  });
  const collection = ensureOrFind(view, context, name, item['upsert'] === true);
  if (collection === undefined) return { matched: 0, modified: 0 };
  const target = { filter, sort: parseSort(item['sort']), limit: multi ? 0 : 1, variables, hint: item['hint'] };
  const found = findTargets(view, collection, target);
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

function ensureOrFind(view: View, context: CommandContext, name: string, create: boolean): CollectionMeta | undefined {
  return create ? ensureCollection(view.db, context.dbName, name) : view.db.catalog.get(context.dbName, name);
}

const update: CommandDefinition = {
  options: ['updates', 'ordered', 'bypassDocumentValidation', 'let'],
  transactional: true,
  async run(context) {
    const name = collectionName(context);
    const items = statements(context, 'updates');
    const ordered = context.command['ordered'] !== false;
    if (items.some((bytes) => decoded(bytes)['upsert'] === true)) await collectionForWrite(context, name);
    return runWrite(context, (view) => {
      const outcome = new BulkOutcome(context.inTransaction);
      const upserted: Doc[] = [];
      let n = 0;
      let nModified = 0;
      for (const [index, bytes] of items.entries()) {
        const goOn = outcome.attempt(index, ordered, () => {
          const result = view.db.atomic(() => updateOne(view, context, name, bytes));
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

/** Carries out one statement of a delete command. @returns how many documents are gone */
export function removeOne(view: View, context: CommandContext, name: string, bytes: Buffer): number {
  const item = decoded(bytes);
  checkItem(item, 'delete.deletes', ['q', 'limit', 'hint']);
  const limit = item['limit'];
  if (limit !== 0 && limit !== 1) {
    const message = `The limit field in delete objects must be 0 or 1. Got ${String(limit)}`;
    throw new CommandError('FailedToParse', message);
  }
  const collection = view.db.catalog.get(context.dbName, name);
  if (collection === undefined) return 0;
  const variables = documentOption(context.command, 'let');
  const target = { filter: documentOption(item, 'q'), sort: [], limit, variables, hint: item['hint'] };
  const found = findTargets(view, collection, target);
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
    return runWrite(context, (view) => {
      const outcome = new BulkOutcome(context.inTransaction);
      let n = 0;
      for (const [index, bytes] of items.entries()) {
        const goOn = outcome.attempt(index, ordered, () => {
          n += removeOne(view, context, name, bytes);
        });
        if (!goOn) break;
      }
      return { n, ...outcome.reply(), ok: 1 };
    });
  },
};

const findAndModify: CommandDefinition = {
  options: [
    'query',
    'sort',
    'remove',
    'update',
    'new',
    'fields',
    'upsert',
    'arrayFilters',
    'hint',
    'let',
    'bypassDocumentValidation',
  ],
  refused: ['collation'],
  transactional: true,
  async run(context) {
    const { command, request } = context;
    const name = collectionName(context);
    const typed = request.typedBody();
    const removing = command['remove'] === true;
    const upsert = command['upsert'] === true;
    if (removing === (command['update'] !== undefined)) {
      throw new CommandError('FailedToParse', 'Either an update or remove=true must be specified, and not both');
    }
    if (removing && (upsert || command['new'] === true)) {
      throw new CommandError('FailedToParse', 'Cannot specify upsert or new with remove=true');
    }
    const filter = documentOption(command, 'query');
    const fields = documentOption(command, 'fields');
    const variables = documentOption(command, 'let');
    const target = { filter, sort: parseSort(command['sort']), limit: 1, variables, hint: command['hint'] };
    const project = projectorFor(fields, filter, variables);
    const updater = removing
      ? undefined
      : new Updater({
          filter,
          typedFilter: documentOption(typed, 'query'),
          update: typed['update'] as Doc | Doc[],
          arrayFilters: (typed['arrayFilters'] as unknown[] | undefined) ?? [],
          variables,
        });
    if (upsert) await collectionForWrite(context, name);
    return runWrite(context, (view) => {
      const collection = ensureOrFind(view, context, name, upsert);
      const [found] = collection === undefined ? [] : findTargets(view, collection, target);
      if (collection === undefined || (found === undefined && !upsert)) {
        const missed = removing ? { n: 0 } : { n: 0, updatedExisting: false };
        return { lastErrorObject: missed, value: null, ok: 1 };
      }
      if (found === undefined) {
        const made = updater!.insert();
        view.insert(collection, made.bytes, made.doc);
        const upserted = decodeTyped(made.bytes)['_id'];
        const value = command['new'] === true ? project(made.bytes) : null;
        return { lastErrorObject: { n: 1, updatedExisting: false, upserted }, value, ok: 1 };
      }
      if (updater === undefined) {
        view.remove(collection, found);
        return { lastErrorObject: { n: 1 }, value: project(found.bytes), ok: 1 };
      }
      const next = updater.apply(found);
      if (!next.bytes.equals(found.bytes)) view.update(collection, found, next.bytes, next.doc);
      const value = project(command['new'] === true ? next.bytes : found.bytes);
      return { lastErrorObject: { n: 1, updatedExisting: true }, value, ok: 1 };
    });
  },
};

function projectorFor(fields: Doc, filter: Doc, variables: Doc): (bytes: Buffer) => Doc {
  if (Object.keys(fields).length === 0) return decodeTyped;
  const project = compileProjection(fields, filter, variables);
  return (bytes) => project([decodePlain(bytes)])[0]!;
}

/** The commands that write documents. */
export const crudCommands: Record<string, CommandDefinition> = {
  insert,
  update,
  delete: remove,
  findAndModify,
  findandmodify: findAndModify,
};
