import { Aggregator } from 'mingo/aggregator';
import { evalExpr } from 'mingo/core';
import { demand } from '../errors.js';
import { type Doc, isDocument } from '../values/bson.js';
import { valuesEqual } from '../values/compare.js';
import { mingoOptions } from './filter.js';
import { type DocSteps, PAUSE, type Steps } from './pause.js';
import { each, type PipelineContext } from './stage-context.js';
import { parseSort, sortSteps } from './sort.js';

/** The `$setWindowFields` stage: mingo's, partition by partition, with a pause after each. */
export function* windowSteps(source: Steps<Doc>, spec: unknown, { options, variables }: PipelineContext): DocSteps {
  demand(isDocument(spec) && isDocument(spec['output']), 'FailedToParse', "$setWindowFields needs 'output'");
  const { partitionBy = null, sortBy, output, ...others } = spec;
  const [unknown] = Object.keys(others);
  demand(unknown === undefined, 'IDLUnknownField', `BSON field '$setWindowFields.${unknown}' is an unknown field.`);
  const keyed = each(source, (doc) => [
    { key: evalExpr(doc, partitionBy, options.update({ root: doc })) ?? null, doc },
  ]);
  const order = parseSort(sortBy).map(([path, direction]) => [`doc.${path}`, direction] as const);
  // mingo makes its windows of functions; those of a client are refused before.
  const own = { ...mingoOptions(variables), scriptEnabled: true };
  const stage = { $setWindowFields: { output, ...(sortBy === undefined ? {} : { sortBy }) } };
  let partition: Doc[] = [];
  let key: unknown;
  for (const step of sortSteps(keyed, (entry) => entry, [['key', 1], ...order])) {
    if (step === PAUSE) {
      yield PAUSE;
      continue;
    }
    if (partition.length > 0 && !valuesEqual(key, step.key)) {
      yield* new Aggregator([stage], own).run<Doc>(partition);
      partition = [];
      yield PAUSE;
    }
    key = step.key;
    partition.push(step.doc);
  }
  yield* new Aggregator([stage], own).run<Doc>(partition);
}
