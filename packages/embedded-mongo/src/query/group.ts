import { evalExpr, OpType } from 'mingo/core';
import { demand } from '../errors.js';
import { type Doc, isDocument } from '../values/bson.js';
import { ACCUMULATORS, hashOf } from './accumulators.js';
import { type DocSteps, PAUSE, type Steps } from './pause.js';
import type { StageOptions } from './stage-context.js';

/** What one field of one group gathers. */
interface Gathering {
  add(doc: Doc, options: StageOptions): void;
  result(groupId: unknown): unknown;
}

type GroupField = readonly [name: string, begin: () => Gathering];

function fieldOf([name, field]: [string, unknown], options: StageOptions): GroupField {
  const [operator = '', ...more] = isDocument(field) ? Object.keys(field) : [];
  demand(operator.startsWith('$'), 'Location40234', `The field '${name}' must be an accumulator object`);
  demand(more.length === 0, 'Location40238', `The field '${name}' must specify one accumulator`);
  const expression = (field as Doc)[operator];
  if (Object.hasOwn(ACCUMULATORS, operator)) {
    const begin = (): Gathering => {
      const accumulator = ACCUMULATORS[operator]!();
      const add = (doc: Doc, own: StageOptions): void => accumulator.add(evalExpr(doc, expression, own));
      return { add, result: () => accumulator.result() ?? null };
    };
    return [name, begin];
  }
  const isKnown = options.context.getOperator(OpType.ACCUMULATOR, operator) !== null;
  demand(isKnown, 'Location15952', `unknown group operator '${operator}'`);
  const begin = (): Gathering => {
    const docs: Doc[] = [];
    const result = (groupId: unknown): unknown => evalExpr(docs, field, options.update({ root: null, groupId }));
    return { add: (doc) => docs.push(doc), result };
  };
  return [name, begin];
}

/** Documents or groups after which there is a pause. */
const PAUSE_EVERY = 50;

/** The `$group` stage, in steps. Keys and values compare as BSON does; the common accumulators keep no documents. */
export function* groupSteps(source: Steps<Doc>, spec: unknown, options: StageOptions): DocSteps {
  demand(isDocument(spec), 'Location15947', "a group's fields must be specified in an object");
  demand(Object.hasOwn(spec, '_id'), 'Location15955', 'a group specification must include an _id');
  const { _id: idExpression, ...rest } = spec;
  const fields = Object.entries(rest).map((field) => fieldOf(field, options));
  const groups = new Map<string, { id: unknown; gatherings: Gathering[] }>();
  for (const doc of source) {
    if (doc === PAUSE) {
      yield PAUSE;
      continue;
    }
    const own = options.update({ root: doc });
    const id = evalExpr(doc, idExpression, own) ?? null;
    const hash = hashOf(id);
    let group = groups.get(hash);
    if (group === undefined) {
      group = { id, gatherings: fields.map(([, begin]) => begin()) };
      groups.set(hash, group);
    }
    for (const gathering of group.gatherings) gathering.add(doc, own);
  }
  let given = 0;
  for (const { id, gatherings } of groups.values()) {
    const values = fields.map(([name], i): [string, unknown] => [name, gatherings[i]!.result(id)]);
    yield { _id: id, ...Object.fromEntries(values) };
    if (++given % PAUSE_EVERY === 0) yield PAUSE;
  }
}
