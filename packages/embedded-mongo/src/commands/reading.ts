import { assert } from '../errors.js';
import { aggregate, type AggregateSource, checkPipeline, countMatches } from '../query/aggregate.js';
import { compileFilter } from '../query/filter.js';
import { collect, yielding } from '../query/pause.js';
import { planQuery } from '../query/planner.js';
import { compileProjection, plainFields } from '../query/projection.js';
import { type Search, searchSteps } from '../query/scan.js';
import { parseSort, sortSteps } from '../query/sort.js';
import type { CommandContext, Commands } from '../server/command.js';
import { collectionName, documentOption, filterOf, findCollection, flag, numberOption } from '../server/command.js';
import type { DocumentStream } from '../server/cursors.js';
import type { CollectionMeta } from '../storage/catalog.js';
import type { Content } from '../storage/records.js';
import { type Doc, encode, isDocument, MAX_DOCUMENT_BYTES, type Pieces } from '../values/bson.js';
import { encodeValue } from '../values/compare.js';
import { pickFields } from '../values/partial.js';
import { MISSING, visitPath } from '../values/paths.js';
import { splitOutput, writeOutput } from './aggregate-output.js';

/**
 * The search of a command or statement; undefined when the collection does not exist.
 *
 * @throws CommandError when the filter or sort is malformed, in either case
 */
export function searchOf(command: Doc, variables: Doc, collection: CollectionMeta | undefined): Search | undefined {
  const filter = filterOf(command);
  const sort = parseSort(command['sort']);
  const matches = compileFilter(filter, variables);
  if (collection === undefined) return undefined;
  const limit = Math.abs(numberOption(command, 'limit') ?? 0);
  const plan = planQuery(collection, { filter, sort, limited: limit > 0, hint: command['hint'] });
  return { plan, matches, sort, skip: numberOption(command, 'skip') ?? 0, limit };
}

/** Compiles a command's projection from stored documents to bytes. @throws CommandError when it is malformed */
export function projectorOf({ command, variables }: CommandContext): (found: Content) => Buffer {
  const projection = documentOption(command, command['fields'] === undefined ? 'projection' : 'fields');
  if (Object.keys(projection).length === 0) return ({ bytes }) => bytes;
  const plain = plainFields(projection);
  if (plain !== undefined) return ({ bytes }) => pickFields(bytes, plain.names, plain.areKept);
  const project = compileProjection(projection, filterOf(command), variables);
  return ({ doc }) => encode(project(doc));
}

/** Replies with a cursor; the command determines the size of its first batch. */
async function replyWithCursor(context: CommandContext, name: string, documents: DocumentStream): Promise<Pieces> {
  const { command, cursors, dbName, yielder, view } = context;
  const batchSize = numberOption(command, 'batchSize') ?? numberOption(documentOption(command, 'cursor'), 'batchSize');
  // The cursor may outlive the transaction, so read its snapshot to the end.
  const stream = view.isolated ? (await collect(documents)).values() : documents;
  return cursors.open(`${dbName}.${name}`, stream, yielder, batchSize, flag(command, 'singleBatch'));
}

/** Replies with a cursor over a list of documents. */
export function replyWithDocuments(context: CommandContext, name: string, docs: readonly Doc[]): Promise<Pieces> {
  return replyWithCursor(context, name, docs.map(encode).values());
}

/** The source of an aggregate command. @throws CommandError InvalidNamespace */
export function aggregateSource(context: CommandContext): AggregateSource {
  const { command, variables, dbName: db, view, yielder } = context;
  return { view, db, collection: collectionName(context), variables, hint: command['hint'], yielder };
}

async function* findStream(
  context: CommandContext,
  collection: CollectionMeta,
  search: Search,
): AsyncGenerator<Buffer> {
  const { view, yielder } = context;
  const project = projectorOf(context);
  for await (const found of yielding(searchSteps(view, collection, search), yielder)) yield project(found);
}

/** The commands that read documents. */
export const readCommands: Commands = {
  find: {
    options: {
      object: 'filter sort projection let',
      whole: 'skip limit batchSize',
      bool: 'singleBatch allowDiskUse allowPartialResults',
      any: 'hint',
    },
    async run(context) {
      const name = collectionName(context);
      const collection = findCollection(context);
      const search = searchOf(context.command, context.variables, collection);
      if (search === undefined) return replyWithDocuments(context, name, []);
      const snapshot = context.view.isolated ? undefined : context.db.snapshot();
      try {
        const found = findStream(context, collection!, snapshot === undefined ? search : { ...search, snapshot });
        return await replyWithCursor(context, name, found);
      } finally {
        snapshot?.release();
      }
    },
  },

  getMore: {
    options: { string: 'collection', whole: 'batchSize' },
    run({ command, cursors, dbName, yielder }) {
      const { getMore, collection } = command;
      // The cursor's own yielder accounts for its work.
      yielder.end();
      return cursors.next(String(getMore), `${dbName}.${String(collection)}`, numberOption(command, 'batchSize'));
    },
  },

  killCursors: {
    options: { array: 'cursors' },
    run({ command, cursors }) {
      const cursorsKilled: unknown[] = [];
      const cursorsNotFound: unknown[] = [];
      for (const id of (command['cursors'] ?? []) as unknown[]) {
        (cursors.kill(String(id)) ? cursorsKilled : cursorsNotFound).push(id);
      }
      return { cursorsKilled, cursorsNotFound, cursorsAlive: [], cursorsUnknown: [] };
    },
  },

  count: {
    options: { object: 'query fields', whole: 'skip', any: 'limit hint' },
    async run(context) {
      const { command, view, yielder } = context;
      const collection = findCollection(context);
      const search = searchOf(command, {}, collection);
      if (search === undefined) return { n: 0 };
      return { n: await countMatches(view, collection!, search, yielder) };
    },
  },

  distinct: {
    options: { string: 'key', object: 'query', any: 'hint' },
    async run(context) {
      const path = context.command['key'];
      assert(typeof path === 'string' && path !== '', 'TypeMismatch', "'key' must be a string");
      const collection = findCollection(context);
      const search = searchOf(context.command, {}, collection);
      if (search === undefined) return { values: [] };
      const values = new Map<string, Doc>();
      let bytes = 0;
      const add = (value: unknown): void => {
        const key = encodeValue(value).toString('latin1');
        if (values.has(key)) return;
        values.set(key, { value });
        bytes += key.length;
        assert(bytes <= MAX_DOCUMENT_BYTES, 'Location17217', 'distinct too big, 16mb cap');
      };
      for await (const { doc } of yielding(searchSteps(context.view, collection!, search), context.yielder)) {
        visitPath(doc, path.split('.'), (leaf) => {
          if (Array.isArray(leaf)) leaf.forEach(add);
          else if (leaf !== MISSING) add(leaf);
          return false;
        });
      }
      const inOrder = sortSteps(values.values(), (doc) => doc, [['value', 1]]);
      const sorted = await collect(yielding(inOrder, context.yielder));
      return { values: sorted.map(({ value }) => value) };
    },
  },

  aggregate: {
    options: {
      object: 'cursor let',
      bool: 'allowDiskUse bypassDocumentValidation',
      any: 'pipeline hint',
    },
    async run(context) {
      const { command, dbName } = context;
      const { stages, output } = splitOutput(command['pipeline'], dbName);
      checkPipeline(stages);
      assert(isDocument(command['cursor']), 'FailedToParse', "The 'cursor' option is required");
      const name = collectionName(context);
      const results = aggregate(aggregateSource(context), stages);
      if (output === undefined) return replyWithCursor(context, name, results);
      await writeOutput(context, output, results);
      return replyWithDocuments(context, name, []);
    },
  },
};
