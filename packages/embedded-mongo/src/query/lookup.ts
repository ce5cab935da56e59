import { evalExpr } from 'mingo/core';
import { CommandError } from '../errors.js';
import { setAt } from '../update/paths.js';
import { decodePlain, type Doc, encode, isDocument } from '../values/bson.js';
import { isRegex } from '../values/compare.js';
import { MISSING, visitPath } from '../values/paths.js';
import { hashOf } from './accumulators.js';
import { type DocSteps, eachOf, gathered, PAUSE, type Steps } from './pause.js';
import { batches, type PipelineContext, stageOptions } from './stage-context.js';

/** The values that a path leads to, array elements one by one; null where there is nothing. */
function joinValues(doc: Doc, path: string): unknown[] {
  const values: unknown[] = [];
  visitPath(doc, path.split('.'), (leaf) => {
    if (Array.isArray(leaf)) values.push(...(leaf as unknown[]));
    else values.push(leaf === MISSING ? null : leaf);
    return false;
  });
  return values.length === 0 ? [null] : values;
}

/** For each local document its foreign ones, by one search for many values so that an index on the foreign field serves. */
function* joined(
  locals: readonly Doc[],
  { from, localField, foreignField }: { from: string; localField: string; foreignField: string },
  context: PipelineContext,
): Generator<typeof PAUSE, Buffer[][]> {
  const wanted = new Map<string, unknown>();
  for (const doc of locals) for (const value of joinValues(doc, localField)) wanted.set(hashOf(value), value);
  const foreign = new Map<string, Buffer>();
  const byValue = new Map<string, string[]>();
  for (const doc of context.read(from, [{ $match: { [foreignField]: { $in: [...wanted.values()] } } }])) {
    if (doc === PAUSE) {
      yield PAUSE;
      continue;
    }
    const id = hashOf(doc['_id']);
    foreign.set(id, encode(doc));
    for (const hash of new Set(joinValues(doc, foreignField).map(hashOf))) {
      const ids = byValue.get(hash);
      if (ids === undefined) byValue.set(hash, [id]);
      else ids.push(id);
    }
  }
  return locals.map((doc) => {
    const ids = new Set(joinValues(doc, localField).flatMap((value) => byValue.get(hashOf(value)) ?? []));
    return [...ids].map((id) => foreign.get(id)!);
  });
}

/** The equalities that a `$match` with `$expr` demands once its variables are known: what an index can serve. */
function withKnownEqualities(filter: Doc, variables: Doc): Doc {
  const expr = filter['$expr'];
  const parts = isDocument(expr) && Array.isArray(expr['$and']) ? (expr['$and'] as unknown[]) : [expr];
  const known = parts.flatMap((part) => {
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
  return known.length === 0 ? filter : { $and: [...known, filter] };
}

interface Lookup {
  readonly from: string;
  readonly as: string;
  readonly localField?: string;
  readonly foreignField?: string;
  readonly let?: Doc;
  readonly pipeline?: Doc[];
}

function parseLookup(spec: unknown): Lookup {
  const { from, localField, foreignField, as, pipeline, ...others } = isDocument(spec) ? spec : {};
  const other = Object.keys(others).find((name) => name !== 'let');
  if (other !== undefined) throw new CommandError('FailedToParse', `unknown argument to $lookup: ${other}`);
  if (typeof from !== 'string' || typeof as !== 'string') {
    throw new CommandError('FailedToParse', "$lookup needs 'from' as a collection's name, and 'as'");
  }
  const isByField = typeof localField === 'string' && typeof foreignField === 'string';
  if (!isByField && (localField !== undefined || foreignField !== undefined || pipeline === undefined)) {
    throw new CommandError('FailedToParse', '$lookup needs localField and foreignField, or a pipeline');
  }
  return spec as Lookup;
}

const attached = (doc: Doc, as: string, found: Doc[]): Doc => {
  const whole = { ...doc };
  setAt(whole, as.split('.'), found);
  return whole;
};

/** The `$lookup` stage: joins by field through an index of the foreign collection where there is one, and by pipeline. */
export function* lookupSteps(source: Steps<Doc>, spec: unknown, context: PipelineContext): DocSteps {
  const { from, localField, foreignField, as, let: bindings, pipeline } = parseLookup(spec);
  const variablesOf = (doc: Doc): Doc =>
    Object.fromEntries(
      Object.entries(bindings ?? {}).map(([name, value]) => [
        name,
        evalExpr(doc, value, context.options.update({ root: doc })) ?? null,
      ]),
    );
  // Without variables the answer is the same for every document.
  let constant: Buffer[] | undefined;
  for (const docs of batches(source)) {
    if (docs === PAUSE) {
      yield PAUSE;
      continue;
    }
    if (localField !== undefined && foreignField !== undefined) {
      const joins = yield* joined(docs, { from, localField, foreignField }, context);
      for (const [i, doc] of docs.entries()) {
        const found = joins[i]!.map(decodePlain);
        if (pipeline === undefined) yield attached(doc, as, found);
        else {
          const variables = { ...context.variables, ...variablesOf(doc) };
          const inner = { ...context, variables, options: stageOptions(variables) };
          yield attached(doc, as, yield* gathered(context.run(eachOf(found), pipeline, inner)));
        }
      }
      continue;
    }
    for (const doc of docs) {
      if (bindings === undefined) {
        constant ??= (yield* gathered(context.read(from, pipeline!))).map(encode);
        yield attached(doc, as, constant.map(decodePlain));
        continue;
      }
      const variables = variablesOf(doc);
      const [first, ...rest] = pipeline!;
      const match = first?.['$match'];
      const stages = isDocument(match) ? [{ $match: withKnownEqualities(match, variables) }, ...rest] : pipeline!;
      yield attached(doc, as, yield* gathered(context.read(from, stages, variables)));
      yield PAUSE;
    }
  }
}
