import { Long } from 'bson';
import { CommandError } from '../errors.js';
import {
  checkCollectionName,
  checkDatabaseName,
  type CommandContext,
  type CommandDefinition,
} from '../server/context.js';
import type { View } from '../storage/view.js';
import { decodeTyped, type Doc, documentIn, encode } from '../values/bson.js';
import { checkItem, decoded, prepared, removeOne, statements, updateOne } from './crud.js';
import { BulkOutcome, collectionForWrite, ensureCollection, runWrite } from './writing.js';

const KINDS = ['insert', 'update', 'delete'] as const;
const FIELDS: Record<(typeof KINDS)[number], readonly string[]> = {
  insert: ['insert', 'document'],
  update: ['update', 'filter', 'updateMods', 'multi', 'upsert', 'arrayFilters', 'hint', 'constants', 'sort'],
  delete: ['delete', 'filter', 'multi', 'hint'],
};

/** One operation: what it does, and in which namespace. */
interface Operation {
  readonly kind: (typeof KINDS)[number];
  readonly bytes: Buffer;
  readonly item: Doc;
  readonly namespace: { readonly db: string; readonly name: string };
}

function namespaces(context: CommandContext): Operation['namespace'][] {
  return statements(context, 'nsInfo').map((bytes) => {
    const item = decoded(bytes);
    checkItem(item, 'bulkWrite.nsInfo', ['ns']);
    const ns = String(item['ns']);
    const dot = ns.indexOf('.');
    const [db, name] = [ns.slice(0, Math.max(dot, 0)), ns.slice(dot + 1)];
    checkDatabaseName(db);
    checkCollectionName(db, name);
    return { db, name };
  });
}

function operations(context: CommandContext): Operation[] {
  const places = namespaces(context);
  return statements(context, 'ops').map((bytes) => {
    const item = decoded(bytes);
    const kind = KINDS.find((name) => name === Object.keys(item)[0]);
    if (kind === undefined) {
      throw new CommandError('FailedToParse', `BSON field 'bulkWrite.ops' has no operation: ${Object.keys(item)[0]}`);
    }
    checkItem(item, `bulkWrite.ops.${kind}`, FIELDS[kind]);
    const namespace = places[Number(item[kind])];
    if (namespace === undefined) {
      throw new CommandError('BadValue', `BulkWrite ops entry names nsInfo ${String(item[kind])}, which is not there`);
    }
    return { kind, bytes, item, namespace };
  });
}

/** Carries out one operation as the command of its own would. */
function runOperation(view: View, context: CommandContext, operation: Operation): Doc {
  const { kind, bytes, item, namespace } = operation;
  const there = { ...context, dbName: namespace.db };
  if (kind === 'insert') {
    const { bytes: stored, doc } = prepared(documentIn(bytes, 'document'));
    view.insert(ensureCollection(view.db, namespace.db, namespace.name), stored, doc);
    return { n: 1 };
  }
  const typed = decodeTyped(bytes);
  if (kind === 'delete') {
    const { filter: q = {}, multi, hint } = typed;
    const statement = { q, limit: multi === true ? 0 : 1, ...(item['hint'] === undefined ? {} : { hint }) };
    return { n: removeOne(view, there, namespace.name, encode(statement)) };
  }
  const { filter: q = {}, updateMods: u, constants: c, update: _place, ...rest } = typed;
  const result = updateOne(view, there, namespace.name, encode({ q, u, c, ...rest }));
  const upserted = result.upserted === undefined ? {} : { upserted: { _id: result.upserted } };
  return { n: result.matched, nModified: result.modified, ...upserted };
}

const bulkWrite: CommandDefinition = {
  options: ['ops', 'nsInfo', 'ordered', 'errorsOnly', 'let', 'bypassDocumentValidation', 'cursor'],
  transactional: true,
  async run(context) {
    if (context.dbName !== 'admin') {
      throw new CommandError('Unauthorized', 'bulkWrite may only be run against the admin database.');
    }
    const list = operations(context);
    const ordered = context.command['ordered'] !== false;
    for (const { kind, item, namespace } of list) {
      if (kind === 'delete' || (kind === 'update' && item['upsert'] !== true)) continue;
      await collectionForWrite({ ...context, dbName: namespace.db }, namespace.name);
    }
    return runWrite(context, (view) => {
      const outcome = new BulkOutcome(context.inTransaction);
      const done: Doc[] = [];
      const totals = { nInserted: 0, nMatched: 0, nModified: 0, nUpserted: 0, nDeleted: 0 };
      for (const [idx, operation] of list.entries()) {
        const goOn = outcome.attempt(idx, ordered, () => {
          const result = view.db.atomic(() => runOperation(view, context, operation));
          const n = Number(result['n']);
          if (operation.kind === 'insert') totals.nInserted += n;
          else if (operation.kind === 'delete') totals.nDeleted += n;
          else if (result['upserted'] !== undefined) totals.nUpserted++;
          else totals.nMatched += n;
          totals.nModified += Number(result['nModified'] ?? 0);
          done.push({ ok: 1, idx, ...result });
        });
        if (!goOn) break;
      }
      const failed = outcome.errors.map(({ index, ...error }): Doc => ({ ok: 0, idx: index, n: 0, ...error }));
      const told = context.command['errorsOnly'] === true ? failed : [...done, ...failed];
      const firstBatch = told.sort((a, b) => Number(a['idx']) - Number(b['idx']));
      const cursor = { id: Long.ZERO, firstBatch, ns: 'admin.$cmd.bulkWrite' };
      return { cursor, nErrors: failed.length, ...totals, ok: 1 };
    });
  },
};

/** The command that writes to several collections at once. */
export const bulkWriteCommands: Record<string, CommandDefinition> = { bulkWrite };
