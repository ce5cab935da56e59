import { evalExpr, OpType } from 'mingo/core';
import type { Options } from 'mingo/types';
import { CommandError } from '../errors.js';
import { type Accumulator, ACCUMULATORS, hashOf } from './accumulators.js';
import { type Doc, isDocument } from '../values/bson.js';
import { eachOf, PAUSE, type Steps } from './pause.js';

/** mingo's options as its operators receive them, which take the document that `$$ROOT` stands for. */
export type StageOptions = Options & { update(locals: { root: unknown; groupId?: unknown }): Options };

/** One field of a `$group`; an accumulator that is not among ours is mingo's, over the group's documents at the end. */
interface GroupField {
  readonly name: string;
  readonly expression: unknown;
  readonly make: (() => Accumulator) | undefined;
  readonly spec: Doc;
}

function fieldsOf(spec: unknown, options: Options): { id: unknown; fields: GroupField[] } {
  if (!isDocument(spec)) throw new CommandError('Location15947', "a group's fields must be specified in an object");
  if (!Object.hasOwn(spec, '_id')) throw new CommandError('Location15955', 'a group specification must include an _id');
  const { _id: id, ...rest } = spec;
  const fields = Object.entries(rest).map(([name, field]): GroupField => {
    const [operator, ...more] = isDocument(field) ? Object.keys(field) : [];
    if (operator === undefined || !operator.startsWith('$')) {
      throw new CommandError('Location40234', `The field '${name}' must be an accumulator object`);
    }
    if (more.length > 0) {
      throw new CommandError('Location40238', `The field '${name}' must specify one accumulator`);
    }
    const known =
      Object.hasOwn(ACCUMULATORS, operator) || options.context.getOperator(OpType.ACCUMULATOR, operator) !== null;
    if (!known) throw new CommandError('Location15952', `unknown group operator '${operator}'`);
    return { name, expression: (field as Doc)[operator], make: ACCUMULATORS[operator], spec: field as Doc };
  });
  return { id, fields };
}

interface Group {
  readonly id: unknown;
  readonly accumulators: (Accumulator | undefined)[];
  readonly docs: Doc[];
}

/** The `$group` stage, in steps. Keys and values compare as BSON does; the common accumulators keep no documents. */
export function* groupSteps(source: Steps<Doc>, spec: unknown, options: StageOptions): Generator<Doc | typeof PAUSE> {
  const { id: idExpression, fields } = fieldsOf(spec, options);
  const keepsDocs = fields.some(({ make }) => make === undefined);
  const groups = new Map<string, Group>();
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
      group = { id, accumulators: fields.map(({ make }) => make?.()), docs: [] };
      groups.set(hash, group);
    }
    for (let i = 0; i < fields.length; i++) {
      group.accumulators[i]?.add(evalExpr(doc, fields[i]!.expression, own));
    }
    if (keepsDocs) group.docs.push(doc);
  }
  for (const group of eachOf(groups.values())) {
    if (group === PAUSE) {
      yield PAUSE;
      continue;
    }
    const result: Doc = { _id: group.id };
    for (const [i, { name, spec: field }] of fields.entries()) {
      result[name] =
        group.accumulators[i]?.result() ??
        (fields[i]!.make === undefined
          ? evalExpr(group.docs, field, options.update({ root: null, groupId: group.id }))
          : null);
    }
    yield result;
    if (keepsDocs) yield PAUSE;
  }
}
