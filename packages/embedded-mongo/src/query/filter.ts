import { Context } from 'mingo/core';
import * as expressions from 'mingo/operators/expression';
import * as stages from 'mingo/operators/pipeline';
import * as projections from 'mingo/operators/projection';
import * as queries from 'mingo/operators/query';
import { Query } from 'mingo/query';
import type { Options } from 'mingo/types';
import { CommandError, notImplemented } from '../errors.js';
import { bsonType, type Doc, isDocument } from '../values/bson.js';
import { isRegex } from '../values/compare.js';
import { regexFrom } from '../values/pattern.js';
import { accumulatorOperators, windowOperators } from './accumulators.js';
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
  accumulator: accumulatorOperators,
  expression: { ...expressions, ...expressionOperators },
  pipeline: stages,
  projection: projectionOperators,
  query: { ...queries, ...queryOperators(compileWith) },
  window: windowOperators,
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

function preparedOperators(condition: Doc): Doc {
  const { $regex, $options, ...others } = condition;
  if ($options !== undefined && $regex === undefined) throw new CommandError('BadValue', '$options needs a $regex');
  const prepared: Doc = $regex === undefined ? {} : { $_regex: regexFrom($regex, $options) };
  for (const [name, value] of Object.entries(others)) {
    if (REFUSED_QUERY.has(name)) throw notImplemented(name);
    if (!Object.hasOwn(OPERATORS.query!, name) || name.startsWith('$_')) {
      throw new CommandError('BadValue', `unknown operator: ${name}`);
    }
    if (name === '$not' && !isRegex(value) && !isDocument(value)) {
      throw new CommandError('BadValue', '$not needs a regex or a document');
    }
    prepared[name] = value;
    if (name === '$not' && isDocument(value)) prepared[name] = preparedOperators(value);
    if (name === '$elemMatch' && isDocument(value)) {
      const onElement = Object.keys(value).some((key) => key.startsWith('$') && !LOGICAL.has(key));
      prepared[name] = onElement ? preparedOperators(value) : preparedFilter(value);
    }
    if (name === '$all' && Array.isArray(value)) {
      prepared[name] = value.map((item: unknown) =>
        isDocument(item) && isDocument(item['$elemMatch']) ? preparedOperators(item) : item,
      );
    }
  }
  return prepared;
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

/** A filter as mingo is to have it. @throws CommandError for what it may not hold, by MongoDB's codes */
export function preparedFilter(filter: Doc): Doc {
  const prepared: Doc = {};
  for (const [name, value] of Object.entries(filter)) {
    if (name === '$comment') continue;
    prepared[name] = value;
    if (LOGICAL.has(name)) {
      if (!Array.isArray(value) || value.length === 0) {
        throw new CommandError('BadValue', `${name} must be a nonempty array`);
      }
      prepared[name] = value.map((branch: unknown) => {
        if (!isDocument(branch)) throw new CommandError('BadValue', `${name} argument's entries must be objects`);
        return preparedFilter(branch);
      });
    } else if (name === '$expr') {
      checkExpression(value);
    } else if (REFUSED_QUERY.has(name)) {
      throw notImplemented(name);
    } else if (name.startsWith('$')) {
      throw new CommandError('BadValue', `unknown top level operator: ${name}`);
    } else if (isDocument(value) && Object.keys(value).some((key) => key.startsWith('$')) && !isReference(value)) {
      prepared[name] = preparedOperators(value);
    } else if (bsonType(value) === 'Code') {
      throw notImplemented('JavaScript in filters');
    }
  }
  return prepared;
}

function isReference(value: Doc): boolean {
  return Object.hasOwn(value, '$ref') || Object.hasOwn(value, '$id');
}

/** A compiled filter, with the top-level fields that it looks at; without them it may look at any. */
export type Filter = Predicate & { readonly fields?: readonly string[] };

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
  const conditions = preparedFilter(filter);
  const fields = fieldsNamed(conditions);
  if (fields?.length === 0) return Object.assign(() => true, { fields });
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
