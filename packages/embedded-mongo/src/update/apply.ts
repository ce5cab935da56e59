import { ObjectId } from 'bson';
import { Aggregator } from 'mingo/aggregator';
import { CommandError, notImplemented } from '../errors.js';
import { checkExpression, mingoOptions, translated } from '../query/filter.js';
import { type Doc, decodePlain, decodeTyped, encode, isDocument } from '../values/bson.js';
import { isRegex, toPlain, valuesEqual } from '../values/compare.js';
import { MISSING } from '../values/paths.js';
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

const PIPELINE_STAGES = new Set(['$set', '$addFields', '$unset', '$project', '$replaceRoot', '$replaceWith']);

/** Whether an update consists of operators rather than a whole document. */
function isOperatorUpdate(update: Doc | readonly Doc[]): update is Doc {
  return isDocument(update) && Object.keys(update).some((key) => key.startsWith('$'));
}

/** A compiled update, to be applied to any number of documents. */
export class Updater {
  private readonly arrayFilters;

  /** @throws CommandError when the update is malformed or asks for something unknown */
  constructor(private readonly spec: UpdateSpec) {
    this.arrayFilters = compileArrayFilters(spec.arrayFilters.map(toPlain));
    if (isOperatorUpdate(spec.update)) {
      checkOperators(spec.update);
      checkFiltersUsed(spec.update, this.arrayFilters.keys());
    } else if (!isDocument(spec.update)) {
      checkPipeline(spec.update);
    }
  }

  /** Applies the update to a stored document. @throws CommandError */
  apply(found: { bytes: Buffer; doc: Doc }): Updated {
    const typed = decodeTyped(found.bytes);
    const next = this.change(typed, found.doc, false);
    const id = next['_id'];
    if (id === undefined || !valuesEqual(id, getAt(decodeTyped(found.bytes), ['_id']))) {
      throw new CommandError(
        'ImmutableField',
        "Performing an update on the path '_id' would modify the immutable field '_id'",
      );
    }
    return finish(next);
  }

  /** Makes the document that an upsert inserts. @throws CommandError */
  insert(): Updated {
    const { update, typedFilter } = this.spec;
    let doc: Doc = {};
    const isReplacement = isDocument(update) && !isOperatorUpdate(update);
    for (const [path, value] of equalitiesOf(typedFilter)) {
      if (!isReplacement || path === '_id') setAt(doc, path.split('.'), value);
    }
    const filterId = doc['_id'];
    doc = this.change(doc, toPlain(doc) as Doc, true);
    if (filterId !== undefined && !valuesEqual(doc['_id'], filterId)) {
      throw new CommandError('ImmutableField', "the upsert's update would modify the immutable field '_id'");
    }
    doc['_id'] ??= new ObjectId();
    return finish(doc);
  }

  private change(typed: Doc, plain: Doc, inserting: boolean): Doc {
    const { update } = this.spec;
    if (!isDocument(update)) return this.runPipeline(typed, plain);
    if (!isOperatorUpdate(update)) {
      const replacement: Doc = update;
      return typed['_id'] === undefined ? { ...replacement } : { _id: typed['_id'], ...replacement };
    }
    const placeholders: Placeholders = { filter: this.spec.filter, found: plain, arrayFilters: this.arrayFilters };
    const steps = Object.entries(update).flatMap(([operator, fields]) =>
      operator === '$setOnInsert' && !inserting
        ? []
        : Object.entries(fields as Doc).map(([path, argument]) => ({ operator, path, argument })),
    );
    // MongoDB adds new fields in the order of their names, whatever their order in the update.
    steps.sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
    for (const { operator, path, argument } of steps) {
      if (operator === '$rename') {
        rename(typed, path.split('.'), String(argument).split('.'));
        continue;
      }
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
    const [result] = translated(() => new Aggregator(pipeline, options).run<Doc>([structuredCopy(plain)]));
    if (result === undefined) throw new CommandError('BadValue', 'the update pipeline gave no document');
    // Fields that the pipeline left alone keep their number types.
    const kept = Object.entries(result).map(([name, value]): [string, unknown] => [
      name,
      Object.hasOwn(typed, name) && valuesEqual(typed[name], value) ? typed[name] : value,
    ]);
    return Object.fromEntries(typed['_id'] === undefined ? kept : [['_id', typed['_id']], ...kept]);
  }
}

function structuredCopy(doc: Doc): Doc {
  return decodePlain(encode(doc));
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

function rename(doc: Doc, from: readonly string[], to: readonly string[]): void {
  const value = getAt(doc, from);
  for (const parts of [from, to]) {
    for (let i = 1; i < parts.length; i++) {
      if (Array.isArray(getAt(doc, parts.slice(0, i)))) {
        throw new CommandError('BadValue', `The field of $rename cannot be an array element: '${parts.join('.')}'`);
      }
    }
  }
  if (value === MISSING) return;
  unsetAt(doc, from);
  setAt(doc, to, value);
}

function checkOperators(update: Doc): void {
  const paths: string[] = [];
  for (const [operator, fields] of Object.entries(update)) {
    if (operator !== '$rename' && !Object.hasOwn(FIELD_OPERATORS, operator)) {
      throw new CommandError(
        'FailedToParse',
        operator.startsWith('$')
          ? `Unknown modifier: ${operator}. Expected a valid update modifier or pipeline-style update specified as an array`
          : `the update mixes the field '${operator}' with operators`,
      );
    }
    if (!isDocument(fields)) {
      throw new CommandError('FailedToParse', `Modifiers operate on fields but we found another type for ${operator}`);
    }
    for (const [path, argument] of Object.entries(fields)) {
      paths.push(path);
      if (operator !== '$rename') continue;
      if (typeof argument !== 'string') {
        throw new CommandError('BadValue', `The 'to' field for $rename must be a string: ${path}`);
      }
      paths.push(argument);
    }
  }
  paths.sort();
  for (const [i, path] of paths.entries()) {
    if (path.startsWith('$')) {
      throw new CommandError(
        'DollarPrefixedFieldName',
        `The dollar ($) prefixed field '${path}' is not valid for storage.`,
      );
    }
    const rival = paths.find((other, j) => j !== i && (other === path || path.startsWith(`${other}.`)));
    if (rival !== undefined) {
      throw new CommandError(
        'ConflictingUpdateOperators',
        `Updating the path '${path}' would create a conflict at '${rival}'`,
      );
    }
  }
}

function checkFiltersUsed(update: Doc, identifiers: Iterable<string>): void {
  const paths = Object.values(update).flatMap((fields) => Object.keys(fields as Doc));
  for (const id of identifiers) {
    if (!paths.some((path) => path.split('.').includes(`$[${id}]`))) {
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
