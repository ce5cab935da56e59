import { Aggregator } from 'mingo/aggregator';
import type { Options } from 'mingo/types';
import { demand } from '../errors.js';
import { decodePlain, type Doc, encode, isDocument } from '../values/bson.js';
import { addFieldsSteps, unwindSteps } from './fields.js';
import { compileFilter } from './filter.js';
import { groupSteps } from './group.js';
import { lookupSteps } from './lookup.js';
import { type DocSteps, gathered, partOf, type Steps } from './pause.js';
import { parseSort, sortSteps } from './sort.js';
import { each, type PipelineContext } from './stage-context.js';
import { windowSteps } from './windows.js';

/** What mingo makes of a stage that makes one document of each: it is handed them one by one. */
function byDocument(source: Steps<Doc>, stage: Doc, options: Options): DocSteps {
  const handed: Doc[] = [];
  const made = new Aggregator([stage], options).stream(() => ({ value: handed.pop(), done: false }));
  return each(source, (doc) => {
    handed.push(doc);
    return [made.next().value as Doc];
  });
}

function matched(source: Steps<Doc>, filter: Doc, variables: Doc): DocSteps {
  const matches = compileFilter(filter, variables);
  return each(source, (doc) => (matches(doc) ? [doc] : []));
}

/** The stages that a `$count` stands for. @throws CommandError */
function countStages(field: unknown): Doc[] {
  const isName = typeof field === 'string' && field !== '_id' && /^[^$.][^.]*$/.test(field);
  demand(isName, 'Location40156', 'the count field must be a non-empty string without $ and dots');
  return [{ $group: { _id: null, [field]: { $sum: 1 } } }, { $unset: '_id' }];
}

function* facets(source: Steps<Doc>, spec: unknown, context: PipelineContext): DocSteps {
  const isSpec = isDocument(spec) && Object.keys(spec).length > 0;
  demand(isSpec, 'Location40169', 'the $facet specification must be a non-empty object');
  // Stages may change what they are given: every branch has documents of its own.
  const input = yield* gathered(each(source, (doc) => [encode(doc)]));
  const result: Doc = {};
  for (const [name, pipeline] of Object.entries(spec)) {
    const copies = each(input, (bytes) => [decodePlain(bytes)]);
    result[name] = yield* gathered(runStages(copies, pipeline as Doc[], context));
  }
  yield result;
}

function* united(source: Steps<Doc>, spec: unknown, context: PipelineContext): DocSteps {
  const { coll, pipeline = [], ...other } = isDocument(spec) ? spec : { coll: spec };
  const unknown = Object.keys(other)[0];
  demand(unknown === undefined, 'IDLUnknownField', `BSON field '$unionWith.${unknown}' is an unknown field.`);
  demand(typeof coll === 'string', 'FailedToParse', "$unionWith needs 'coll'");
  yield* source;
  yield* context.read(coll, pipeline as Doc[]);
}

/** @throws CommandError when a stage's number is none, or too small */
export function wholeNumber(stage: string, value: unknown, least: number): number {
  const isEnough = Number.isInteger(value) && Number(value) >= least;
  demand(isEnough, 'BadValue', `invalid argument to ${stage} stage: ${String(value)}`);
  return Number(value);
}

function sorted(source: Steps<Doc>, argument: unknown): Steps<Doc> {
  const keys = parseSort(argument);
  demand(keys.length > 0, 'BadValue', '$sort stage must have at least one sort key');
  return sortSteps(source, (doc) => doc, keys);
}

type Stage = (source: Steps<Doc>, argument: unknown, context: PipelineContext) => Steps<Doc>;

const STAGES: Record<string, Stage> = {
  $match: (source, filter, { variables }) => matched(source, filter as Doc, variables),
  $sort: sorted,
  $skip: (source, count) => partOf(source, wholeNumber('$skip', count, 0), Infinity),
  $limit: (source, count) => partOf(source, 0, wholeNumber('$limit', count, 1)),
  $group: (source, spec, { options }) => groupSteps(source, spec, options),
  $sortByCount: (source, _id, context) =>
    runStages(source, [{ $group: { _id, count: { $sum: 1 } } }, { $sort: { count: -1 } }], context),
  $count: (source, field, context) => runStages(source, countStages(field), context),
  $facet: facets,
  $unionWith: united,
  $unwind: (source, spec) => unwindSteps(source, spec),
  $addFields: (source, spec, { options }) => addFieldsSteps(source, spec, options),
  $set: (source, spec, { options }) => addFieldsSteps(source, spec, options),
  $lookup: lookupSteps,
  $setWindowFields: windowSteps,
};

/** Stages that mingo runs on a few documents at a time. */
const BY_DOCUMENT = ['$project', '$unset', '$replaceRoot', '$replaceWith'];

/** All stages but `$out` and `$merge`. */
export const STAGE_NAMES = new Set([...Object.keys(STAGES), ...BY_DOCUMENT]);

/** Runs the stages of a pipeline over documents, in steps between which other work may run. */
export function runStages(source: Steps<Doc>, stages: readonly Doc[], context: PipelineContext): Steps<Doc> {
  return stages.reduce((steps, stage) => {
    const [[name, argument]] = Object.entries(stage) as [[string, unknown]];
    return STAGES[name]?.(steps, argument, context) ?? byDocument(steps, stage, context.options);
  }, source);
}
