import { Long } from 'bson';
import { assert, CommandError } from '../errors.js';
import { PAUSE } from '../query/pause.js';
import { parseSort } from '../query/sort.js';
import type { CommandContext, CommandDefinition, Commands, Options } from '../server/command.js';
import { checkCollectionName, checkDatabaseName, collectionName } from '../server/command.js';
import { checkOptions, filterOf, flag, optionTable } from '../server/command.js';
import type { Progress } from '../server/sessions.js';
import { rawList } from '../server/wire.js';
import { prepareInsert } from '../update/apply.js';
import { decodePlain, decodeTyped, type Doc, documentIn } from '../values/bson.js';
import { projectorOf } from './reading.js';
import { deleteSteps, type Outcome, type Namespace, runWrite, updateSteps, type WriteSteps } from './writing.js';

const MAX_BULK_ITEMS = 100_000;

type Kind = 'insert' | 'update' | 'delete';

/** An operation of a write command and its collection. */
interface Operation {
  readonly kind: Kind;
  readonly namespace: Namespace;
  /** The encoded document to insert, or the statement. */
  readonly bytes: Buffer;
  /** The statement, plain. */
  readonly item: Doc;
}

/** The items of a bulk command as bytes. @throws CommandError TypeMismatch, InvalidOptions */
function itemsOf({ request }: CommandContext, field: string): readonly Buffer[] {
  const list = rawList(request, field);
  assert(list, 'TypeMismatch', `Field '${field}' must be an array of documents`);
  const isInLimits = list.length > 0 && list.length <= MAX_BULK_ITEMS;
  assert(isInLimits, 'InvalidOptions', `Write batch sizes must be between 1 and ${MAX_BULK_ITEMS}`);
  return list;
}

function* runOperation({ view, variables }: CommandContext, operation: Operation): WriteSteps<Outcome> {
  const { kind, namespace, bytes, item } = operation;
  if (kind === 'insert') {
    const document = prepareInsert(bytes);
    view.put(view.db.catalog.ensure(namespace.db, namespace.name), undefined, document);
    return { n: 1, modified: 0 };
  }
  const typed = decodeTyped(bytes);
  const run = kind === 'update' ? updateSteps : deleteSteps;
  return yield* run(view, namespace, {
    filter: filterOf(item),
    typedFilter: filterOf(typed),
    update: typed['u'] ?? typed['updateMods'] ?? typed['update'],
    arrayFilters: typed['arrayFilters'],
    variables,
    multi: flag(item, 'multi') || item['limit'] === 0,
    upsert: flag(item, 'upsert'),
    sort: parseSort(item['sort']),
    hint: item['hint'],
  });
}

const COUNT_OF = { insert: 'nInserted', update: 'nMatched', delete: 'nDeleted' } as const;

/**
 * Runs a command's operations. Successes stay, failures are listed; an ordered list stops at the first failure.
 *
 * @param describe builds an operation's reply entry, beside the counts
 */
async function runOperations(
  context: CommandContext,
  operations: readonly Operation[],
  describe: (done: Outcome, index: number, kind: Kind) => Doc | undefined,
): Promise<Progress> {
  const { command, name, session, view } = context;
  const { db, isolated } = view;
  const isMulti = operations.some(({ item }) => flag(item, 'multi') || item['limit'] === 0);
  const mayRun = !isMulti || session?.number === undefined || isolated;
  assert(mayRun, 'InvalidOptions', 'Cannot use retryable writes with multi=true or limit=0');
  // Collections that a transaction may create are created immediately, even if it aborts.
  for (const { kind, item, namespace } of isolated ? operations : []) {
    const isThere = db.catalog.get(namespace.db, namespace.name) !== undefined;
    if (isThere || (kind !== 'insert' && !flag(item, 'upsert'))) continue;
    await db.write(() => db.catalog.ensure(namespace.db, namespace.name), false);
  }
  // Any failure aborts a transaction; findAndModify is a single operation.
  const isFatal = isolated || name === 'findAndModify';
  return runWrite(context, function* (progress) {
    while (progress.next < operations.length) {
      const index = progress.next;
      const operation = operations[index]!;
      try {
        const done = yield* runOperation(context, operation);
        progress.counts[done.upserted === undefined ? COUNT_OF[operation.kind] : 'nUpserted'] += done.n;
        progress.counts.nModified += done.modified;
        const entry = describe(done, index, operation.kind);
        if (entry !== undefined) progress.results.push(entry);
        progress.next++;
      } catch (error) {
        if (isFatal || !(error instanceof CommandError)) throw error;
        progress.errors.push({ index, code: error.code, errmsg: error.message, ...error.extra });
        progress.next = flag(command, 'ordered', true) ? operations.length : index + 1;
      }
      yield PAUSE;
    }
  });
}

const UPDATE: Options = { array: 'arrayFilters', bool: 'multi upsert' };

const namespaceOf = (context: CommandContext): Namespace => ({ db: context.dbName, name: collectionName(context) });

/** A command that runs a list of operations of one kind. */
function listCommand(kind: Kind, list: string, options: Options, itemOptions: Options): CommandDefinition {
  const itemTable = optionTable(itemOptions);
  return {
    options: { array: list, ...options },
    async run(context) {
      const namespace = namespaceOf(context);
      const operations = itemsOf(context, list).map((bytes): Operation => {
        const item = kind === 'insert' ? {} : decodePlain(bytes);
        checkOptions(`${kind}.${list}`, itemTable, item);
        const { limit } = item;
        const isLimit = kind !== 'delete' || limit === 0 || limit === 1;
        assert(isLimit, 'FailedToParse', `The limit of a delete must be 0 or 1, not ${String(limit)}`);
        return { kind, namespace, bytes, item };
      });
      const describe = ({ upserted }: Outcome, index: number): Doc | undefined => upserted && { index, ...upserted };
      const { counts, results, errors } = await runOperations(context, operations, describe);
      const { nInserted, nMatched, nUpserted, nModified, nDeleted } = counts;
      return {
        n: nInserted + nMatched + nUpserted + nDeleted,
        nModified: kind === 'update' ? nModified : undefined,
        upserted: results.length > 0 ? results : undefined,
        writeErrors: errors.length > 0 ? errors : undefined,
      };
    },
  };
}

const BULK_OPTIONS = {
  insert: optionTable({ whole: 'insert', object: 'document' }),
  update: optionTable({ ...UPDATE, whole: 'update', object: 'filter', any: 'updateMods hint sort' }),
  delete: optionTable({ whole: 'delete', object: 'filter', bool: 'multi', any: 'hint' }),
};
const NAMESPACE = optionTable({ string: 'ns' });

/** The operations of a bulkWrite, all validated before any runs. */
function bulkOperations(context: CommandContext): Operation[] {
  const namespaces = itemsOf(context, 'nsInfo').map((bytes): Namespace => {
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
    assert(Object.hasOwn(BULK_OPTIONS, kind), 'FailedToParse', `'bulkWrite.ops' has no operation: ${kind}`);
    checkOptions(`bulkWrite.ops.${kind}`, BULK_OPTIONS[kind], item);
    const namespace = namespaces[Number(item[kind])];
    assert(namespace, 'BadValue', `bulkWrite has no nsInfo ${String(item[kind])}`);
    return { kind, namespace, bytes: kind === 'insert' ? documentIn(bytes, 'document') : bytes, item };
  });
}

/** The commands that write documents. */
export const writeCommands: Commands = {
  insert: listCommand('insert', 'documents', { bool: 'ordered bypassDocumentValidation' }, {}),
  update: listCommand(
    'update',
    'updates',
    { bool: 'ordered bypassDocumentValidation', object: 'let' },
    { ...UPDATE, object: 'q', any: 'u hint sort' },
  ),
  delete: listCommand('delete', 'deletes', { bool: 'ordered', object: 'let' }, { object: 'q', any: 'limit hint' }),
  bulkWrite: {
    options: { array: 'ops nsInfo', bool: 'ordered errorsOnly bypassDocumentValidation', object: 'let cursor' },
    async run(context) {
      assert(context.dbName === 'admin', 'Unauthorized', 'bulkWrite may only be run against the admin database.');
      const errorsOnly = flag(context.command, 'errorsOnly');
      const describe = ({ n, modified, upserted }: Outcome, idx: number, kind: Kind): Doc | undefined =>
        errorsOnly ? undefined : { ok: 1, idx, n, nModified: kind === 'update' ? modified : undefined, upserted };
      const { counts, results, errors } = await runOperations(context, bulkOperations(context), describe);
      const failed = errors.map(({ index, ...error }): Doc => ({ ok: 0, idx: index, n: 0, ...error }));
      const firstBatch = [...results, ...failed].sort((a, b) => Number(a['idx']) - Number(b['idx']));
      const cursor = { id: Long.ZERO, firstBatch, ns: 'admin.$cmd.bulkWrite' };
      return { cursor, nErrors: failed.length, ...counts };
    },
  },

  findAndModify: {
    options: {
      object: 'query sort fields let',
      bool: 'remove new upsert bypassDocumentValidation',
      array: 'arrayFilters',
      any: 'update hint',
    },
    async run(context) {
      const { command, request } = context;
      const [removing, upsert, wantsNew] = [flag(command, 'remove'), flag(command, 'upsert'), flag(command, 'new')];
      const isOne = removing === (command['update'] === undefined) && !(removing && (upsert || wantsNew));
      assert(isOne, 'FailedToParse', 'findAndModify takes an update, or remove=true without new and upsert');
      const kind = removing ? 'delete' : 'update';
      const operation: Operation = { kind, namespace: namespaceOf(context), bytes: request.bytes, item: command };
      const project = projectorOf(context);
      const { results } = await runOperations(context, [operation], ({ n, before, after, upserted }) => {
        const document = wantsNew ? after : before;
        const entry = removing ? {} : { updatedExisting: before !== undefined, upserted: upserted?._id };
        const value = document === undefined ? null : decodeTyped(project(document));
        return { lastErrorObject: { n, ...entry }, value };
      });
      return results[0]!;
    },
  },
};
