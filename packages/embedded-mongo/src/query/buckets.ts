import { evalExpr } from 'mingo/core';
import { CommandError, notImplemented } from '../errors.js';
import { type Doc, isDocument } from '../values/bson.js';
import { compareValues, rankOf, valuesEqual } from '../values/compare.js';
import { groupSteps, type StageOptions } from './group.js';
import { type DocSteps, gathered, PAUSE, type Steps } from './pause.js';
import { sortSteps } from './sort.js';

const COUNTED = { count: { $sum: 1 } };

/** The stages that a `$bucket` stands for. @throws CommandError */
export function bucketStages(spec: unknown): Doc[] {
  if (!isDocument(spec)) throw new CommandError('Location40201', 'Argument to $bucket stage must be an object');
  const { groupBy, boundaries, output = COUNTED, ...others } = spec;
  const unknown = Object.keys(others).find((name) => name !== 'default');
  if (unknown !== undefined) throw new CommandError('Location40197', `Unrecognized option to $bucket: ${unknown}`);
  if (!Array.isArray(boundaries) || boundaries.length < 2) {
    throw new CommandError('Location40192', "The $bucket 'boundaries' field must be an array of at least 2 values");
  }
  const isOrdered = boundaries.every(
    (bound, i) =>
      i === 0 || (rankOf(bound) === rankOf(boundaries[i - 1]) && compareValues(bound, boundaries[i - 1]) > 0),
  );
  if (!isOrdered) {
    throw new CommandError(
      'Location40194',
      "The 'boundaries' of $bucket must be values of one type in ascending order",
    );
  }
  const literal = (value: unknown) => ({ $literal: value });
  const branches = boundaries.slice(0, -1).map((from: unknown, i) => ({
    case: { $and: [{ $gte: [groupBy, literal(from)] }, { $lt: [groupBy, literal(boundaries[i + 1])] }] },
    then: literal(from),
  }));
  const otherwise = 'default' in others ? { default: literal(others['default']) } : {};
  return [{ $group: { _id: { $switch: { branches, ...otherwise } }, ...(output as Doc) } }, { $sort: { _id: 1 } }];
}

/** The `$bucketAuto` stage: about as many documents in each bucket, equal values never in two. */
export function* bucketAutoSteps(source: Steps<Doc>, spec: unknown, options: StageOptions): DocSteps {
  if (!isDocument(spec)) throw new CommandError('Location40240', 'The argument to $bucketAuto must be an object');
  const { groupBy, buckets, output = COUNTED, granularity } = spec;
  if (granularity !== undefined) throw notImplemented("the option 'granularity' of $bucketAuto");
  if (!Number.isInteger(buckets) || Number(buckets) < 1) {
    throw new CommandError('Location40243', "The $bucketAuto 'buckets' field must be greater than 0");
  }
  const keyed = (function* () {
    for (const step of source) {
      yield step === PAUSE
        ? PAUSE
        : { key: evalExpr(step, groupBy, options.update({ root: step })) ?? null, doc: step };
    }
  })();
  const sorted = yield* gathered(sortSteps(keyed, (entry) => entry, [['key', 1]]));
  const size = Math.max(1, Math.round(sorted.length / Number(buckets)));
  for (let from = 0, bucket = 1; from < sorted.length; bucket++) {
    let to = bucket === buckets ? sorted.length : Math.min(from + size, sorted.length);
    while (to < sorted.length && valuesEqual(sorted[to]!.key, sorted[to - 1]!.key)) to++;
    const docs = sorted.slice(from, to).map(({ doc }) => doc);
    const [group] = yield* gathered(groupSteps(docs, { _id: null, ...(output as Doc) }, options));
    yield { ...group, _id: { min: sorted[from]!.key, max: (sorted[to] ?? sorted[to - 1]!).key } };
    yield PAUSE;
    from = to;
  }
}
