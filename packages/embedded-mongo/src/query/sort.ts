import { assert, CommandError, notImplemented } from '../errors.js';
import { type Doc, isDocument } from '../values/bson.js';
import { compareValues, EMPTY_ARRAY, toPlain } from '../values/compare.js';
import { visitPath } from '../values/paths.js';
import { collectSync, flatMap, PAUSE, type Steps } from './pause.js';

/** A sort as path and direction pairs. */
export type SortKeys = readonly (readonly [path: string, direction: 1 | -1])[];

/** Parses a sort document. @throws CommandError when a direction is neither 1 nor -1 */
export function parseSort(sort: unknown): SortKeys {
  if (sort === undefined || sort === null) return [];
  if (!isDocument(sort)) throw new CommandError('TypeMismatch', 'Expected field sort to be of type object');
  return Object.entries(sort).map(([path, direction]) => {
    if (isDocument(direction) && Object.hasOwn(direction, '$meta')) throw notImplemented('$meta sorts');
    const sign = Number(direction);
    if (sign !== 1 && sign !== -1) throw new CommandError('BadValue', `Illegal value for sort on '${path}'`);
    return [path, sign];
  });
}

/** A document's sort value; for an array its smallest element, or its largest when descending. */
function sortValue(doc: Doc, parts: readonly string[], direction: 1 | -1): unknown {
  let best: unknown;
  const consider = (value: unknown): void => {
    if (best === undefined || direction * compareValues(value, best) < 0) best = value ?? null;
  };
  visitPath(doc, parts, (leaf) => {
    if (!Array.isArray(leaf)) consider(leaf);
    else if (leaf.length === 0) consider(EMPTY_ARRAY);
    else leaf.forEach(consider);
    return false;
  });
  return best;
}

/** An entry with its sort values. */
type Keyed<T> = readonly [entry: T, values: readonly unknown[]];

/** Entries sorted without a yield point. */
const RUN_LENGTH = 500;

/**
 * Sorts entries by their documents, with yield points. Stable.
 *
 * @param keep how many of the first entries to return
 */
export function* sortSteps<T>(
  source: Steps<T>,
  docOf: (entry: T) => Doc,
  keys: SortKeys,
  keep = Infinity,
): Generator<T | typeof PAUSE> {
  const paths = keys.map(([path, direction]) => ({ parts: path.split('.'), direction }));
  const compare = ([, a]: Keyed<T>, [, b]: Keyed<T>): number => {
    for (const [i, { direction }] of paths.entries()) {
      const order = compareValues(a[i], b[i]);
      if (order !== 0) return order * direction;
    }
    return 0;
  };
  const merged = function* (a: Keyed<T>[], b: Keyed<T>[]): Generator<typeof PAUSE, Keyed<T>[]> {
    const out: Keyed<T>[] = [];
    for (let i = 0, j = 0; out.length < keep && (i < a.length || j < b.length);) {
      out.push(j === b.length || (i < a.length && compare(a[i]!, b[j]!) <= 0) ? a[i++]! : b[j++]!);
      if (out.length % RUN_LENGTH === 0) yield PAUSE;
    }
    return out;
  };
  // Sorted runs, each at most half as long as the previous one, so that every entry is merged few times.
  const runs: Keyed<T>[][] = [[]];
  const endRun = function* (isLast: boolean): Generator<typeof PAUSE> {
    runs.at(-1)!.sort(compare);
    while (runs.length > 1 && (isLast || runs.at(-1)!.length * 2 > runs.at(-2)!.length)) {
      const [before, last] = runs.splice(-2);
      runs.push(yield* merged(before!, last!));
    }
  };
  yield* flatMap(source, function* (entry): Generator<typeof PAUSE> {
    const doc = docOf(entry);
    const values = paths.map(({ parts, direction }) => sortValue(doc, parts, direction));
    if (runs.at(-1)!.push([entry, values]) < RUN_LENGTH) return;
    yield* endRun(false);
    runs.push([]);
    yield PAUSE;
  });
  yield* endRun(true);
  yield* flatMap(runs[0]!.slice(0, keep), ([entry]) => [entry]);
}

/** Sorts entries by their documents. Stable. */
export function sortBy<T>(entries: readonly T[], docOf: (entry: T) => Doc, keys: SortKeys): T[] {
  return collectSync(sortSteps(entries, docOf, keys));
}

/** Sorts a list in BSON order, or by fields of its documents. */
export function sortArray(list: unknown[], sort: unknown): unknown[] {
  const direction = toPlain(sort);
  if (isDocument(direction)) {
    return sortBy(list, (value) => [toPlain(value)].find(isDocument) ?? {}, parseSort(direction));
  }
  assert(direction === 1 || direction === -1, 'BadValue', 'The $sort element value must be 1 or -1');
  return list.toSorted((a, b) => direction * compareValues(a, b));
}
