import { evalExpr } from 'mingo/core';
import { assert } from '../errors.js';
import { type Doc, isDocument } from '../values/bson.js';
import { type Accumulator, ACCUMULATORS, hashOf } from './expressions.js';
import type { MingoOptions } from './filter.js';
import { type DocSteps, flatMap, type Steps } from './pause.js';

/** A field of a group's document. */
interface GroupField {
  readonly name: string;
  readonly expression: unknown;
  readonly begin: () => Accumulator;
}

function fieldOf([name, field]: [string, unknown]): GroupField {
  const [operator = '', ...more] = isDocument(field) ? Object.keys(field) : [];
  assert(operator.startsWith('$'), 'Location40234', `The field '${name}' must be an accumulator object`);
  assert(more.length === 0, 'Location40238', `The field '${name}' must specify one accumulator`);
  assert(Object.hasOwn(ACCUMULATORS, operator), 'Location15952', `unknown group operator '${operator}'`);
  return { name, expression: (field as Doc)[operator], begin: ACCUMULATORS[operator]! };
}

/** The `$group` stage. Keys and values compare in BSON order; it retains no documents. */
export function* groupSteps(source: Steps<Doc>, spec: unknown, options: MingoOptions): DocSteps {
  assert(isDocument(spec), 'Location15947', "a group's fields must be specified in an object");
  assert(Object.hasOwn(spec, '_id'), 'Location15955', 'a group specification must include an _id');
  const { _id: idExpression, ...rest } = spec;
  const fields = Object.entries(rest).map(fieldOf);
  const groups = new Map<string, { id: unknown; accumulators: Accumulator[] }>();
  yield* flatMap(source, (doc) => {
    const own = options.update({ root: doc });
    const id = evalExpr(doc, idExpression, own) ?? null;
    const hash = hashOf(id);
    let group = groups.get(hash);
    if (group === undefined) {
      group = { id, accumulators: fields.map(({ begin }) => begin()) };
      groups.set(hash, group);
    }
    for (let i = 0; i < fields.length; i++) group.accumulators[i]!.add(evalExpr(doc, fields[i]!.expression, own));
    return [];
  });
  yield* flatMap(groups.values(), ({ id, accumulators }) => {
    const values = fields.map(({ name }, i) => [name, accumulators[i]!.result() ?? null] as const);
    return [{ _id: id, ...Object.fromEntries(values) }];
  });
}
