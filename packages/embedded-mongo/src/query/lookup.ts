import { evalExpr } from 'mingo/core';
import { demand } from '../errors.js';
import { decodePlain, type Doc, encode, isDocument } from '../values/bson.js';
import { isRegex } from '../values/compare.js';
import { MISSING, visitPath } from '../values/paths.js';
import type { MingoOptions } from './filter.js';
import { type DocSteps, each, gathered, PAUSE, type Steps } from './pause.js';
import { copiedWith, type PipelineContext } from './pipeline.js';

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

/** The equalities that a leading `$match` with `$expr` demands once its variables are known: what an index can serve. */
function knownEqualities(stage: Doc | undefined, variables: Doc): Doc[] {
  const match = stage?.['$match'];
  const expr = isDocument(match) ? match['$expr'] : undefined;
  const parts = isDocument(expr) && Array.isArray(expr['$and']) ? (expr['$and'] as unknown[]) : [expr];
  return parts.flatMap((part) => {
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
}

interface Lookup {
  readonly from: string;
  readonly as: string;
  /** Local and foreign field. */
  readonly fields: readonly [string, string] | undefined;
  readonly bindings: Doc | undefined;
  readonly pipeline: readonly Doc[];
}

function parseLookup(spec: unknown): Lookup {
  const { from, localField, foreignField, as, let: bindings, pipeline, ...others } = isDocument(spec) ? spec : {};
  const [other] = Object.keys(others);
  demand(other === undefined, 'FailedToParse', `unknown argument to $lookup: ${other}`);
  const isNamed = typeof from === 'string' && typeof as === 'string';
  const isWhole = isNamed && (bindings === undefined || isDocument(bindings));
  demand(isWhole, 'FailedToParse', "$lookup needs 'from' as a collection's name, and 'as'; 'let' is a document");
  const isByField = typeof localField === 'string' && typeof foreignField === 'string';
  const isByPipeline = localField === undefined && foreignField === undefined && pipeline !== undefined;
  demand(isByField || isByPipeline, 'FailedToParse', '$lookup needs localField and foreignField, or a pipeline');
  const fields = isByField ? ([localField, foreignField] as const) : undefined;
  return { from, as, fields, bindings, pipeline: (pipeline as Doc[] | undefined) ?? [] };
}

/** The `$lookup` stage: for each document a pipeline on the other collection, through an index of it where there is one. */
export function lookupSteps(
  source: Steps<Doc>,
  spec: unknown,
  options: MingoOptions,
  context: PipelineContext,
): DocSteps {
  const { from, as, fields, bindings, pipeline } = parseLookup(spec);
  // Without variables and fields the answer is the same for every document.
  const isConstant = fields === undefined && bindings === undefined;
  let constant: Buffer[] | undefined;
  return each(source, function* (doc) {
    let found = constant?.map(decodePlain);
    if (found === undefined) {
      const own = options.update({ root: doc });
      const variables: Doc = {};
      for (const name in bindings) variables[name] = evalExpr(doc, bindings[name], own) ?? null;
      const known: Doc[] =
        fields === undefined
          ? knownEqualities(pipeline[0], variables)
          : [{ [fields[1]]: { $in: joinValues(doc, fields[0]).filter((value) => !isRegex(value)) } }];
      const stages = known.length === 0 ? pipeline : [{ $match: { $and: known } }, ...pipeline];
      found = yield* gathered(context.read(from, stages, variables));
    }
    if (isConstant) constant ??= found.map(encode);
    yield copiedWith(doc, as.split('.'), found) as Doc;
    yield PAUSE;
  });
}
