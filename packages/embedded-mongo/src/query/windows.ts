import { Aggregator } from 'mingo/aggregator';
import { evalExpr } from 'mingo/core';
import { CommandError } from '../errors.js';
import { type Doc, isDocument } from '../values/bson.js';
import { valuesEqual } from '../values/compare.js';
import { mingoOptions } from './filter.js';
import { type DocSteps, PAUSE, type Steps } from './pause.js';
import type { PipelineContext } from './stage-context.js';
import { parseSort, sortSteps } from './sort.js';

/** The `$setWindowFields` stage: mingo's, partition by partition, with a pause after each. */
export function* windowSteps(source: Steps<Doc>, spec: unknown, { options, variables }: PipelineContext): DocSteps {
  if (!isDocument(spec) || !isDocument(spec['output'])) {
    throw new CommandError('FailedToParse', "$setWindowFields needs a document with 'output'");
  }
  const { partitionBy, sortBy, output, ...others } = spec;
  const unknown = Object.keys(others)[0];
  if (unknown !== undefined) {
    throw new CommandError('IDLUnknownField', `BSON field '$setWindowFields.${unknown}' is an unknown field.`);
  }
  const keyed = (function* () {
    for (const step of source) {
      yield step === PAUSE
        ? PAUSE
        : { key: evalExpr(step, partitionBy ?? null, options.update({ root: step })) ?? null, doc: step };
    }
  })();
  const order = parseSort(sortBy).map(([path, direction]) => [`doc.${path}`, direction] as const);
  // mingo makes its windows of functions; those of a client are refused before.
  const own = { ...mingoOptions(variables), scriptEnabled: true };
  const stage = { $setWindowFields: { output, ...(sortBy === undefined ? {} : { sortBy }) } };
  const finish = (docs: Doc[]): Doc[] => (docs.length === 0 ? [] : new Aggregator([stage], own).run<Doc>(docs));
  let partition: Doc[] = [];
  let key: unknown;
  for (const step of sortSteps(keyed, (entry) => entry, [['key', 1], ...order])) {
    if (step === PAUSE) {
      yield PAUSE;
      continue;
    }
    if (partition.length > 0 && !valuesEqual(key, step.key)) {
      yield* finish(partition);
      partition = [];
      yield PAUSE;
    }
    key = step.key;
    partition.push(step.doc);
  }
  yield* finish(partition);
}

const METHODS: Record<string, string> = { locf: '$locf', linear: '$linearFill' };

/** The stages that a `$fill` stands for. @throws CommandError */
export function fillStages(spec: unknown): Doc[] {
  if (!isDocument(spec) || !isDocument(spec['output'])) {
    throw new CommandError('FailedToParse', "$fill needs a document with 'output'");
  }
  const { output, sortBy, partitionBy, partitionByFields, ...others } = spec;
  const unknown = Object.keys(others)[0];
  if (unknown !== undefined) throw new CommandError('IDLUnknownField', `BSON field '$fill.${unknown}' is unknown.`);
  if (partitionBy !== undefined && partitionByFields !== undefined) {
    throw new CommandError('Location6050204', "$fill takes 'partitionBy' or 'partitionByFields', not both");
  }
  const fields = Array.isArray(partitionByFields) ? (partitionByFields as string[]) : undefined;
  const by = fields ? Object.fromEntries(fields.map((field) => [field, `$${field}`])) : partitionBy;
  const values: Doc = {};
  const windows: Doc = {};
  for (const [field, how] of Object.entries(output)) {
    const { value, method } = isDocument(how) ? how : {};
    if (value !== undefined) values[field] = { $ifNull: [`$${field}`, value] };
    else {
      const operator = METHODS[String(method)];
      if (operator === undefined)
        throw new CommandError('Location6050202', "the method of $fill is 'linear' or 'locf'");
      windows[field] = { [operator]: `$${field}` };
    }
  }
  const window = {
    output: windows,
    ...(sortBy === undefined ? {} : { sortBy }),
    ...(by === undefined ? {} : { partitionBy: by }),
  };
  return [
    ...(Object.keys(windows).length > 0 ? [{ $setWindowFields: window }] : []),
    ...(Object.keys(values).length > 0 ? [{ $addFields: values }] : []),
  ];
}
