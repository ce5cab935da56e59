import { demand } from '../errors.js';
import { aggregate, checkPipeline, countMatches } from '../query/aggregate.js';
import { gently } from '../query/pause.js';
import { type Search, searchSteps } from '../query/scan.js';
import { sortSteps } from '../query/sort.js';
import type { CommandContext, CommandDefinition, Commands } from '../server/command.js';
import { collectionName, filterIn, findCollection, numberOption } from '../server/command.js';
import type { CollectionMeta } from '../storage/catalog.js';
import { type Doc, isDocument, MAX_DOCUMENT_BYTES } from '../values/bson.js';
import { encodeValue } from '../values/compare.js';
import { MISSING, visitPath } from '../values/paths.js';
import { splitOutput, writeOutput } from './aggregate-output.js';
import { aggregateSource, allOf, answer, answerAll, projectorOf, searchOf } from './searches.js';

async function* findStream(
  { command, view, breather }: CommandContext,
  collection: CollectionMeta,
  search: Search,
): AsyncGenerator<Buffer> {
  const project = projectorOf(command);
  for await (const found of gently(searchSteps(view, collection, search), breather)) yield project(found);
}

const find: CommandDefinition = {
  options: {
    object: 'filter sort projection let',
    whole: 'skip limit batchSize',
    bool: 'singleBatch allowDiskUse allowPartialResults',
    any: 'hint',
  },
  transactional: true,
  async run(context) {
    const name = collectionName(context);
    const collection = findCollection(context);
    const search = searchOf(context.command, collection);
    if (search === undefined) return answerAll(context, name, []);
    const snapshot = context.view.isolated ? undefined : context.services.db.snapshot();
    try {
      const found = findStream(context, collection!, snapshot === undefined ? search : { ...search, snapshot });
      return await answer(context, name, found);
    } finally {
      snapshot?.release();
    }
  },
};

const distinct: CommandDefinition = {
  options: { string: 'key', object: 'query', any: 'hint' },
  transactional: true,
  async run(context) {
    const path = context.command['key'];
    demand(typeof path === 'string' && path !== '', 'TypeMismatch', "'key' must be a string");
    const collection = findCollection(context);
    const search = searchOf(context.command, collection);
    if (search === undefined) return { values: [] };
    const values = new Map<string, Doc>();
    let bytes = 0;
    const add = (value: unknown): void => {
      const key = encodeValue(value).toString('latin1');
      if (values.has(key)) return;
      values.set(key, { value });
      bytes += key.length;
      demand(bytes <= MAX_DOCUMENT_BYTES, 'Location17217', 'distinct too big, 16mb cap');
    };
    for await (const { doc } of gently(searchSteps(context.view, collection!, search), context.breather)) {
      visitPath(doc, path.split('.'), (leaf) => {
        if (Array.isArray(leaf)) leaf.forEach(add);
        else if (leaf !== MISSING) add(leaf);
        return false;
      });
    }
    const inOrder = sortSteps(values.values(), (doc) => doc, [['value', 1]]);
    const sorted = await allOf(gently(inOrder, context.breather));
    return { values: sorted.map(({ value }) => value) };
  },
};

const aggregateCommand: CommandDefinition = {
  options: {
    object: 'cursor let',
    bool: 'allowDiskUse bypassDocumentValidation',
    any: 'pipeline hint',
  },
  transactional: true,
  async run(context) {
    const { command, dbName } = context;
    const { stages, output } = splitOutput(command['pipeline'], dbName);
    checkPipeline(stages);
    demand(isDocument(command['cursor']), 'FailedToParse', "The 'cursor' option is required");
    const name = collectionName(context);
    const results = aggregate(aggregateSource(context), stages);
    if (output === undefined) return answer(context, name, results);
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
    run({ command, services, dbName, breather }) {
      const { getMore, collection } = command;
      // What it does is measured by the breather of its cursor.
      breather.end();
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
    options: { object: 'query fields', whole: 'skip', any: 'limit hint' },
    async run(context) {
      const { command, view, breather } = context;
      const collection = findCollection(context);
      const search = searchOf(command, collection);
      if (search === undefined) return { n: 0 };
      return { n: await countMatches(view, collection!, search, filterIn(command), breather) };
    },
  },

  distinct,
  aggregate: aggregateCommand,
};
