import { CommandError } from '../errors.js';
import { aggregate, type AggregateSource, checkPipeline, countMatches } from '../query/aggregate.js';
import { compileFilter } from '../query/filter.js';
import { compileProjection, fieldsKept } from '../query/projection.js';
import { type ScanStats, type Search, searchGently } from '../query/scan.js';
import { eachOf, gently } from '../query/pause.js';
import { parseSort, sortSteps } from '../query/sort.js';
import {
  collectionName,
  type CommandContext,
  type CommandDefinition,
  findCollection,
  type Reply,
} from '../server/context.js';
import type { DocumentStream } from '../server/cursors.js';
import { documentOption, flag, numberOption } from '../server/options.js';
import type { CollectionMeta } from '../storage/catalog.js';
import { decodeTyped, type Doc, encode, isDocument, MAX_DOCUMENT_BYTES } from '../values/bson.js';
import { encodeValue } from '../values/index-key.js';
import { pickFields } from '../values/partial.js';
import { MISSING, visitPath } from '../values/paths.js';
import { splitOutput, writeOutput } from './aggregate-output.js';
import { explainCommand } from './explain.js';
import { searchOf } from './searches.js';

const PROJECT_AT_ONCE = 100;

async function* nothing(): AsyncGenerator<Buffer> {}

const onlyFields = (doc: Doc, names: readonly string[]): Doc =>
  Object.fromEntries(Object.entries(doc).filter(([name]) => names.includes(name)));

async function* findStream(
  context: CommandContext,
  collection: CollectionMeta,
  search: Search,
  stats?: ScanStats,
): AsyncGenerator<Buffer> {
  const projection = documentOption(context.command, 'projection');
  const found = searchGently(context.view, collection, search, context.breather, stats);
  if (Object.keys(projection).length === 0) {
    for await (const { bytes } of found) yield bytes;
    return;
  }
  const kept = fieldsKept(projection);
  if (kept !== undefined) {
    for await (const { bytes } of found) yield pickFields(bytes, kept) ?? encode(onlyFields(decodeTyped(bytes), kept));
    return;
  }
  const filter = documentOption(context.command, 'filter');
  const project = compileProjection(projection, filter, documentOption(context.command, 'let'));
  let docs: Doc[] = [];
  for await (const { doc } of found) {
    docs.push(doc);
    if (docs.length < PROJECT_AT_ONCE) continue;
    yield* project(docs).map(encode);
    docs = [];
  }
  yield* project(docs).map(encode);
}

/** In a transaction the snapshot is read to the end at once: the cursor may outlive the transaction. */
async function settled(context: CommandContext, stream: AsyncGenerator<Buffer>): Promise<DocumentStream> {
  if (!context.inTransaction) return stream;
  const all: Buffer[] = [];
  for await (const document of stream) all.push(document);
  return (async function* () {
    yield* all;
  })();
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
  async run(context): Promise<Reply> {
    const { command, services } = context;
    const name = collectionName(context);
    const namespace = `${context.dbName}.${name}`;
    // Parsed even for a collection that is not there: a wrong filter is wrong all the same.
    compileFilter(documentOption(command, 'filter'), documentOption(command, 'let'));
    parseSort(command['sort']);
    const collection = findCollection(context, name);
    const snapshot = context.inTransaction ? undefined : services.db.snapshot();
    const search = collection === undefined ? undefined : searchOf(command, collection, 'filter');
    const stream =
      search === undefined
        ? nothing()
        : findStream(context, collection!, { ...search, ...(snapshot === undefined ? {} : { snapshot }) });
    const single = flag(command, 'singleBatch');
    const batchSize = numberOption(command, 'batchSize');
    try {
      const batch = await services.cursors.open(
        namespace,
        await settled(context, stream),
        batchSize,
        single,
        context.breather,
      );
      return { batch, first: true };
    } finally {
      snapshot?.release();
    }
  },
};

const getMore: CommandDefinition = {
  options: { string: 'collection', whole: 'batchSize' },
  transactional: true,
  async run(context): Promise<Reply> {
    const { command, services } = context;
    const namespace = `${context.dbName}.${String(command['collection'])}`;
    const batchSize = numberOption(command, 'batchSize');
    return { batch: await services.cursors.next(String(command['getMore']), namespace, batchSize), first: false };
  },
};

const killCursors: CommandDefinition = {
  options: { array: 'cursors' },
  transactional: true,
  run({ command, services }) {
    const ids = Array.isArray(command['cursors']) ? command['cursors'] : [];
    const killed = ids.filter((id) => services.cursors.kill(String(id)));
    const rest = ids.filter((id) => !killed.includes(id));
    return { cursorsKilled: killed, cursorsNotFound: rest, cursorsAlive: [], cursorsUnknown: [], ok: 1 };
  },
};

const count: CommandDefinition = {
  options: { object: 'query fields', whole: 'skip', any: 'limit hint', refused: 'collation' },
  async run(context) {
    const collection = findCollection(context, collectionName(context));
    const filter = documentOption(context.command, 'query');
    compileFilter(filter);
    if (collection === undefined) return { n: 0, ok: 1 };
    const search = searchOf(context.command, collection, 'query');
    return { n: await countMatches(context.view, collection, search, filter, context.breather), ok: 1 };
  },
};

const distinct: CommandDefinition = {
  options: { string: 'key', object: 'query', any: 'hint', refused: 'collation' },
  transactional: true,
  async run(context) {
    const key = context.command['key'];
    if (typeof key !== 'string' || key === '') throw new CommandError('TypeMismatch', "'key' must be a string");
    const collection = findCollection(context, collectionName(context));
    if (collection === undefined) return { values: [], ok: 1 };
    const values = new Map<string, Doc>();
    let bytes = 0;
    const add = (value: unknown): void => {
      const key = encodeValue(value).toString('latin1');
      if (values.has(key)) return;
      values.set(key, { value });
      bytes += key.length;
      if (bytes > MAX_DOCUMENT_BYTES) throw new CommandError('Location17217', 'distinct too big, 16mb cap');
    };
    const search = searchOf(context.command, collection, 'query');
    for await (const { doc } of searchGently(context.view, collection, search, context.breather)) {
      visitPath(doc, key.split('.'), (leaf) => {
        if (Array.isArray(leaf)) leaf.forEach(add);
        else if (leaf !== MISSING) add(leaf);
        return false;
      });
    }
    const sorted: unknown[] = [];
    for await (const { value } of gently(
      sortSteps(eachOf(values.values()), (doc) => doc, [['value', 1]]),
      context.breather,
    )) {
      sorted.push(value);
    }
    return { values: sorted, ok: 1 };
  },
};

const aggregateCommand: CommandDefinition = {
  options: {
    object: 'cursor let',
    bool: 'allowDiskUse explain bypassDocumentValidation',
    any: 'pipeline hint',
    refused: 'collation exchange fromMongos needsMerge',
  },
  transactional: true,
  async run(context): Promise<Reply> {
    const { command, services } = context;
    const { stages: pipeline, output } = splitOutput(command['pipeline'], context.dbName);
    checkPipeline(pipeline);
    if (command['explain'] === true) return explainCommand(context, command, 'queryPlanner');
    if (!isDocument(command['cursor'])) {
      throw new CommandError(
        'FailedToParse',
        "The 'cursor' option is required, except for aggregate with the explain argument",
      );
    }
    const source = aggregateSource(context);
    const namespace = `${context.dbName}.${source.collection ?? '$cmd.aggregate'}`;
    if (output !== undefined) {
      await writeOutput(context, output, aggregate(source, pipeline));
      return { batch: await services.cursors.open(namespace, nothing(), 0, true, context.breather), first: true };
    }
    const stream = await settled(context, aggregate(source, pipeline));
    const batch = await services.cursors.open(
      namespace,
      stream,
      numberOption(command['cursor'], 'batchSize'),
      false,
      context.breather,
    );
    return { batch, first: true };
  },
};

/** Where an aggregate command reads. */
function aggregateSource(context: CommandContext): AggregateSource {
  const { command, dbName, view } = context;
  const onDatabase = command['aggregate'] === 1;
  const [first] = command['pipeline'] as Doc[];
  if (onDatabase && first?.['$documents'] === undefined) {
    throw new CommandError('InvalidNamespace', "{aggregate: 1} is not valid for a pipeline without '$documents' first");
  }
  return {
    view,
    db: dbName,
    collection: onDatabase ? undefined : collectionName(context),
    variables: documentOption(command, 'let'),
    hint: command['hint'],
    breather: context.breather,
  };
}

/** The commands that read documents. */
export const readingCommands: Record<string, CommandDefinition> = {
  find,
  getMore,
  killCursors,
  count,
  distinct,
  aggregate: aggregateCommand,
};
