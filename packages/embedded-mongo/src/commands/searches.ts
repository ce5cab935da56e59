import type { AggregateSource } from '../query/aggregate.js';
import { compileFilter } from '../query/filter.js';
import { planQuery } from '../query/planner.js';
import { compileProjection, fieldsKept } from '../query/projection.js';
import type { Search } from '../query/scan.js';
import { parseSort } from '../query/sort.js';
import { collectionName, type CommandContext } from '../server/command.js';
import { documentOption, filterIn, flag, numberOption } from '../server/command.js';
import type { DocumentStream } from '../server/cursors.js';
import type { CollectionMeta } from '../storage/catalog.js';
import type { Content } from '../storage/records.js';
import { decodeTyped, type Doc, encode, type Pieces } from '../values/bson.js';
import { pickFields } from '../values/partial.js';

/**
 * The search that a command or statement asks for; undefined where there is no collection.
 *
 * @throws CommandError when the filter or the sort is malformed, even then
 */
export function searchOf(given: Doc, collection: CollectionMeta | undefined): Search | undefined {
  const filter = filterIn(given);
  const sort = parseSort(given['sort']);
  const matches = compileFilter(filter, documentOption(given, 'let'));
  if (collection === undefined) return undefined;
  const limit = Math.abs(numberOption(given, 'limit') ?? 0);
  const plan = planQuery(collection, { filter, sort, limited: limit > 0, hint: given['hint'] });
  return { plan, matches, sort, skip: numberOption(given, 'skip') ?? 0, limit };
}

const onlyFields = (doc: Doc, names: readonly string[]): Doc =>
  Object.fromEntries(Object.entries(doc).filter(([name]) => names.includes(name)));

/** What a command's projection makes of stored documents, as bytes. @throws CommandError when it is malformed */
export function projectorOf(command: Doc): (found: Content) => Buffer {
  const projection = documentOption(command, command['fields'] === undefined ? 'projection' : 'fields');
  if (Object.keys(projection).length === 0) return ({ bytes }) => bytes;
  const kept = fieldsKept(projection);
  if (kept !== undefined) return ({ bytes }) => pickFields(bytes, kept) ?? encode(onlyFields(decodeTyped(bytes), kept));
  const project = compileProjection(projection, filterIn(command), documentOption(command, 'let'));
  return ({ doc }) => encode(project(doc));
}

/** What comes one by one, gathered. */
export async function allOf<T>(items: Iterable<T> | AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

/** Answers documents by a cursor, whose first batch is as large as the command asks for. */
export async function answer(context: CommandContext, name: string, documents: DocumentStream): Promise<Pieces> {
  const { command, services, dbName, breather, view } = context;
  const batchSize = numberOption(command, 'batchSize') ?? numberOption(documentOption(command, 'cursor'), 'batchSize');
  // A transaction's snapshot is read to the end at once: the cursor may outlive the transaction.
  const stream = view.isolated ? (await allOf(documents)).values() : documents;
  return services.cursors.open(`${dbName}.${name}`, stream, breather, batchSize, flag(command, 'singleBatch'));
}

/** Answers documents that are at hand. */
export function answerAll(context: CommandContext, name: string, docs: readonly Doc[]): Promise<Pieces> {
  return answer(context, name, docs.map(encode).values());
}

/** Where an aggregate command reads. @throws CommandError InvalidNamespace */
export function aggregateSource(context: CommandContext): AggregateSource {
  const { command, dbName: db, view, breather } = context;
  const variables = documentOption(command, 'let');
  return { view, db, collection: collectionName(context), variables, hint: command['hint'], breather };
}
