import { Long } from 'bson';
import { CommandError, demand } from '../errors.js';
import { PAUSE } from '../query/pause.js';
import type { CommandContext, CommandDefinition, Commands } from '../server/context.js';
import { checkCollectionName, checkDatabaseName, collectionName } from '../server/context.js';
import { checkOptions, flag, type Options, type OptionTable, optionTable } from '../server/options.js';
import type { Progress } from '../server/sessions.js';
import { rawList } from '../server/wire.js';
import type { View } from '../storage/view.js';
import { prepared } from '../update/apply.js';
import { decodePlain, decodeTyped, type Doc, documentIn } from '../values/bson.js';
import { projectorOf } from './searches.js';
import { deleteSteps, type Outcome, type PartNames, statementOf, updateSteps } from './statements.js';
import { ensureCollection, type Place, runWrite, type WriteSteps } from './writing.js';

const MAX_BULK_ITEMS = 100_000;

type Kind = 'insert' | 'update' | 'delete';

/** One operation of a command that writes: what it does, and in which collection. */
interface Operation {
  readonly kind: Kind;
  readonly place: Place;
  /** The document to insert, or the statement. */
  readonly bytes: Buffer;
  /** The statement, plain. */
  readonly item: Doc;
}

/** How a command gives its operations. */
interface Form extends PartNames {
  /** What each statement is held to when its turn comes. */
  readonly options?: OptionTable;
  /** Whether a failure is the command's, not one in a list. */
  readonly single?: boolean;
}

/** The list of a bulk command, each item as its bytes. @throws CommandError TypeMismatch, InvalidOptions */
function itemsOf({ request }: CommandContext, field: string): readonly Buffer[] {
  const list = rawList(request, field);
  demand(list, 'TypeMismatch', `Field '${field}' must be an array of documents`);
  const isInLimits = list.length > 0 && list.length <= MAX_BULK_ITEMS;
  demand(isInLimits, 'InvalidOptions', `Write batch sizes must be between 1 and ${MAX_BULK_ITEMS}`);
  return list;
}

function* carryOut(context: CommandContext, view: View, operation: Operation, form: Form): WriteSteps<Outcome> {
  const { kind, place, bytes, item } = operation;
  if (kind === 'insert') {
    const { bytes: stored, doc } = prepared(bytes);
    view.insert(ensureCollection(view.db, place.db, place.name), stored, doc);
    return { n: 1, modified: 0 };
  }
  if (form.options !== undefined) checkOptions(kind, form.options, item);
  const { limit } = item;
  const isLimit = !form.options?.has('limit') || limit === 0 || limit === 1;
  demand(isLimit, 'FailedToParse', `The limit of a delete must be 0 or 1, not ${String(limit)}`);
  const statement = statementOf(context, bytes, item, form);
  return yield* kind === 'update' ? updateSteps(view, place, statement) : deleteSteps(view, place, statement);
}

/**
 * Runs the operations of a command: successes stay, failures are listed; an ordered list ends with the first failure.
 *
 * @param note tells of an operation that is done
 */
async function runOperations(
  context: CommandContext,
  operations: readonly Operation[],
  form: Form,
  note: (progress: Progress, done: Outcome, index: number, kind: Kind) => void,
): Promise<Progress> {
  const { services, command, session, inTransaction } = context;
  const { db } = services;
  const isMulti = operations.some(({ item }) => flag(item, 'multi') || item['limit'] === 0);
  const mayRun = !isMulti || session?.number === undefined || inTransaction;
  demand(mayRun, 'InvalidOptions', 'Cannot use retryable writes with multi=true or limit=0');
  // The collections that a transaction may create are made at once and for good.
  for (const { kind, item, place } of inTransaction ? operations : []) {
    const isThere = db.catalog.get(place.db, place.name) !== undefined;
    if (isThere || (kind !== 'insert' && !flag(item, 'upsert'))) continue;
    await db.write(() => ensureCollection(db, place.db, place.name), false);
  }
  return runWrite(context, function* (view, progress) {
    while (progress.next < operations.length) {
      const index = progress.next;
      const operation = operations[index]!;
      try {
        note(progress, yield* carryOut(context, view, operation, form), index, operation.kind);
        progress.next++;
      } catch (error) {
        // Any failure ends a transaction.
        if (inTransaction || form.single || !(error instanceof CommandError)) throw error;
        progress.errors.push({ index, code: error.code, errmsg: error.message, ...error.extra });
        progress.next = flag(command, 'ordered', true) ? operations.length : index + 1;
      }
      yield PAUSE;
    }
  });
}

function add({ counts }: Progress, name: string, count: number): void {
  counts[name] = (counts[name] ?? 0) + count;
}

const UPDATE: Options = { array: 'arrayFilters', bool: 'multi upsert' };

const placeOf = (context: CommandContext): Place => ({ db: context.dbName, name: collectionName(context) });

/** A command that carries out a list of operations of one kind. */
function listCommand(kind: Kind, list: string, options: Options, itemOptions: Options = {}): CommandDefinition {
  const itemTable = optionTable(itemOptions);
  const form: Form = { filter: 'q', update: 'u', options: itemTable };
  const isUpdate = kind === 'update';
  return {
    options: { array: list, ...options },
    transactional: true,
    async run(context) {
      const place = placeOf(context);
      const itemIn = (bytes: Buffer): Doc => (kind === 'insert' ? {} : decodePlain(bytes));
      const operations = itemsOf(context, list).map((bytes) => ({ kind, place, bytes, item: itemIn(bytes) }));
      const { counts, results, errors } = await runOperations(context, operations, form, (progress, done, index) => {
        add(progress, 'n', done.n);
        if (isUpdate) add(progress, 'nModified', done.modified);
        if (done.upserted !== undefined) progress.results.push({ index, ...done.upserted });
      });
      const [upserted, writeErrors] = [results, errors].map((told) => (told.length > 0 ? told : undefined));
      return { n: 0, nModified: isUpdate ? 0 : undefined, ...counts, upserted, writeErrors };
    },
  };
}

const BULK_OPTIONS = {
  insert: optionTable({ whole: 'insert', object: 'document' }),
  update: optionTable({ ...UPDATE, whole: 'update', object: 'filter', any: 'updateMods hint sort' }),
  delete: optionTable({ whole: 'delete', object: 'filter', bool: 'multi', any: 'hint' }),
};
const BULK_COUNTS = { insert: 'nInserted', update: 'nMatched', delete: 'nDeleted' };
const NO_COUNTS = { nInserted: 0, nMatched: 0, nModified: 0, nUpserted: 0, nDeleted: 0 };
const BULK_FORM: Form = { filter: 'filter', update: 'updateMods' };
const NAMESPACE = optionTable({ string: 'ns' });

/** The operations of a bulkWrite, checked before any is carried out. */
function bulkOperations(context: CommandContext): Operation[] {
  const places = itemsOf(context, 'nsInfo').map((bytes): Place => {
    const info = decodePlain(bytes);
    checkOptions('bulkWrite.nsInfo', NAMESPACE, info);
    const [, db = '', name = ''] = /^([^.]*)\.(.*)$/s.exec(String(info['ns'])) ?? [];
    checkDatabaseName(db);
    checkCollectionName(db, name);
    return { db, name };
  });
  return itemsOf(context, 'ops').map((bytes) => {
    const item = decodePlain(bytes);
    const [kind] = Object.keys(item) as [Kind];
    demand(Object.hasOwn(BULK_OPTIONS, kind), 'FailedToParse', `'bulkWrite.ops' has no operation: ${kind}`);
    checkOptions(`bulkWrite.ops.${kind}`, BULK_OPTIONS[kind], item);
    const place = places[Number(item[kind])];
    demand(place, 'BadValue', `bulkWrite has no nsInfo ${String(item[kind])}`);
    return { kind, place, bytes: kind === 'insert' ? documentIn(bytes, 'document') : bytes, item };
  });
}

const bulkWrite: CommandDefinition = {
  options: { array: 'ops nsInfo', bool: 'ordered errorsOnly bypassDocumentValidation', object: 'let cursor' },
  transactional: true,
  async run(context) {
    demand(context.dbName === 'admin', 'Unauthorized', 'bulkWrite may only be run against the admin database.');
    const errorsOnly = flag(context.command, 'errorsOnly');
    const operations = bulkOperations(context);
    const { counts, results, errors } = await runOperations(
      context,
      operations,
      BULK_FORM,
      (progress, done, idx, kind) => {
        const { n, modified, upserted } = done;
        add(progress, upserted === undefined ? BULK_COUNTS[kind] : 'nUpserted', n);
        add(progress, 'nModified', modified);
        const nModified = kind === 'update' ? modified : undefined;
        if (!errorsOnly) progress.results.push({ ok: 1, idx, n, nModified, upserted });
      },
    );
    const failed = errors.map(({ index, ...error }): Doc => ({ ok: 0, idx: index, n: 0, ...error }));
    const firstBatch = [...results, ...failed].sort((a, b) => Number(a['idx']) - Number(b['idx']));
    const cursor = { id: Long.ZERO, firstBatch, ns: 'admin.$cmd.bulkWrite' };
    return { cursor, nErrors: failed.length, ...NO_COUNTS, ...counts };
  },
};

const FIND_AND_MODIFY: Form = { filter: 'query', update: 'update', single: true };

const findAndModify: CommandDefinition = {
  options: {
    object: 'query sort fields let',
    bool: 'remove new upsert bypassDocumentValidation',
    array: 'arrayFilters',
    any: 'update hint',
  },
  transactional: true,
  async run(context) {
    const { command, request } = context;
    const [removing, upsert, wantsNew] = [flag(command, 'remove'), flag(command, 'upsert'), flag(command, 'new')];
    const isOne = removing === (command['update'] === undefined) && !(removing && (upsert || wantsNew));
    demand(isOne, 'FailedToParse', 'findAndModify takes an update, or remove=true without new and upsert');
    const kind = removing ? 'delete' : 'update';
    const operation: Operation = { kind, place: placeOf(context), bytes: request.bytes, item: command };
    const project = projectorOf(command, 'fields', 'query');
    const { results } = await runOperations(context, [operation], FIND_AND_MODIFY, (progress, done) => {
      const { n, before, after, upserted } = done;
      const document = wantsNew ? after : before;
      const told = removing ? {} : { updatedExisting: before !== undefined, upserted: upserted?._id };
      const value = document === undefined ? null : decodeTyped(project(document));
      progress.results.push({ lastErrorObject: { n, ...told }, value });
    });
    return results[0]!;
  },
};

/** The commands that write documents. */
export const writeCommands: Commands = {
  insert: listCommand('insert', 'documents', { bool: 'ordered bypassDocumentValidation' }),
  update: listCommand(
    'update',
    'updates',
    { bool: 'ordered bypassDocumentValidation', object: 'let' },
    { ...UPDATE, object: 'q', any: 'u hint sort' },
  ),
  delete: listCommand('delete', 'deletes', { bool: 'ordered', object: 'let' }, { object: 'q', any: 'limit hint' }),
  bulkWrite,
  findAndModify,
};
