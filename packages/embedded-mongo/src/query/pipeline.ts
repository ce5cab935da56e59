import { evalExpr } from 'mingo/core';
import { assert } from '../errors.js';
import { decodePlain, type Doc, encode, isDocument, isOperatorDocument } from '../values/bson.js';
import { isRegex } from '../values/compare.js';
import { MISSING, visitPath } from '../values/paths.js';
import { compileFilter, type MingoOptions, mingoOptions, perDocument } from './filter.js';
import { groupSteps } from './group.js';
import { collectSteps, type DocSteps, flatMap, PAUSE, sliceSteps, type Steps } from './pause.js';
import { parseSort, sortSteps } from './sort.js';

export interface PipelineContext {
  readonly variables: Doc;
  /** Runs a pipeline on a collection with additional variables. */
  read(collection: string, pipeline: readonly Doc[], variables?: Doc): Steps<Doc>;
}

/** Copies a document with a new value at a path, sharing everything else; undefined removes. Arrays are entered. */
function copyWith(within: unknown, [name = '', ...rest]: readonly string[], value: unknown): unknown {
  if (Array.isArray(within)) return within.map((element) => copyWith(element, [name, ...rest], value));
  const doc: Doc = isDocument(within) ? within : {};
  if (value === undefined && doc[name] === undefined) return within;
  const changed = rest.length > 0 ? copyWith(doc[name], rest, value) : value;
  if (changed !== undefined) return { ...doc, [name]: changed };
  const { [name]: _removed, ...others } = doc;
  return others;
}

/** The paths that a specification sets; nested documents extend the path. */
function pathsOf(spec: Doc, prefix: readonly string[]): [path: string[], expression: unknown][] {
  return Object.entries(spec).flatMap(([name, expression]) => {
    const path = [...prefix, ...name.split('.')];
    return isDocument(expression) && !isOperatorDocument(expression) && Object.keys(expression).length > 0
      ? pathsOf(expression, path)
      : [[path, expression] as [string[], unknown]];
  });
}

function addFieldsStage(source: Steps<Doc>, spec: unknown, options: MingoOptions): DocSteps {
  const paths = isDocument(spec) ? pathsOf(spec, []) : [];
  assert(paths.length > 0, 'Location40177', 'invalid $addFields: a specification must have at min one field');
  return flatMap(source, (doc) => {
    const own = options.update({ root: doc });
    const values = paths.map(([, expression]) => evalExpr(doc, expression, own));
    return [paths.reduce<Doc>((whole, [path], i) => copyWith(whole, path, values[i]) as Doc, doc)];
  });
}

function unwindStage(source: Steps<Doc>, spec: unknown): DocSteps {
  const unwind: Doc = isDocument(spec) ? spec : { path: spec };
  const { path, includeArrayIndex: index, preserveNullAndEmptyArrays: keeps, ...others } = unwind;
  const [unknown] = Object.keys(others);
  assert(unknown === undefined, 'Location28811', `unrecognized option to $unwind stage: ${unknown}`);
  const isPath = typeof path === 'string' && /^\$[^$]/.test(path);
  assert(isPath, 'Location28818', "path option to $unwind stage should be prefixed with a '$'");
  const parts = path.slice(1).split('.');
  const numbered = (doc: unknown, position: number | null): Doc =>
    (typeof index === 'string' ? copyWith(doc, index.split('.'), position) : doc) as Doc;
  return flatMap(source, (doc) => {
    const value = parts.reduce<unknown>((inner, name) => (isDocument(inner) ? inner[name] : undefined), doc);
    if (!Array.isArray(value)) return keeps === true || (value ?? null) !== null ? [numbered(doc, null)] : [];
    if (value.length > 0) return value.map((item, i) => numbered(copyWith(doc, parts, item), i));
    return keeps === true ? [numbered(copyWith(doc, parts, undefined), null)] : [];
  });
}

function matchStage(source: Steps<Doc>, filter: Doc, variables: Doc): DocSteps {
  const matches = compileFilter(filter, variables);
  return flatMap(source, (doc) => (matches(doc) ? [doc] : []));
}

/** The stages equivalent to `$count`. @throws CommandError */
function countStages(field: unknown): Doc[] {
  const isName = typeof field === 'string' && field !== '_id' && /^[^$.][^.]*$/.test(field);
  assert(isName, 'Location40156', 'the count field must be a non-empty string without $ and dots');
  return [{ $group: { _id: null, [field]: { $sum: 1 } } }, { $unset: '_id' }];
}

/** The values at a path, with arrays flattened; null when there are none. */
function joinValues(doc: Doc, path: string): unknown[] {
  const values: unknown[] = [];
  visitPath(doc, path.split('.'), (leaf) => {
    if (Array.isArray(leaf)) values.push(...(leaf as unknown[]));
    else values.push(leaf === MISSING ? null : leaf);
    return false;
  });
  return values.length === 0 ? [null] : values;
}

/** Equalities from a leading `$match` with `$expr` and known variables, in a form that an index can serve. */
function knownEqualities(stage: Doc | undefined, variables: Doc): Doc[] {
  const match = stage?.['$match'];
  const expr = isDocument(match) ? match['$expr'] : undefined;
  const parts = isDocument(expr) && Array.isArray(expr['$and']) ? (expr['$and'] as unknown[]) : [expr];
  return parts.flatMap((part) => {
    const operands = isDocument(part) ? part['$eq'] : undefined;
    if (!Array.isArray(operands) || operands.length !== 2) return [];
    for (const [field, variable] of [operands, operands.toReversed()]) {
      if (typeof field !== 'string' || !/^\$[^$]/.test(field)) continue;
      if (typeof variable !== 'string' || !variable.startsWith('$$')) continue;
      const value = variables[variable.slice(2)];
      const isScalar = value !== undefined && value !== null && !Array.isArray(value) && !isRegex(value);
      if (isScalar) return [{ [field.slice(1)]: { $eq: value } }];
    }
    return [];
  });
}

/** The `$lookup` stage: runs a pipeline on the other collection for each document, through an index if possible. */
function lookupStage(source: Steps<Doc>, spec: unknown, options: MingoOptions, context: PipelineContext): DocSteps {
  const { from, localField, foreignField, as, let: bindings, pipeline = [], ...others } = isDocument(spec) ? spec : {};
  const [other] = Object.keys(others);
  assert(other === undefined, 'FailedToParse', `unknown argument to $lookup: ${other}`);
  const isNamed = typeof from === 'string' && typeof as === 'string';
  const isWhole = isNamed && (bindings === undefined || isDocument(bindings));
  assert(isWhole, 'FailedToParse', "$lookup needs 'from' as a collection's name, and 'as'; 'let' is a document");
  const isByField = typeof localField === 'string' && typeof foreignField === 'string';
  const isByPipeline = localField === undefined && foreignField === undefined && 'pipeline' in (spec as Doc);
  assert(isByField || isByPipeline, 'FailedToParse', '$lookup needs localField and foreignField, or a pipeline');
  const stages = pipeline as Doc[];
  // Without variables and fields, the result is the same for every document.
  const isConstant = !isByField && bindings === undefined;
  let constant: Buffer[] | undefined;
  return flatMap(source, function* (doc) {
    let found = constant?.map(decodePlain);
    if (found === undefined) {
      const own = options.update({ root: doc });
      const variables: Doc = {};
      for (const name in bindings) variables[name] = evalExpr(doc, bindings[name], own);
      const known: Doc[] = isByField
        ? [{ [foreignField]: { $in: joinValues(doc, localField).filter((value) => !isRegex(value)) } }]
        : knownEqualities(stages[0], variables);
      const narrowed = known.length === 0 ? stages : [{ $match: { $and: known } }, ...stages];
      found = yield* collectSteps(context.read(from, narrowed, variables));
    }
    if (isConstant) constant ??= found.map(encode);
    yield copyWith(doc, as.split('.'), found) as Doc;
    yield PAUSE;
  });
}

/** @throws CommandError when the argument is not an integer of at least `min` */
export function wholeNumber(stage: string, value: unknown, min: number): number {
  const isInRange = Number.isInteger(value) && Number(value) >= min;
  assert(isInRange, 'BadValue', `invalid argument to ${stage} stage: ${String(value)}`);
  return Number(value);
}

function sortStage(source: Steps<Doc>, argument: unknown): Steps<Doc> {
  const keys = parseSort(argument);
  assert(keys.length > 0, 'BadValue', '$sort stage must have at min one sort key');
  return sortSteps(source, (doc) => doc, keys);
}

type Stage = (source: Steps<Doc>, argument: unknown, options: MingoOptions, context: PipelineContext) => Steps<Doc>;

const STAGES: Record<string, Stage> = {
  $match: (source, filter, _options, { variables }) => matchStage(source, filter as Doc, variables),
  $sort: sortStage,
  $skip: (source, count) => sliceSteps(source, wholeNumber('$skip', count, 0), Infinity),
  $limit: (source, count) => sliceSteps(source, 0, wholeNumber('$limit', count, 1)),
  $group: groupSteps,
  $sortByCount: (source, _id, _options, context) =>
    runStages(source, [{ $group: { _id, count: { $sum: 1 } } }, { $sort: { count: -1 } }], context),
  $count: (source, field, _options, context) => runStages(source, countStages(field), context),
  $unwind: unwindStage,
  $addFields: addFieldsStage,
  $set: addFieldsStage,
  $lookup: lookupStage,
};

/** mingo's stages that map one document to one document. */
const PER_DOCUMENT = ['$project', '$unset', '$replaceRoot', '$replaceWith'];

/** All stages except `$out`. */
export const STAGE_NAMES = new Set([...Object.keys(STAGES), ...PER_DOCUMENT]);

/** Runs pipeline stages over documents, with yield points. */
export function runStages(source: Steps<Doc>, stages: readonly Doc[], context: PipelineContext): Steps<Doc> {
  if (stages.length === 0) return source;
  const options = mingoOptions(context.variables);
  return stages.reduce((steps, stage) => {
    const [[name, argument]] = Object.entries(stage) as [[string, unknown]];
    if (STAGES[name] !== undefined) return STAGES[name](steps, argument, options, context);
    const made = perDocument(stage, options);
    return flatMap(steps, (doc) => [made(doc)]);
  }, source);
}
