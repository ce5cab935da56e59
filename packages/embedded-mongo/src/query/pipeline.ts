import { Aggregator } from 'mingo/aggregator';
import type { Options } from 'mingo/types';
import { CommandError } from '../errors.js';
import { decodePlain, type Doc, encode, isDocument } from '../values/bson.js';
import { mingoOptions } from './filter.js';
import { groupSteps, type StageOptions } from './group.js';
import { eachOf, gathered, PAUSE, type Steps } from './pause.js';
import { parseSort, sortSteps } from './sort.js';

/** What the stages of a pipeline need around them. */
export interface PipelineContext {
  readonly options: StageOptions;
  /** Runs a pipeline on a collection, or on nothing where it brings its own documents. */
  read(collection: string | undefined, pipeline: readonly Doc[]): Steps<Doc>;
}

/** Stages whose answer for a document depends on that document alone: they may be fed a few at a time. */
const BY_DOCUMENT = new Set([
  '$match',
  '$project',
  '$addFields',
  '$set',
  '$unset',
  '$unwind',
  '$replaceRoot',
  '$replaceWith',
  '$redact',
  '$lookup',
]);
const AT_ONCE = 100;

/** mingo's options in the form in which its operators receive them; cheap to use many times. */
export function stageOptions(variables: Doc, pipeline: Doc, collectionResolver: (name: string) => Doc[]): StageOptions {
  let received: Options | undefined;
  const $receive = (source: unknown, _argument: unknown, options: Options): unknown => {
    received = options;
    return source;
  };
  const options = { ...mingoOptions(variables, { ...pipeline, $receive }), collectionResolver };
  new Aggregator([{ $receive: {} }], options).stream([]);
  return received as StageOptions;
}

const runWhole = (docs: Doc[], stage: Doc, options: Options): Doc[] => new Aggregator([stage], options).run<Doc>(docs);

function* byDocument(source: Steps<Doc>, stage: Doc, options: Options): Generator<Doc | typeof PAUSE> {
  let docs: Doc[] = [];
  for (const step of source) {
    if (step === PAUSE) {
      yield PAUSE;
      continue;
    }
    docs.push(step);
    if (docs.length < AT_ONCE) continue;
    yield* runWhole(docs, stage, options);
    docs = [];
    yield PAUSE;
  }
  yield* runWhole(docs, stage, options);
}

function* whole(source: Steps<Doc>, stage: Doc, options: Options): Generator<Doc | typeof PAUSE> {
  yield* eachOf(runWhole(yield* gathered(source), stage, options));
}

function* counted(source: Steps<Doc>, field: unknown): Generator<Doc | typeof PAUSE> {
  if (typeof field !== 'string' || field === '' || field.startsWith('$') || field.includes('.')) {
    throw new CommandError('Location40156', 'the count field must be a non-empty string without $ and dots');
  }
  const { length } = yield* gathered(source);
  if (length > 0) yield { [field]: length };
}

function* facets(source: Steps<Doc>, spec: unknown, context: PipelineContext): Generator<Doc | typeof PAUSE> {
  if (!isDocument(spec) || Object.keys(spec).length === 0) {
    throw new CommandError('Location40169', 'the $facet specification must be a non-empty object');
  }
  // Stages may change what they are given: every branch has documents of its own.
  const input = (yield* gathered(source)).map(encode);
  const result: Doc = {};
  for (const [name, pipeline] of Object.entries(spec)) {
    const copies = (function* () {
      for (const bytes of input) yield decodePlain(bytes);
    })();
    result[name] = yield* gathered(runStages(eachOf(copies), pipeline as Doc[], context));
  }
  yield result;
}

function* united(source: Steps<Doc>, spec: unknown, context: PipelineContext): Generator<Doc | typeof PAUSE> {
  const { coll, pipeline = [], ...other } = isDocument(spec) ? spec : { coll: spec };
  const unknown = Object.keys(other)[0];
  if (unknown !== undefined) {
    throw new CommandError('IDLUnknownField', `BSON field '$unionWith.${unknown}' is an unknown field.`);
  }
  const bringsOwn = (pipeline as Doc[])[0]?.['$documents'] !== undefined;
  if (bringsOwn ? coll !== undefined : typeof coll !== 'string') {
    throw new CommandError('FailedToParse', "$unionWith needs 'coll', or a pipeline that begins with $documents");
  }
  yield* source;
  yield* context.read(coll as string | undefined, pipeline as Doc[]);
}

function* part(source: Steps<Doc>, skip: number, limit: number): Generator<Doc | typeof PAUSE> {
  let seen = 0;
  for (const step of source) {
    if (step === PAUSE) yield PAUSE;
    else if (seen++ >= skip) yield step;
    if (seen >= skip + limit) return;
  }
}

/** @throws CommandError when a stage's number is none, or too small */
export function wholeNumber(stage: string, value: unknown, least: number): number {
  if (!Number.isInteger(value) || Number(value) < least) {
    throw new CommandError('BadValue', `invalid argument to ${stage} stage: ${String(value)}`);
  }
  return Number(value);
}

function runStage(source: Steps<Doc>, stage: Doc, context: PipelineContext): Steps<Doc> {
  const [[name, argument]] = Object.entries(stage) as [[string, unknown]];
  switch (name) {
    case '$group':
      return groupSteps(source, argument, context.options);
    case '$sort': {
      const keys = parseSort(argument);
      if (keys.length === 0) throw new CommandError('BadValue', '$sort stage must have at least one sort key');
      return sortSteps(source, (doc) => doc, keys);
    }
    case '$sortByCount':
      return runStages(source, [{ $group: { _id: argument, count: { $sum: 1 } } }, { $sort: { count: -1 } }], context);
    case '$count':
      return counted(source, argument);
    case '$facet':
      return facets(source, argument, context);
    case '$unionWith':
      return united(source, argument, context);
    case '$skip':
      return part(source, wholeNumber(name, argument, 0), Infinity);
    case '$limit':
      return part(source, 0, wholeNumber(name, argument, 1));
    default:
      return (BY_DOCUMENT.has(name) ? byDocument : whole)(source, stage, context.options);
  }
}

/** Runs the stages of a pipeline over documents, in steps between which other work may run. */
export function runStages(source: Steps<Doc>, stages: readonly Doc[], context: PipelineContext): Steps<Doc> {
  return stages.reduce((steps, stage) => runStage(steps, stage, context), source);
}
