import { ObjectId } from 'bson';
import { Aggregator } from 'mingo/aggregator';
import { CommandError, notImplemented } from '../errors.js';
import { checkExpression, mingoOptions, translated } from '../query/filter.js';
import { type Doc, decodePlain, decodeTyped, encode, isDocument } from '../values/bson.js';
import { isRegex, toPlain, valuesEqual } from '../values/compare.js';
import { FIELD_OPERATORS, REMOVED, UNCHANGED } from './operators.js';
import { compileArrayFilters, concretePaths, equalitiesOf, getAt, type Placeholders, setAt, unsetAt } from './paths.js';

/** An update as a command gives it; documents in it are typed (`decodeTyped`). */
export interface UpdateSpec {
  /** The filter, plain. */
  readonly filter: Doc;
  /** The filter, typed: where an upsert takes its fields from. */
  readonly typedFilter: Doc;
  /** Operators, a replacement, or a pipeline. */
  readonly update: Doc | readonly Doc[];
  readonly arrayFilters: readonly unknown[];
  /** `let` variables, for a pipeline. */
  readonly variables?: Doc;
}

/** A document's new content. */
export interface Updated {
  readonly bytes: Buffer;
  readonly doc: Doc;
}

/** MongoDB's operators that are not done here. */
const REFUSED = new Set(['$bit', '$rename']);

const PIPELINE_STAGES = new Set(['$set', '$addFields', '$unset', '$project', '$replaceRoot', '$replaceWith']);

/** One operator on one path. */
interface Step {
  readonly operator: string;
  readonly path: string;
  readonly argument: unknown;
}

/** Whether an update consists of operators rather than a whole document. */
function isOperatorUpdate(update: Doc | readonly Doc[]): update is Doc {
  return isDocument(update) && Object.keys(update).some((key) => key.startsWith('$'));
}

/** A compiled update, to be applied to any number of documents. */
export class Updater {
  private readonly arrayFilters;
  /** Of an update by operators. */
  private readonly steps: readonly Step[] | undefined;

  /** @throws CommandError when the update is malformed or asks for something unknown */
  constructor(private readonly spec: UpdateSpec) {
    const { update } = spec;
    this.arrayFilters = compileArrayFilters(spec.arrayFilters.map(toPlain));
    if (isOperatorUpdate(update)) {
      this.steps = stepsOf(update);
      checkFiltersUsed(this.steps, this.arrayFilters.keys());
    } else if (!isDocument(update)) {
      checkPipeline(update);
    }
  }

  /** Applies the update to a stored document. @throws CommandError */
  apply(found: { bytes: Buffer; doc: Doc }): Updated {
    const next = this.change(decodeTyped(found.bytes), found.doc, false);
    checkId(next, found.doc['_id']);
    return finish(next);
  }

  /** Makes the document that an upsert inserts. @throws CommandError */
  insert(): Updated {
    const { update, typedFilter } = this.spec;
    let doc: Doc = {};
    const isReplacement = isDocument(update) && this.steps === undefined;
    for (const [path, value] of equalitiesOf(typedFilter)) {
      if (!isReplacement || path === '_id') setAt(doc, path.split('.'), value);
    }
    const filterId = doc['_id'];
    doc = this.change(doc, toPlain(doc) as Doc, true);
    if (filterId !== undefined) checkId(doc, filterId);
    doc['_id'] ??= new ObjectId();
    return finish(doc);
  }

  private change(typed: Doc, plain: Doc, inserting: boolean): Doc {
    const { update } = this.spec;
    if (!isDocument(update)) return this.runPipeline(typed, plain);
    if (this.steps === undefined) return typed['_id'] === undefined ? { ...update } : { _id: typed['_id'], ...update };
    const placeholders: Placeholders = { filter: this.spec.filter, found: plain, arrayFilters: this.arrayFilters };
    for (const { operator, path, argument } of this.steps) {
      if (operator === '$setOnInsert' && !inserting) continue;
      for (const parts of concretePaths(typed, path, placeholders)) {
        const value = FIELD_OPERATORS[operator]!(getAt(typed, parts), argument, path);
        if (value === REMOVED) unsetAt(typed, parts);
        else if (value !== UNCHANGED) setAt(typed, parts, value);
      }
    }
    return typed;
  }

  private runPipeline(typed: Doc, plain: Doc): Doc {
    const pipeline = (this.spec.update as Doc[]).map((stage) => toPlain(stage) as Doc);
    const options = mingoOptions(this.spec.variables);
    const [result] = translated(() => new Aggregator(pipeline, options).run<Doc>([decodePlain(encode(plain))]));
    if (result === undefined) throw new CommandError('BadValue', 'the update pipeline gave no document');
    // Fields that the pipeline left alone keep their number types.
    const kept = Object.entries(result).map(([name, value]): [string, unknown] => [
      name,
      Object.hasOwn(typed, name) && valuesEqual(typed[name], value) ? typed[name] : value,
    ]);
    return Object.fromEntries(typed['_id'] === undefined ? kept : [['_id', typed['_id']], ...kept]);
  }
}

/** @throws CommandError when an update changes a document's id */
function checkId({ _id }: Doc, before: unknown): void {
  if (_id !== undefined && valuesEqual(_id, before)) return;
  throw new CommandError('ImmutableField', "Performing an update on the path '_id' would modify the immutable field");
}

/** Encodes a document with `_id` in front, where MongoDB keeps it. */
function finish(doc: Doc): Updated {
  const { _id, ...rest } = doc;
  if (Array.isArray(_id) || isRegex(_id)) {
    throw new CommandError('BadValue', `The '_id' value cannot be of type ${Array.isArray(_id) ? 'array' : 'regex'}`);
  }
  const bytes = encode({ _id, ...rest });
  return { bytes, doc: decodePlain(bytes) };
}

/** The steps of an update by operators. @throws CommandError */
function stepsOf(update: Doc): Step[] {
  const steps = Object.entries(update).flatMap(([operator, fields]) => {
    if (REFUSED.has(operator)) throw notImplemented(`the update operator ${operator}`);
    if (!Object.hasOwn(FIELD_OPERATORS, operator)) {
      throw new CommandError('FailedToParse', `Unknown modifier: ${operator}. Expected a valid update modifier`);
    }
    if (!isDocument(fields)) {
      throw new CommandError('FailedToParse', `Modifiers operate on fields but we found another type for ${operator}`);
    }
    return Object.entries(fields).map(([path, argument]): Step => ({ operator, path, argument }));
  });
  for (const { path } of steps) {
    if (path.startsWith('$')) {
      throw new CommandError('DollarPrefixedFieldName', `The dollar ($) prefixed field '${path}' is not valid.`);
    }
    const rivals = steps.filter((other) => other.path === path || path.startsWith(`${other.path}.`));
    if (rivals.length > 1) {
      const message = `Updating the path '${path}' would create a conflict`;
      throw new CommandError('ConflictingUpdateOperators', message);
    }
  }
  // MongoDB adds new fields in the order of their names, whatever their order in the update.
  return steps.sort((a, b) => (a.path < b.path ? -1 : 1));
}

function checkFiltersUsed(steps: readonly Step[], identifiers: Iterable<string>): void {
  for (const id of identifiers) {
    if (!steps.some(({ path }) => path.split('.').includes(`$[${id}]`))) {
      throw new CommandError('FailedToParse', `The array filter for identifier '${id}' was not used in the update`);
    }
  }
}

function checkPipeline(pipeline: readonly Doc[]): void {
  for (const stage of pipeline) {
    const names = isDocument(stage) ? Object.keys(stage) : [];
    if (names.length !== 1) {
      throw new CommandError('FailedToParse', 'A pipeline stage specification object must contain exactly one field.');
    }
    if (!PIPELINE_STAGES.has(names[0]!)) throw notImplemented(`${names[0]} in an update pipeline`);
    checkExpression(stage);
  }
}
