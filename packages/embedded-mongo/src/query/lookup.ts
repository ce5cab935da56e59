import { evalExpr } from 'mingo/core';
import { CommandError } from '../errors.js';
import { setAt } from '../update/paths.js';
import { decodePlain, type Doc, encode, isDocument } from '../values/bson.js';
import { isRegex } from '../values/compare.js';
import { encodeValue } from '../values/index-key.js';
import { MISSING, visitPath } from '../values/paths.js';
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

const hashOf = (value: unknown): string => encodeValue(value).toString('latin1');

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
    if (foreign.has(id)) continue;
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

function refuseOthers(stage: string, spec: Doc, known: readonly string[]): void {
  const other = Object.keys(spec).find((name) => !known.includes(name));
  if (other !== undefined) throw new CommandError('FailedToParse', `unknown argument to ${stage}: ${other}`);
}

function parseLookup(spec: unknown): Lookup {
  if (!isDocument(spec) || typeof spec['as'] !== 'string') {
    throw new CommandError('FailedToParse', "$lookup needs a document with 'as'");
  }
  refuseOthers('$lookup', spec, ['from', 'localField', 'foreignField', 'as', 'let', 'pipeline']);
  const { from, localField, foreignField, pipeline } = spec;
  if (typeof from !== 'string') throw new CommandError('FailedToParse', "$lookup needs 'from' as a collection's name");
  const isByField = typeof localField === 'string' && typeof foreignField === 'string';
  if (!isByField && (localField !== undefined || foreignField !== undefined || pipeline === undefined)) {
    throw new CommandError('FailedToParse', '$lookup needs localField and foreignField, or a pipeline');
  }
  return spec as unknown as Lookup;
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

const GRAPH = [
  'from',
  'startWith',
  'connectFromField',
  'connectToField',
  'as',
  'maxDepth',
  'depthField',
  'restrictSearchWithMatch',
];

/** The `$graphLookup` stage: a search for all values of one depth, through an index where there is one. */
export function* graphLookupSteps(source: Steps<Doc>, spec: unknown, context: PipelineContext): DocSteps {
  if (!isDocument(spec)) throw new CommandError('FailedToParse', '$graphLookup needs a document');
  refuseOthers('$graphLookup', spec, GRAPH);
  const { startWith, maxDepth = Infinity, depthField, restrictSearchWithMatch = {} } = spec;
  const names = ['from', 'connectFromField', 'connectToField', 'as'].map((name) => spec[name]);
  if (!names.every((name) => typeof name === 'string') || startWith === undefined) {
    throw new CommandError(
      'Location40105',
      '$graphLookup needs from, startWith, connectFromField, connectToField and as',
    );
  }
  const [from, connectFrom, connectTo, as] = names as [string, string, string, string];
  for (const doc of source) {
    if (doc === PAUSE) {
      yield PAUSE;
      continue;
    }
    const start = evalExpr(doc, startWith, context.options.update({ root: doc }));
    const found = new Map<string, Doc>();
    const asked = new Set<string>();
    let values = Array.isArray(start) ? (start as unknown[]) : [start ?? null];
    for (let depth = 0; values.length > 0 && depth <= Number(maxDepth); depth++) {
      const filter = {
        $and: [{ [connectTo]: { $in: values.filter((value) => !isRegex(value)) } }, restrictSearchWithMatch],
      };
      const next: unknown[] = [];
      for (const step of context.read(from, [{ $match: filter }])) {
        if (step === PAUSE) {
          yield PAUSE;
          continue;
        }
        const id = hashOf(step['_id']);
        if (found.has(id)) continue;
        found.set(id, typeof depthField === 'string' ? { ...step, [depthField]: depth } : step);
        for (const value of joinValues(step, connectFrom)) {
          if (value === null || asked.has(hashOf(value))) continue;
          asked.add(hashOf(value));
          next.push(value);
        }
      }
      values = next;
      yield PAUSE;
    }
    yield attached(doc, as, [...found.values()]);
  }
}
