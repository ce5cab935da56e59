import { Aggregator } from 'mingo/aggregator';
import { evalExpr } from 'mingo/core';
import type { Options } from 'mingo/types';
import { CommandError } from '../errors.js';
import { decodePlain, type Doc, encode, isDocument } from '../values/bson.js';
import { bucketAutoSteps, bucketStages } from './buckets.js';
import { addFieldsSteps, unwindSteps } from './fields.js';
import { densifySteps } from './densify.js';
import { compileFilter } from './filter.js';
import { groupSteps } from './group.js';
import { graphLookupSteps, lookupSteps } from './lookup.js';
import { type DocSteps, eachOf, gathered, PAUSE, type Steps } from './pause.js';
import { parseSort, sortSteps } from './sort.js';
import { batches, type PipelineContext } from './stage-context.js';
import { fillStages, windowSteps } from './windows.js';

/** What mingo makes of a stage, for those whose answer for a document depends on that document alone. */
function* byDocument(source: Steps<Doc>, stage: Doc, options: Options): DocSteps {
  for (const docs of batches(source)) {
    if (docs === PAUSE) yield PAUSE;
    else yield* new Aggregator([stage], options).run<Doc>(docs);
  }
}

function* matched(source: Steps<Doc>, filter: Doc, variables: Doc): DocSteps {
  const matches = compileFilter(filter, variables);
  for (const step of source) if (step === PAUSE || matches(step)) yield step;
}

function* counted(source: Steps<Doc>, field: unknown): DocSteps {
  if (typeof field !== 'string' || field === '' || field.startsWith('$') || field.includes('.')) {
    throw new CommandError('Location40156', 'the count field must be a non-empty string without $ and dots');
  }
  let count = 0;
  for (const step of source) {
    if (step === PAUSE) yield PAUSE;
    else count++;
  }
  if (count > 0) yield { [field]: count };
}

function* facets(source: Steps<Doc>, spec: unknown, context: PipelineContext): DocSteps {
  if (!isDocument(spec) || Object.keys(spec).length === 0) {
    throw new CommandError('Location40169', 'the $facet specification must be a non-empty object');
  }
  // Stages may change what they are given: every branch has documents of its own.
  const input: Buffer[] = [];
  for (const step of source) {
    if (step === PAUSE) yield PAUSE;
    else input.push(encode(step));
  }
  const result: Doc = {};
  for (const [name, pipeline] of Object.entries(spec)) {
    const copies = (function* () {
      for (const bytes of input) yield decodePlain(bytes);
    })();
    result[name] = yield* gathered(runStages(eachOf(copies), pipeline as Doc[], context));
  }
  yield result;
}

function* united(source: Steps<Doc>, spec: unknown, context: PipelineContext): DocSteps {
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

function* part(source: Steps<Doc>, skip: number, limit: number): DocSteps {
  let seen = 0;
  for (const step of source) {
    if (step === PAUSE) yield PAUSE;
    else if (seen++ >= skip) yield step;
    if (seen >= skip + limit) return;
  }
}

/** Some documents by chance, each as likely as the others. */
function* sampled(source: Steps<Doc>, spec: unknown): DocSteps {
  const size = wholeNumber('$sample', isDocument(spec) ? spec['size'] : undefined, 1);
  const kept: Doc[] = [];
  let seen = 0;
  for (const step of source) {
    if (step === PAUSE) {
      yield PAUSE;
      continue;
    }
    const at = Math.floor(Math.random() * ++seen);
    if (kept.length < size) {
      kept.push(step);
      [kept[at], kept[kept.length - 1]] = [kept.at(-1)!, kept[at]!];
    } else if (at < size) kept[at] = step;
  }
  yield* eachOf(kept);
}

/** @throws CommandError when a stage's number is none, or too small */
export function wholeNumber(stage: string, value: unknown, least: number): number {
  if (!Number.isInteger(value) || Number(value) < least) {
    throw new CommandError('BadValue', `invalid argument to ${stage} stage: ${String(value)}`);
  }
  return Number(value);
}

function sorted(source: Steps<Doc>, argument: unknown): Steps<Doc> {
  const keys = parseSort(argument);
  if (keys.length === 0) throw new CommandError('BadValue', '$sort stage must have at least one sort key');
  return sortSteps(source, (doc) => doc, keys);
}

function* documents(argument: unknown, { options }: PipelineContext): DocSteps {
  const found = evalExpr({}, argument, options);
  if (!Array.isArray(found) || !found.every(isDocument)) {
    throw new CommandError('Location5858203', 'an array of documents is expected of $documents');
  }
  yield* eachOf(found);
}

type Stage = (source: Steps<Doc>, argument: unknown, context: PipelineContext) => Steps<Doc>;

const STAGES: Record<string, Stage> = {
  $match: (source, filter, { variables }) => matched(source, filter as Doc, variables),
  $sort: sorted,
  $skip: (source, count) => part(source, wholeNumber('$skip', count, 0), Infinity),
  $limit: (source, count) => part(source, 0, wholeNumber('$limit', count, 1)),
  $group: (source, spec, { options }) => groupSteps(source, spec, options),
  $sortByCount: (source, _id, context) =>
    runStages(source, [{ $group: { _id, count: { $sum: 1 } } }, { $sort: { count: -1 } }], context),
  $bucket: (source, spec, context) => runStages(source, bucketStages(spec), context),
  $bucketAuto: (source, spec, { options }) => bucketAutoSteps(source, spec, options),
  $count: counted,
  $facet: facets,
  $unionWith: united,
  $unwind: (source, spec) => unwindSteps(source, spec),
  $addFields: (source, spec, { options }) => addFieldsSteps(source, spec, options),
  $set: (source, spec, { options }) => addFieldsSteps(source, spec, options),
  $sample: sampled,
  $lookup: lookupSteps,
  $graphLookup: graphLookupSteps,
  $setWindowFields: windowSteps,
  $fill: (source, spec, context) => runStages(source, fillStages(spec), context),
  $densify: densifySteps,
  $documents: (_source, argument, context) => documents(argument, context),
};

/** Stages that mingo runs on a few documents at a time. */
const BY_DOCUMENT = ['$project', '$unset', '$replaceRoot', '$replaceWith', '$redact'];

/** All stages but `$out` and `$merge`. */
export const STAGE_NAMES = new Set([...Object.keys(STAGES), ...BY_DOCUMENT]);

/** Runs the stages of a pipeline over documents, in steps between which other work may run. */
export function runStages(source: Steps<Doc>, stages: readonly Doc[], context: PipelineContext): Steps<Doc> {
  return stages.reduce((steps, stage) => {
    const [[name, argument]] = Object.entries(stage) as [[string, unknown]];
    return STAGES[name]?.(steps, argument, context) ?? byDocument(steps, stage, context.options);
  }, source);
}
