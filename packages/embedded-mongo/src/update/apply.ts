import { Int32, ObjectId } from 'bson';
import { assert, notImplemented } from '../errors.js';
import { checkPipeline } from '../query/aggregate.js';
import { compileFilter, withCommandErrors } from '../query/filter.js';
import { rejectUnsupported } from '../query/unsupported.js';
import { collectSync } from '../query/pause.js';
import { runStages } from '../query/pipeline.js';
import { sortArray } from '../query/sort.js';
import type { Content } from '../storage/records.js';
import { type Doc, decodePlain, decodeTyped, encode, hasOperators, isDocument } from '../values/bson.js';
import { compareValues, isRegex, toPlain, valuesEqual } from '../values/compare.js';
import { add, isNumeric, multiply } from '../values/numbers.js';
import { MISSING } from '../values/paths.js';
import { compileArrayFilters, concretePaths, equalitiesOf, getAt, type Placeholders, setAt, unsetAt } from './paths.js';

/** Computes a field's new value from its current one. `MISSING` means absent; undefined removes the field. */
type FieldOperator = (current: unknown, argument: unknown, path: string) => unknown;

/** `$inc` or `$mul`; an absent field counts as 0. */
const arithmetic =
  (operator: string, operation: (a: unknown, b: unknown) => unknown): FieldOperator =>
  (current, argument, path) => {
    const areNumbers = isNumeric(argument) && (current === MISSING || isNumeric(current));
    assert(areNumbers, 'TypeMismatch', `Cannot apply ${operator} to '${path}': both have to be numbers`);
    if (current !== MISSING) return operation(current, argument);
    return operator === '$inc' ? argument : operation(new Int32(0), argument);
  };

function arrayAt(current: unknown, path: string): unknown[] {
  if (current === MISSING) return [];
  assert(Array.isArray(current), 'BadValue', `The field '${path}' must be an array`);
  return current;
}

function integer(value: unknown, name: string): number {
  const number = Number(toPlain(value));
  assert(Number.isInteger(number), 'BadValue', `The value for ${name} must be an integer value`);
  return number;
}

/** The values that `$push` or `$addToSet` adds, and the modifiers. */
function eachOf(operator: string, argument: unknown, modifiers: readonly string[]): [each: unknown[], modifiers: Doc] {
  if (!isDocument(argument) || !Object.hasOwn(argument, '$each')) return [[argument], {}];
  const { $each, ...rest } = argument;
  const unknown = Object.keys(rest).find((name) => !modifiers.includes(name));
  assert(unknown === undefined, 'BadValue', `Unrecognized clause in ${operator}: ${unknown}`);
  assert(Array.isArray($each), 'TypeMismatch', `The argument to $each in ${operator} must be an array`);
  return [$each, rest];
}

function push(current: unknown, argument: unknown, path: string): unknown {
  const list = [...arrayAt(current, path)];
  const [each, { $position, $sort, $slice }] = eachOf('$push', argument, ['$slice', '$sort', '$position']);
  list.splice($position === undefined ? list.length : integer($position, '$position'), 0, ...each);
  const sorted = $sort === undefined ? list : sortArray(list, $sort);
  const keep = $slice === undefined ? list.length : integer($slice, '$slice');
  return keep < 0 ? sorted.slice(keep) : sorted.slice(0, keep);
}

function pullTest(condition: unknown): (element: unknown) => boolean {
  const plain = toPlain(condition);
  if (isDocument(plain) && !hasOperators(plain)) {
    const test = compileFilter(plain);
    return (element) => isDocument(element) && test(toPlain(element) as Doc);
  }
  if (!hasOperators(plain) && !isRegex(plain)) return (element) => valuesEqual(element, condition);
  const test = compileFilter({ v: plain });
  return (element) => test({ v: toPlain(element) });
}

function filtered(current: unknown, path: string, drop: (element: unknown) => boolean): unknown {
  if (current === MISSING) return current;
  return arrayAt(current, path).filter((element) => !drop(element));
}

function keepExtreme(current: unknown, argument: unknown, sign: 1 | -1): unknown {
  return current !== MISSING && sign * compareValues(argument, current) <= 0 ? current : argument;
}

/** The field operators, on typed values. */
const FIELD_OPERATORS: Record<string, FieldOperator> = {
  $set: (_current, argument) => argument,
  $setOnInsert: (_current, argument) => argument,
  $unset: () => undefined,
  $inc: arithmetic('$inc', add),
  $mul: arithmetic('$mul', multiply),
  $min: (current, argument) => keepExtreme(current, argument, -1),
  $max: (current, argument) => keepExtreme(current, argument, 1),
  $currentDate: (_current, argument) => {
    const isDate = argument === true || (isDocument(argument) && argument['$type'] === 'date');
    assert(isDate, 'NotImplemented', 'embedded-mongo does not implement $currentDate of anything but a date');
    return new Date();
  },
  $push: push,
  $addToSet: (current, argument, path) => {
    const list = [...arrayAt(current, path)];
    for (const value of eachOf('$addToSet', argument, [])[0]) {
      if (!list.some((element) => valuesEqual(element, value))) list.push(value);
    }
    return list;
  },
  $pull: (current, argument, path) => filtered(current, path, pullTest(argument)),
  $pullAll: (current, argument, path) => {
    assert(Array.isArray(argument), 'BadValue', '$pullAll requires an array argument');
    return filtered(current, path, (element) => argument.some((value) => valuesEqual(element, value)));
  },
  $pop: (current, argument, path) => {
    const side = Number(toPlain(argument));
    assert(side === 1 || side === -1, 'FailedToParse', '$pop expects 1 or -1');
    if (current === MISSING) return current;
    const list = arrayAt(current, path);
    return side === 1 ? list.slice(0, -1) : list.slice(1);
  },
};

/** An update as a command specifies it, in typed documents (`decodeTyped`). */
export interface UpdateSpec {
  /** The filter, plain. */
  readonly filter: Doc;
  /** The typed filter, from which an upsert takes its fields. */
  readonly typedFilter: Doc;
  /** Operators, a replacement, or a pipeline. */
  readonly update?: unknown;
  readonly arrayFilters?: unknown;
  /** `let` variables for a pipeline. */
  readonly variables?: Doc;
}

const PIPELINE_STAGES = new Set(['$set', '$addFields', '$unset', '$project', '$replaceRoot', '$replaceWith']);

/** An operator applied to a path. */
interface Step {
  readonly operator: string;
  readonly path: string;
  readonly argument: unknown;
}

/** A compiled update, applicable to any number of documents. */
export class Updater {
  /** Whether the update replaces the whole document. */
  readonly isReplacement: boolean;
  private readonly change: (typed: Doc, plain: Doc, inserting: boolean) => Doc;

  /** @throws CommandError when the update is malformed or uses an unknown operator */
  constructor(private readonly spec: UpdateSpec) {
    const { update, filter, variables = {}, arrayFilters: filters = [] } = spec;
    const steps = hasOperators(update) ? stepsOf(update) : [];
    const paths = steps.map(({ path }) => path);
    const arrayFilters = compileArrayFilters((filters as unknown[]).map(toPlain), paths);
    this.isReplacement = isDocument(update) && !hasOperators(update);
    if (Array.isArray(update)) {
      const pipeline = (update as unknown[]).map(toPlain);
      checkUpdatePipeline(pipeline);
      this.change = (typed, plain) => runPipeline(pipeline, variables, typed, plain);
    } else if (this.isReplacement) {
      this.change = ({ _id }) => ({ ...(_id === undefined ? {} : { _id }), ...(update as Doc) });
    } else {
      assert(isDocument(update), 'FailedToParse', 'The update must be a document or a pipeline');
      this.change = (typed, found, inserting) => runSteps(steps, typed, { filter, found, arrayFilters }, inserting);
    }
  }

  /** Applies the update to a stored document. @throws CommandError */
  apply(found: Content): Content {
    const next = this.change(decodeTyped(found.bytes), found.doc, false);
    checkIdUnchanged(next['_id'], found.doc['_id']);
    return toContent(next);
  }

  /** Builds the document that an upsert inserts. @throws CommandError */
  insert(): Content {
    const doc: Doc = {};
    const equalities = Object.entries(equalitiesOf(this.spec.typedFilter, this.isReplacement));
    for (const [path, value] of equalities) setAt(doc, path.split('.'), value);
    const { _id } = doc;
    const made = this.change(doc, toPlain(doc) as Doc, true);
    if (_id !== undefined) checkIdUnchanged(made['_id'], _id);
    return toContent({ _id: new ObjectId(), ...made });
  }
}

function runSteps(steps: readonly Step[], typed: Doc, placeholders: Placeholders, inserting: boolean): Doc {
  for (const { operator, path, argument } of steps) {
    if (operator === '$setOnInsert' && !inserting) continue;
    for (const parts of concretePaths(typed, path, placeholders)) {
      const value = FIELD_OPERATORS[operator]!(getAt(typed, parts), argument, path);
      if (value === undefined) unsetAt(typed, parts);
      else if (value !== MISSING) setAt(typed, parts, value);
    }
  }
  return typed;
}

function runPipeline(pipeline: readonly Doc[], variables: Doc, typed: Doc, plain: Doc): Doc {
  const context = { variables, read: () => [] };
  const [result] = withCommandErrors(() => collectSync(runStages([decodePlain(encode(plain))], pipeline, context)));
  assert(result, 'BadValue', 'the update pipeline gave no document');
  // Unchanged fields keep their number types.
  const kept = Object.entries(result).map(([name, value]): [string, unknown] => [
    name,
    Object.hasOwn(typed, name) && valuesEqual(typed[name], value) ? typed[name] : value,
  ]);
  return Object.fromEntries(typed['_id'] === undefined ? kept : [['_id', typed['_id']], ...kept]);
}

/** @throws CommandError when an update changes a document's id */
function checkIdUnchanged(id: unknown, before: unknown): void {
  const isSame = id !== undefined && valuesEqual(id, before);
  assert(isSame, 'ImmutableField', "Performing an update on the path '_id' would modify the immutable field");
}

/** @throws CommandError when a value cannot be an id */
function checkId(id: unknown): void {
  assert(!Array.isArray(id) && !isRegex(id), 'BadValue', "The '_id' value cannot be of type array or regex");
  assert(!hasOperators(id), 'DollarPrefixedFieldName', '_id fields may not contain $-prefixed fields');
}

/** Encodes a typed document with `_id` first, as MongoDB does. @throws CommandError */
function toContent(typed: Doc): Content {
  const { _id } = typed;
  checkId(_id);
  const bytes = encode({ _id, ...typed });
  return { bytes, doc: decodePlain(bytes) };
}

/** Prepares a document for insertion: adds a missing `_id` and moves it to the front. @throws CommandError */
export function prepareInsert(document: Buffer): Content {
  const doc = decodePlain(document);
  if (Object.keys(doc)[0] !== '_id') return toContent({ _id: new ObjectId(), ...decodeTyped(document) });
  checkId(doc['_id']);
  return { bytes: Buffer.from(document), doc };
}

/** Parses the operators of an update. @throws CommandError */
function stepsOf(update: Doc): Step[] {
  const steps = Object.entries(update).flatMap(([operator, fields]) => {
    rejectUnsupported(operator);
    assert(Object.hasOwn(FIELD_OPERATORS, operator), 'FailedToParse', `Unknown modifier: ${operator}`);
    assert(isDocument(fields), 'FailedToParse', `Modifiers operate on fields, not on the value of ${operator}`);
    return Object.entries(fields).map(([path, argument]): Step => ({ operator, path, argument }));
  });
  for (const { path } of steps) {
    assert(!path.startsWith('$'), 'DollarPrefixedFieldName', `The dollar ($) prefixed field '${path}' is not valid.`);
    const rivals = steps.filter((other) => other.path === path || path.startsWith(`${other.path}.`));
    assert(rivals.length === 1, 'ConflictingUpdateOperators', `Updating the path '${path}' would create a conflict`);
  }
  // MongoDB adds new fields in name order, for any order in the update.
  return steps.sort((a, b) => (a.path < b.path ? -1 : 1));
}

function checkUpdatePipeline(pipeline: unknown[]): asserts pipeline is Doc[] {
  checkPipeline(pipeline);
  const other = pipeline.flatMap(Object.keys).find((name) => !PIPELINE_STAGES.has(name));
  if (other !== undefined) throw notImplemented(`${other} in an update pipeline`);
}
