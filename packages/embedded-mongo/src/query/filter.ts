import { Context } from 'mingo/core';
import * as accumulators from 'mingo/operators/accumulator';
import * as expressions from 'mingo/operators/expression';
import * as stages from 'mingo/operators/pipeline';
import * as projections from 'mingo/operators/projection';
import * as queries from 'mingo/operators/query';
import * as windows from 'mingo/operators/window';
import { Query } from 'mingo/query';
import type { Options } from 'mingo/types';
import { CommandError, notImplemented } from '../errors.js';
import { bsonType, type Doc, isDocument } from '../values/bson.js';
import { type ByteFilter, byteFilter } from './byte-filter.js';
import { expressionOperators } from './expressions.js';
import { elementTest, type Predicate, queryOperators } from './operators.js';

type Operators = NonNullable<Parameters<typeof Context.init>[0]>;

const compileWith = (filter: Doc, options: Partial<Options>): Predicate => {
  const query = new Query(filter, options);
  return (doc) => query.test(doc);
};

const REFUSED_QUERY = new Set([
  '$where',
  '$text',
  '$near',
  '$nearSphere',
  '$geoWithin',
  '$geoIntersects',
  '$within',
  '$jsonSchema',
]);
const REFUSED_EXPRESSION = new Set([
  '$function',
  '$accumulator',
  '$where',
  '$meta',
  '$sampleRate',
  '$toHashedIndexKey',
]);

const projectionOperators = {
  ...projections,
  $elemMatch: (doc: Doc, condition: Doc, field: string, options: Options) => {
    const list: unknown = doc[field];
    const test = elementTest(condition, options, compileWith);
    const found: unknown = Array.isArray(list) ? list.find((element) => test(element)) : undefined;
    return found === undefined ? undefined : [found];
  },
};

const OPERATORS = {
  accumulator: accumulators,
  expression: { ...expressions, ...expressionOperators },
  pipeline: stages,
  projection: projectionOperators,
  query: { ...queries, ...queryOperators(compileWith) },
  window: windows,
} as unknown as Operators;

// mingo copies all operators of its context for each query it compiles: without expressions the query operators are enough.
const QUERY_ONLY: Partial<Options> = {
  context: Context.init({ query: OPERATORS.query! }),
  scriptEnabled: false,
  failOnError: true,
};

function holdsExpression(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(holdsExpression);
  return isDocument(value) && Object.entries(value).some(([name, inner]) => name === '$expr' || holdsExpression(inner));
}

/** mingo's options with this server's operators; `pipeline` replaces or adds stages. */
export function mingoOptions(variables: Doc = {}, pipeline: Doc = {}): Partial<Options> {
  return {
    context: Context.init({ ...OPERATORS, pipeline: { ...OPERATORS.pipeline, ...pipeline } }),
    variables,
    scriptEnabled: false,
    failOnError: true,
  };
}

function checkOperators(condition: Doc, path: string): void {
  for (const [name, value] of Object.entries(condition)) {
    if (REFUSED_QUERY.has(name)) throw notImplemented(name);
    if (name === '$options') continue;
    if (!Object.hasOwn(OPERATORS.query!, name)) throw new CommandError('BadValue', `unknown operator: ${name}`);
    if (name === '$not' && !(value instanceof RegExp) && !isDocument(value)) {
      throw new CommandError('BadValue', '$not needs a regex or a document');
    }
    if (name === '$not' && isDocument(value)) checkOperators(value, path);
    if (name === '$elemMatch' && isDocument(value)) {
      if (Object.keys(value).some((key) => key.startsWith('$') && !LOGICAL.has(key))) checkOperators(value, path);
      else checkFilter(value);
    }
  }
}

const LOGICAL = new Set(['$and', '$or', '$nor']);

/** Refuses what an expression may not hold here, by MongoDB's codes. */
export function checkExpression(expression: unknown): void {
  if (Array.isArray(expression)) expression.forEach(checkExpression);
  if (!isDocument(expression)) return;
  for (const [name, value] of Object.entries(expression)) {
    if (REFUSED_EXPRESSION.has(name)) throw notImplemented(name);
    if (name !== '$literal') checkExpression(value);
  }
}

/** Refuses what a filter may not hold, by MongoDB's codes. */
export function checkFilter(filter: Doc): void {
  for (const [name, value] of Object.entries(filter)) {
    if (LOGICAL.has(name)) {
      if (!Array.isArray(value) || value.length === 0) {
        throw new CommandError('BadValue', `${name} must be a nonempty array`);
      }
      for (const branch of value) {
        if (!isDocument(branch)) throw new CommandError('BadValue', `${name} argument's entries must be objects`);
        checkFilter(branch);
      }
    } else if (name === '$expr') {
      checkExpression(value);
    } else if (name === '$comment') {
      continue;
    } else if (REFUSED_QUERY.has(name)) {
      throw notImplemented(name);
    } else if (name.startsWith('$')) {
      throw new CommandError('BadValue', `unknown top level operator: ${name}`);
    } else if (isDocument(value) && Object.keys(value).some((key) => key.startsWith('$')) && !isReference(value)) {
      checkOperators(value, name);
    } else if (bsonType(value) === 'Code') {
      throw notImplemented('JavaScript in filters');
    }
  }
}

function isReference(value: Doc): boolean {
  return Object.hasOwn(value, '$ref') || Object.hasOwn(value, '$id');
}

/** A compiled filter, with the top-level fields that it looks at (without them it may look at any) and its quick form. */
export type Filter = Predicate & { readonly fields?: readonly string[]; readonly onBytes?: ByteFilter };

/** The top-level fields that a filter names; undefined when a part of it stands under an operator. */
function fieldsNamed(conditions: Doc): string[] | undefined {
  const names = Object.keys(conditions);
  if (names.some((name) => name.startsWith('$'))) return undefined;
  return [...new Set(names.map((name) => name.split('.', 1)[0]!))];
}

/**
 * Compiles a filter.
 *
 * @param filter the filter, decoded plainly
 * @param variables `let` variables for `$expr`
 * @throws CommandError for operators that are unknown, malformed or refused
 */
export function compileFilter(filter: Doc, variables?: Doc): Filter {
  checkFilter(filter);
  const { $comment: _comment, ...conditions } = filter;
  const fields = fieldsNamed(conditions);
  if (fields?.length === 0) return Object.assign(() => true, { fields });
  const onBytes = byteFilter(conditions);
  if (onBytes !== undefined) {
    let predicate: Predicate | undefined;
    const decoded: Predicate = (doc) => (predicate ??= compileWith(conditions, QUERY_ONLY))(doc);
    return Object.assign(decoded, { fields, onBytes });
  }
  const options = holdsExpression(conditions) ? mingoOptions(variables) : QUERY_ONLY;
  const predicate = translated(() => compileWith(conditions, options));
  return fields === undefined ? predicate : Object.assign(predicate, { fields });
}

function translate(error: unknown): CommandError {
  if (error instanceof CommandError) return error;
  return new CommandError('BadValue', error instanceof Error ? error.message : String(error));
}

/** Runs mingo and gives its own errors MongoDB's general code for a bad value. */
export function translated<T>(run: () => T): T {
  try {
    return run();
  } catch (error) {
    throw translate(error);
  }
}

/** As {@link translated}, for what ends later. */
export async function translatedLater<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    throw translate(error);
  }
}
