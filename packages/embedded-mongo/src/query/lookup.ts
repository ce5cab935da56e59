import { evalExpr } from 'mingo/core';
import { type Iterator, Lazy } from 'mingo/lazy';
import type { Options } from 'mingo/types';
import { Aggregator } from 'mingo/aggregator';
import { CommandError } from '../errors.js';
import { decodePlain, type Doc, encode, isDocument } from '../values/bson.js';
import { encodeValue } from '../values/index-key.js';
import { MISSING, visitPath } from '../values/paths.js';
import { setAt } from '../update/paths.js';

/** Runs a pipeline on a collection, with variables. */
export type PipelineRunner = (collection: string, pipeline: readonly Doc[], variables: Doc) => Doc[];

const VALUES_AT_ONCE = 500;

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
function joinAll(
  locals: Doc[],
  from: string,
  localField: string,
  foreignField: string,
  run: PipelineRunner,
): Buffer[][] {
  const wanted = new Map<string, unknown>();
  for (const doc of locals) for (const value of joinValues(doc, localField)) wanted.set(hashOf(value), value);
  const values = [...wanted.values()];
  const foreign = new Map<string, Buffer>();
  const byValue = new Map<string, string[]>();
  for (let at = 0; at < values.length; at += VALUES_AT_ONCE) {
    const filter = { [foreignField]: { $in: values.slice(at, at + VALUES_AT_ONCE) } };
    for (const doc of run(from, [{ $match: filter }], {})) {
      const id = hashOf(doc['_id']);
      if (foreign.has(id)) continue;
      foreign.set(id, encode(doc));
      for (const hash of new Set(joinValues(doc, foreignField).map(hashOf))) {
        const ids = byValue.get(hash);
        if (ids === undefined) byValue.set(hash, [id]);
        else ids.push(id);
      }
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
      const isScalar = value !== undefined && value !== null && !Array.isArray(value) && !(value instanceof RegExp);
      if (isScalar) return [{ [field.slice(1)]: { $eq: value } }];
    }
    return [];
  });
  return known.length === 0 ? filter : { $and: [...known, filter] };
}

/** The `$lookup` stage: joins by field through an index of the foreign collection where there is one, and by pipeline. */
export function lookupStage(run: PipelineRunner) {
  // The stage is called for a few documents at a time; what does not depend on them is read once.
  const constants = new Map<unknown, Buffer[]>();
  const constantOf = (spec: unknown, from: string, inner: readonly Doc[]): Buffer[] => {
    const found = constants.get(spec) ?? run(from, inner, {}).map(encode);
    constants.set(spec, found);
    return found;
  };
  return (source: Iterator, spec: unknown, options: Options): Iterator => {
    if (!isDocument(spec) || typeof spec['as'] !== 'string') {
      throw new CommandError('FailedToParse', "$lookup needs a document with 'as'");
    }
    const { from, localField, foreignField, as, let: bindings, pipeline } = spec as Record<string, unknown>;
    if (typeof from !== 'string')
      throw new CommandError('FailedToParse', "$lookup needs 'from' as a collection's name");
    for (const name of Object.keys(spec)) {
      if (!['from', 'localField', 'foreignField', 'as', 'let', 'pipeline'].includes(name)) {
        throw new CommandError('FailedToParse', `unknown argument to $lookup: ${name}`);
      }
    }
    const byField = typeof localField === 'string' && typeof foreignField === 'string';
    if (!byField && (localField !== undefined || foreignField !== undefined || pipeline === undefined)) {
      throw new CommandError('FailedToParse', '$lookup needs localField and foreignField, or a pipeline');
    }
    const inner = pipeline as Doc[] | undefined;
    const attach = (doc: Doc, found: Doc[]): Doc => {
      const joined = { ...doc };
      setAt(joined, (as as string).split('.'), found);
      return joined;
    };
    const variablesOf = (doc: Doc): Doc =>
      isDocument(bindings)
        ? Object.fromEntries(
            Object.entries(bindings).map(([name, value]) => [name, evalExpr(doc, value, options) ?? null]),
          )
        : {};
    const runFor = (doc: Doc): Doc[] => {
      const variables = variablesOf(doc);
      const [first, ...rest] = inner!;
      const match = first?.['$match'];
      const stages = isDocument(match) ? [{ $match: withKnownEqualities(match, variables) }, ...rest] : inner!;
      return run(from, stages, variables);
    };
    return source.transform((items) => {
      const docs = items as Doc[];
      if (byField) {
        const joins = joinAll(docs, from, localField, foreignField, run);
        return Lazy(
          docs.map((doc, i) => {
            const found = joins[i]!.map(decodePlain);
            if (inner === undefined) return attach(doc, found);
            const variables = { ...options.variables, ...variablesOf(doc) };
            return attach(doc, new Aggregator(inner, { ...baseOptions(options), variables }).run<Doc>(found));
          }),
        );
      }
      // Without variables the answer is the same for every document.
      const constant = bindings === undefined ? constantOf(spec, from, inner!) : undefined;
      return Lazy(docs.map((doc) => attach(doc, constant?.map(decodePlain) ?? runFor(doc))));
    });
  };
}

/** The options a stage was called with, free of that call's own state. */
function baseOptions(options: Options): Partial<Options> {
  const { context, collectionResolver, scriptEnabled, failOnError } = options;
  return { context, scriptEnabled, failOnError, ...(collectionResolver === undefined ? {} : { collectionResolver }) };
}
