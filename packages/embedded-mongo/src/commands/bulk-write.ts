import { Long } from 'bson';
import { CommandError } from '../errors.js';
import {
  checkCollectionName,
  checkDatabaseName,
  type CommandContext,
  type CommandDefinition,
} from '../server/context.js';
import { documentOption, flag, type Options } from '../server/options.js';
import type { Progress } from '../server/sessions.js';
import type { View } from '../storage/view.js';
import { decodeTyped, type Doc, documentIn } from '../values/bson.js';
import { deleteSteps, itemOf, itemsOf, type Place, prepared, refuseRetry, updateSteps } from './statements.js';
import { collectionForWrite, ensureCollection, runBulk, type WriteSteps } from './writing.js';

const KINDS = ['insert', 'update', 'delete'] as const;
const OPTIONS: Record<(typeof KINDS)[number], Options> = {
  insert: { whole: 'insert', object: 'document' },
  update: {
    whole: 'update',
    object: 'filter constants',
    bool: 'multi upsert',
    array: 'arrayFilters',
    any: 'updateMods hint sort',
  },
  delete: { whole: 'delete', object: 'filter', bool: 'multi', any: 'hint' },
};

/** One operation: what it does, and in which collection. */
interface Operation {
  readonly kind: (typeof KINDS)[number];
  readonly bytes: Buffer;
  readonly item: Doc;
  readonly place: Place;
}

function placesOf(context: CommandContext): Place[] {
  return itemsOf(context, 'nsInfo').map((bytes) => {
    const [, db = '', name = ''] = /^([^.]*)\.(.*)$/s.exec(String(itemOf(bytes, 'bulkWrite.nsInfo', NS)['ns'])) ?? [];
    checkDatabaseName(db);
    checkCollectionName(db, name);
    return { db, name };
  });
}

const NS: Options = { string: 'ns' };

function operations(context: CommandContext): Operation[] {
  const places = placesOf(context);
  return itemsOf(context, 'ops').map((bytes) => {
    const [first = ''] = Object.keys(decodeTyped(bytes));
    const kind = KINDS.find((name) => name === first);
    if (kind === undefined) {
      throw new CommandError('FailedToParse', `BSON field 'bulkWrite.ops' has no operation: ${first}`);
    }
    const item = itemOf(bytes, `bulkWrite.ops.${kind}`, OPTIONS[kind]);
    const place = places[Number(item[kind])];
    if (place === undefined) {
      throw new CommandError('BadValue', `BulkWrite ops entry names nsInfo ${String(item[kind])}, which is not there`);
    }
    return { kind, bytes, item, place };
  });
}

/** Carries out one operation as the command of its own would. @returns what its result tells */
function* runOperation(
  context: CommandContext,
  view: View,
  counts: Progress['counts'],
  { kind, bytes, item, place }: Operation,
): WriteSteps<Doc> {
  if (kind === 'insert') {
    const { bytes: stored, doc } = prepared(documentIn(bytes, 'document'));
    view.insert(ensureCollection(view.db, place.db, place.name), stored, doc);
    counts['nInserted']!++;
    return { n: 1 };
  }
  const filter = documentOption(item, 'filter');
  const variables = { ...documentOption(context.command, 'let'), ...documentOption(item, 'constants') };
  const { hint } = item;
  if (kind === 'delete') {
    const target = { filter, sort: [], limit: flag(item, 'multi') ? 0 : 1, variables, hint };
    const { removed } = yield* deleteSteps(view, place, target);
    counts['nDeleted']! += removed;
    return { n: removed };
  }
  const typed = decodeTyped(bytes);
  const done = yield* updateSteps(view, place, {
    filter,
    typedFilter: documentOption(typed, 'filter'),
    update: typed['updateMods'],
    arrayFilters: typed['arrayFilters'],
    variables,
    multi: flag(item, 'multi'),
    upsert: flag(item, 'upsert'),
    sort: item['sort'],
    hint,
  });
  if (done.upserted === undefined) counts['nMatched']! += done.matched;
  else counts['nUpserted']!++;
  counts['nModified']! += done.modified;
  const upserted = done.upserted === undefined ? {} : { upserted: { _id: done.upserted } };
  return { n: done.matched, nModified: done.modified, ...upserted };
}

const bulkWrite: CommandDefinition = {
  options: { array: 'ops nsInfo', bool: 'ordered errorsOnly bypassDocumentValidation', object: 'let cursor' },
  transactional: true,
  async run(context) {
    if (context.dbName !== 'admin') {
      throw new CommandError('Unauthorized', 'bulkWrite may only be run against the admin database.');
    }
    const list = operations(context);
    const isMulti = list.some(({ item }) => flag(item, 'multi'));
    refuseRetry(context, isMulti, 'multi=true');
    for (const { kind, item, place } of list) {
      if (kind === 'insert' || flag(item, 'upsert')) await collectionForWrite(context, place.db, place.name);
    }
    const errorsOnly = flag(context.command, 'errorsOnly');
    return runBulk(
      context,
      list,
      { nInserted: 0, nMatched: 0, nModified: 0, nUpserted: 0, nDeleted: 0 },
      function* (view, { counts, results }, operation, idx) {
        const result = yield* runOperation(context, view, counts, operation);
        if (!errorsOnly) results.push({ ok: 1, idx, ...result });
      },
      ({ counts, results, errors }) => {
        const failed = errors.map(({ index, ...error }): Doc => ({ ok: 0, idx: index, n: 0, ...error }));
        const firstBatch = [...results, ...failed].sort((a, b) => Number(a['idx']) - Number(b['idx']));
        const cursor = { id: Long.ZERO, firstBatch, ns: 'admin.$cmd.bulkWrite' };
        return { cursor, nErrors: failed.length, ...counts, ok: 1 };
      },
    );
  },
};

/** The command that writes to several collections at once. */
export const bulkWriteCommands: Record<string, CommandDefinition> = { bulkWrite };
