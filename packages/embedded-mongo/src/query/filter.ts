import { Aggregator } from 'mingo/aggregator';
import { Context, evalExpr } from 'mingo/core';
import * as expressions from 'mingo/operators/expression';
import * as stages from 'mingo/operators/pipeline';
import * as projections from 'mingo/operators/projection';
import type { Options } from 'mingo/types';
import { assert, CommandError, notImplemented } from '../errors.js';
import { bsonType, type Doc, isDocument, isOperatorDocument } from '../values/bson.js';
import { isRegex } from '../values/compare.js';
import { MISSING, visitPath, visitValues } from '../values/paths.js';
import { regexFrom } from '../values/pattern.js';
import { expressionOperators, isTrue } from './expressions.js';
import { rejectUnsupported } from './unsupported.js';
import { listOf, VALUE_OPERATORS, type ValueTest } from './operators.js';

/** A compiled condition on a document. */
export type Predicate = (doc: Doc) => boolean;

/** A compiled filter and the top-level fields it reads; without `fields` it may read any. */
export type Filter = Predicate & { readonly fields?: readonly string[] };

/** A condition on a path, or with a logical operator on the whole document. */
export interface Condition {
  readonly path: string;
  readonly operator: string;
  readonly value: unknown;
}

const LOGICAL = new Set(['$and', '$or', '$nor', '$expr']);

function conditionsOn(path: string, demanded: unknown): Condition[] {
  if (bsonType(demanded) === 'Code') throw notImplemented('JavaScript in filters');
  if (isRegex(demanded)) return [{ path, operator: '$regex', value: demanded }];
  if (!isOperatorDocument(demanded)) return [{ path, operator: '$eq', value: demanded }];
  const { $regex, $options } = demanded;
  if ($options !== undefined && $regex === undefined) throw new CommandError('BadValue', '$options needs a $regex');
  const operators = Object.entries(demanded).filter(([operator]) => operator !== '$options');
  return operators.map(([operator, value]) => {
    rejectUnsupported(operator);
    if (LOGICAL.has(operator)) throw new CommandError('BadValue', `unknown operator: ${operator}`);
    return { path, operator, value: operator === '$regex' ? regexFrom(value, $options) : value };
  });
}

/** Splits a filter into conditions, one level deep. @throws CommandError when it is unsupported or malformed */
export function conditionsOf(filter: Doc): Condition[] {
  return Object.entries(filter).flatMap(([name, value]) => {
    if (name === '$comment') return [];
    if (!name.startsWith('$')) return conditionsOn(name, value);
    rejectUnsupported(name);
    if (!LOGICAL.has(name)) throw new CommandError('BadValue', `unknown top level operator: ${name}`);
    const isList = Array.isArray(value) && value.length > 0 && value.every(isDocument);
    assert(isList || name === '$expr', 'BadValue', `${name} must be a nonempty array of objects`);
    return [{ path: '', operator: name, value }];
  });
}

function negated(test: Predicate): Predicate {
  return (doc) => !test(doc);
}

/** Whether an `$elemMatch` operand applies to the element itself rather than to its fields. */
export function isAboutElement(operand: Doc): boolean {
  return isOperatorDocument(operand) && !LOGICAL.has(Object.keys(operand)[0]!);
}

/** Compiles the test of an `$elemMatch` operand. */
function elementTest(operand: unknown, variables?: Doc): ValueTest {
  if (!isDocument(operand)) throw new CommandError('BadValue', '$elemMatch needs an Object');
  if (isAboutElement(operand)) {
    const test = compileFilter({ v: operand });
    // An element that is itself an array is wrapped, so that it compares as one value.
    return (element) => test({ v: Array.isArray(element) ? [element] : element });
  }
  const test = compileFilter(operand, variables);
  return (element) => isDocument(element) && test(element);
}

function compileCondition({ path, operator, value }: Condition, variables: Doc | undefined): Predicate {
  const parts = path.split('.');
  const onPath = (test: ValueTest): Predicate => {
    return (doc) => visitPath(doc, parts, test);
  };
  switch (operator) {
    case '$and':
    case '$or':
    case '$nor': {
      const branches = (value as Doc[]).map((branch) => compileFilter(branch, variables));
      if (operator === '$and') return (doc) => branches.every((test) => test(doc));
      const some: Predicate = (doc) => branches.some((test) => test(doc));
      return operator === '$or' ? some : negated(some);
    }
    case '$expr': {
      checkExpression(value);
      const options = mingoOptions(variables);
      return (doc) => isTrue(withCommandErrors(() => evalExpr(doc, value, options.update({ root: doc }))));
    }
    case '$not':
      assert(isRegex(value) || isOperatorDocument(value), 'BadValue', '$not needs a regex or a document');
      return negated(compileFilter({ [path]: value }));
    case '$ne':
      assert(!isRegex(value), 'BadValue', '$ne takes no regular expression');
      return negated(compileCondition({ path, operator: '$eq', value }, variables));
    case '$exists':
      return value ? onPath((leaf) => leaf !== MISSING) : negated(onPath((leaf) => leaf !== MISSING));
    case '$size':
      assert(Number.isInteger(value) && Number(value) >= 0, 'BadValue', '$size needs a whole number');
      return onPath((leaf) => Array.isArray(leaf) && leaf.length === value);
    case '$elemMatch': {
      const test = elementTest(value, variables);
      return onPath((leaf) => Array.isArray(leaf) && leaf.some(test));
    }
    case '$all': {
      const tests = listOf('$all', value).map((item) => {
        const isWhole = isRegex(item) || (isDocument(item) && Object.hasOwn(item, '$elemMatch'));
        return compileFilter({ [path]: isWhole ? item : { $eq: item } });
      });
      return (doc) => tests.length > 0 && tests.every((test) => test(doc));
    }
    default: {
      assert(Object.hasOwn(VALUE_OPERATORS, operator), 'BadValue', `unknown operator: ${operator}`);
      const test = VALUE_OPERATORS[operator]!(value);
      const found: Predicate = (doc) => visitValues(doc, parts, test);
      return operator === '$nin' ? negated(found) : found;
    }
  }
}

/**
 * Compiles a filter.
 *
 * @param filter the filter, decoded plainly
 * @param variables `let` variables for `$expr`
 * @throws CommandError for operators that are unknown, malformed or refused
 */
export function compileFilter(filter: Doc, variables?: Doc): Filter {
  const conditions = conditionsOf(filter);
  const tests = conditions.map((condition) => compileCondition(condition, variables));
  const [only = () => true] = tests;
  const predicate: Predicate = tests.length < 2 ? only : (doc) => tests.every((test) => test(doc));
  const fields = fieldsOf(conditions);
  return fields === undefined ? predicate : Object.assign(predicate, { fields });
}

/** The top-level fields that conditions read; undefined if an expression may read any. */
function fieldsOf(conditions: readonly Condition[]): string[] | undefined {
  const all = conditions.map(({ path, operator, value }) => {
    if (operator === '$expr') return undefined;
    return LOGICAL.has(operator) ? fieldsOf((value as Doc[]).flatMap(conditionsOf)) : [path.split('.', 1)[0]!];
  });
  return all.includes(undefined) ? undefined : [...new Set(all.flatMap((fields) => fields!))];
}

/** Rejects unsupported operators in an expression, with MongoDB's codes. */
export function checkExpression(expression: unknown): void {
  if (Array.isArray(expression)) expression.forEach(checkExpression);
  if (!isDocument(expression)) return;
  for (const [name, value] of Object.entries(expression)) {
    rejectUnsupported(name);
    if (name !== '$literal') checkExpression(value);
  }
}

/** Whether an expression reads fields of the document. */
function readsDocument(expression: unknown): boolean {
  if (typeof expression === 'string') return /^\$(?!\$)|^\$\$(?:ROOT|CURRENT)(?![^.])/.test(expression);
  if (Array.isArray(expression)) return expression.some(readsDocument);
  if (!isDocument(expression)) return false;
  return Object.entries(expression).some(([name, value]) => {
    const isOwnField = name === '$getField' && !(isDocument(value) && Object.hasOwn(value, 'input'));
    return isOwnField || (name !== '$literal' && readsDocument(value));
  });
}

/**
 * The values of a command's `let`. Each variable is a constant expression, which may use the variables before it.
 *
 * @throws CommandError for an invalid name, an unsupported operator, or an expression that reads fields
 */
export function letVariables(definitions: Doc): Doc {
  const variables: Doc = {};
  for (const [name, expression] of Object.entries(definitions)) {
    const isName = /^[a-z\u0080-\uffff][\w\u0080-\uffff]*$/.test(name);
    assert(isName, 'Location16867', `'${name}' is not a valid name of a user variable`);
    checkExpression(expression);
    const isConstant = !readsDocument(expression);
    assert(isConstant, 'Location4890500', `Command let Expression tried to access a field, which '${name}' may not`);
    variables[name] = withCommandErrors(() => evalExpr({}, expression, mingoOptions(variables)));
  }
  return variables;
}

const OPERATORS = {
  expression: { ...expressions, ...expressionOperators },
  pipeline: stages,
  projection: {
    ...projections,
    $elemMatch: (doc: Doc, operand: Doc, field: string, { variables }: Options) => {
      const list: unknown = doc[field];
      const found: unknown = Array.isArray(list) ? list.find(elementTest(operand, variables as Doc)) : undefined;
      return found === undefined ? undefined : [found];
    },
  },
};

const CONTEXT = Context.init(OPERATORS as unknown as NonNullable<Parameters<typeof Context.init>[0]>);

/** mingo's options as passed to its operators; `update` sets the document of `$$ROOT`. */
export type MingoOptions = Options & { update(locals: { root?: unknown; variables?: Doc }): MingoOptions };

/** mingo's options class; mingo passes instances to operators but does not export it. */
const MINGO = mingoClass() as { init(options: Partial<Options>): MingoOptions };

function mingoClass(): unknown {
  const $receive = (_doc: unknown, _argument: unknown, options: Options): unknown => options;
  const context = Context.init().addExpressionOps({ $receive });
  return (evalExpr(null, { $receive: null }, { context } as Options) as object).constructor;
}

const OPTIONS = MINGO.init({ context: CONTEXT, scriptEnabled: false });

/** mingo's options with this server's operators. */
export function mingoOptions(variables: Doc = {}): MingoOptions {
  return MINGO.init(OPTIONS).update({ variables });
}

/** Applies a mingo stage that maps one document to one document. */
export function perDocument(stage: Doc, options: MingoOptions): (doc: Doc) => Doc {
  let current: Doc;
  const made = new Aggregator([stage], options).stream(() => ({ value: current, done: false }));
  return (doc) => {
    current = doc;
    return made.next().value as Doc;
  };
}

/** Wraps mingo's errors in MongoDB's general code for a bad value. */
export function asCommandError(error: unknown): CommandError {
  if (error instanceof CommandError) return error;
  return new CommandError('BadValue', error instanceof Error ? error.message : String(error));
}

/** Runs mingo code, wrapping its errors as `asCommandError` does. */
export function withCommandErrors<T>(run: () => T): T {
  try {
    return run();
  } catch (error) {
    throw asCommandError(error);
  }
}
