import { evalExpr } from 'mingo/core';
import { CommandError } from '../errors.js';
import { getAt, setAt } from '../update/paths.js';
import { type Doc, isDocument } from '../values/bson.js';
import { compareValues, RANK, rankOf } from '../values/compare.js';
import { type DocSteps, gathered, PAUSE, type Steps } from './pause.js';
import type { PipelineContext } from './stage-context.js';
import { sortSteps } from './sort.js';

const refused = (what: string): CommandError => new CommandError('FailedToParse', `$densify: ${what}`);

interface Densify {
  readonly field: string;
  readonly partitionByFields: readonly string[];
  readonly step: number;
  readonly unit: unknown;
  readonly bounds: 'full' | 'partition' | readonly [unknown, unknown];
}

function parsed(spec: unknown): Densify {
  const { field, partitionByFields = [], range, ...others } = isDocument(spec) ? spec : {};
  const { step, unit, bounds } = isDocument(range) ? range : {};
  if (Object.keys(others).length > 0) throw refused(`'${Object.keys(others)[0]}' is an unknown field`);
  if (typeof field !== 'string' || typeof step !== 'number' || step <= 0) throw refused('needs a field and a step');
  const isRange = Array.isArray(bounds) && bounds.length === 2 && compareValues(bounds[0], bounds[1]) < 0;
  if (!isRange && bounds !== 'full' && bounds !== 'partition') {
    throw refused("'bounds' are 'full', 'partition' or two ascending values");
  }
  if (!Array.isArray(partitionByFields)) throw refused("'partitionByFields' is an array");
  return { field, partitionByFields, step, unit, bounds: bounds as Densify['bounds'] };
}

/** The `$densify` stage. */
export function* densifySteps(source: Steps<Doc>, spec: unknown, { options }: PipelineContext): DocSteps {
  const { field, partitionByFields, step, unit, bounds } = parsed(spec);
  const parts = field.split('.');
  const valueOf = (doc: Doc): unknown => {
    const value = getAt(doc, parts);
    const rank = rankOf(value);
    if (rank === RANK.null || rank === (unit === undefined ? RANK.number : RANK.date)) return value;
    throw refused('the field has to hold numbers, or dates where there is a unit');
  };
  const hasValue = (doc: Doc): boolean => rankOf(valueOf(doc)) !== RANK.null;
  const order = [...partitionByFields, field].map((path) => [path, 1] as const);
  const docs = yield* gathered(sortSteps(source, (doc) => doc, order));
  const partitionOf = (doc: Doc): unknown[] => partitionByFields.map((path) => getAt(doc, path.split('.')));
  const partitions: Doc[][] = Array.isArray(bounds) && docs.length === 0 && partitionByFields.length === 0 ? [[]] : [];
  let least: unknown;
  let most: unknown;
  for (const [i, doc] of docs.entries()) {
    if (i > 0 && compareValues(partitionOf(docs[i - 1]!), partitionOf(doc)) === 0) partitions.at(-1)!.push(doc);
    else partitions.push([doc]);
    if (hasValue(doc)) {
      const value = valueOf(doc);
      if (least === undefined || compareValues(value, least) < 0) least = value;
      if (most === undefined || compareValues(value, most) > 0) most = value;
    }
    if (i % PAUSE_EVERY === 0) yield PAUSE;
  }
  let made = 0;
  for (const partition of partitions) {
    const values = partition.filter(hasValue).map(valueOf);
    const [from, to] = bounds === 'full' ? [least, most] : bounds === 'partition' ? [values[0], values.at(-1)] : bounds;
    const after = (steps: number): unknown =>
      unit === undefined
        ? Number(from) + steps * step
        : evalExpr({}, { $dateAdd: { startDate: from, unit, amount: steps * step } }, options);
    let steps = 0;
    let next = from;
    const upTo = function* (end: unknown): DocSteps {
      while (next !== undefined && compareValues(next, end) < 0 && compareValues(next, to) < 0) {
        const doc: Doc = {};
        for (const path of partitionByFields) setAt(doc, path.split('.'), getAt(partition[0]!, path.split('.')));
        setAt(doc, parts, next);
        yield doc;
        next = after(++steps);
        if (++made % PAUSE_EVERY === 0) yield PAUSE;
      }
    };
    for (const doc of partition) {
      if (hasValue(doc)) {
        const value = valueOf(doc);
        yield* upTo(value);
        if (next !== undefined && compareValues(next, value) === 0) next = after(++steps);
      }
      yield doc;
    }
    yield* upTo(to);
    yield PAUSE;
  }
}

const PAUSE_EVERY = 50;
