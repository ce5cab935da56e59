import { CommandError } from '../errors.js';
import { aggregate, checkPipeline, countMatches } from '../query/aggregate.js';
import { eachOf, gently } from '../query/pause.js';
import { type Search, searchSteps } from '../query/scan.js';
import { sortSteps } from '../query/sort.js';
import type { CommandContext, CommandDefinition, Commands } from '../server/context.js';
import { collectionName, findCollection } from '../server/context.js';
import type { DocumentStream } from '../server/cursors.js';
import { documentOption, numberOption } from '../server/options.js';
import type { CollectionMeta } from '../storage/catalog.js';
import { type Doc, isDocument, MAX_DOCUMENT_BYTES } from '../values/bson.js';
import { encodeValue } from '../values/compare.js';
import { MISSING, visitPath } from '../values/paths.js';
import { splitOutput, writeOutput } from './aggregate-output.js';
import { aggregateSource, answer, answerAll, projectorOf, searchOf } from './searches.js';

async function* findStream(
  { command, view, breather }: CommandContext,
  collection: CollectionMeta,
  search: Search,
): AsyncGenerator<Buffer> {
  const project = projectorOf(command, 'projection', 'filter');
  for await (const found of gently(searchSteps(view, collection, search), breather)) yield project(found);
}

/** In a transaction the snapshot is read to the end at once: the cursor may outlive the transaction. */
async function settled(context: CommandContext, stream: AsyncGenerator<Buffer>): Promise<DocumentStream> {
  if (!context.inTransaction) return stream;
  const all: Buffer[] = [];
  for await (const document of stream) all.push(document);
  return all.values();
}

const find: CommandDefinition = {
  options: {
    object: 'filter sort projection let',
    whole: 'skip limit batchSize',
    bool: 'singleBatch allowDiskUse allowPartialResults',
    any: 'hint',
    refused: 'collation noCursorTimeout min max returnKey showRecordId tailable awaitData oplogReplay',
  },
  transactional: true,
  async run(context) {
    const name = collectionName(context);
    const collection = findCollection(context);
    const search = searchOf(context.command, collection, 'filter');
    if (search === undefined) return answerAll(context, name, []);
    const snapshot = context.inTransaction ? undefined : context.services.db.snapshot();
    try {
      const found = findStream(context, collection!, snapshot === undefined ? search : { ...search, snapshot });
      return await answer(context, name, await settled(context, found));
    } finally {
      snapshot?.release();
    }
  },
};

const distinct: CommandDefinition = {
  options: { string: 'key', object: 'query', any: 'hint', refused: 'collation' },
  transactional: true,
  async run(context) {
    const path = context.command['key'];
    if (typeof path !== 'string' || path === '') throw new CommandError('TypeMismatch', "'key' must be a string");
    const collection = findCollection(context);
    const search = searchOf(context.command, collection, 'query');
    if (search === undefined) return { values: [] };
    const values = new Map<string, Doc>();
    let bytes = 0;
    const add = (value: unknown): void => {
      const key = encodeValue(value).toString('latin1');
      if (values.has(key)) return;
      values.set(key, { value });
      bytes += key.length;
      if (bytes > MAX_DOCUMENT_BYTES) throw new CommandError('Location17217', 'distinct too big, 16mb cap');
    };
    for await (const { doc } of gently(searchSteps(context.view, collection!, search), context.breather)) {
      visitPath(doc, path.split('.'), (leaf) => {
        if (Array.isArray(leaf)) leaf.forEach(add);
        else if (leaf !== MISSING) add(leaf);
        return false;
      });
    }
    const inOrder = sortSteps(eachOf(values.values()), (doc) => doc, [['value', 1]]);
    const sorted: unknown[] = [];
    for await (const { value } of gently(inOrder, context.breather)) sorted.push(value);
    return { values: sorted };
  },
};

const aggregateCommand: CommandDefinition = {
  options: {
    object: 'cursor let',
    bool: 'allowDiskUse bypassDocumentValidation',
    any: 'pipeline hint',
    refused: 'collation exchange explain fromMongos needsMerge',
  },
  transactional: true,
  async run(context) {
    const { command, dbName } = context;
    const { stages, output } = splitOutput(command['pipeline'], dbName);
    checkPipeline(stages);
    if (!isDocument(command['cursor'])) {
      throw new CommandError('FailedToParse', "The 'cursor' option is required");
    }
    const name = collectionName(context);
    const results = aggregate(aggregateSource(context), stages);
    if (output === undefined) return answer(context, name, await settled(context, results));
    await writeOutput(context, output, results);
    return answerAll(context, name, []);
  },
};

/** The commands that read documents. */
export const readingCommands: Commands = {
  find,

  getMore: {
    options: { string: 'collection', whole: 'batchSize' },
    transactional: true,
    run({ command, services, dbName }) {
      const { getMore, collection } = command;
      return services.cursors.next(
        String(getMore),
        `${dbName}.${String(collection)}`,
        numberOption(command, 'batchSize'),
      );
    },
  },

  killCursors: {
    options: { array: 'cursors' },
    transactional: true,
    run({ command, services }) {
      const cursorsKilled: unknown[] = [];
      const cursorsNotFound: unknown[] = [];
      for (const id of (command['cursors'] ?? []) as unknown[]) {
        (services.cursors.kill(String(id)) ? cursorsKilled : cursorsNotFound).push(id);
      }
      return { cursorsKilled, cursorsNotFound, cursorsAlive: [], cursorsUnknown: [] };
    },
  },

  count: {
    options: { object: 'query fields', whole: 'skip', any: 'limit hint', refused: 'collation' },
    async run(context) {
      const { command, view, breather } = context;
      const collection = findCollection(context);
      const search = searchOf(command, collection, 'query');
      if (search === undefined) return { n: 0 };
      return { n: await countMatches(view, collection!, search, documentOption(command, 'query'), breather) };
    },
  },

  distinct,
  aggregate: aggregateCommand,
};
