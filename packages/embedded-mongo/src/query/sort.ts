import { type Iterator, Lazy } from 'mingo/lazy';
import { CommandError, notImplemented } from '../errors.js';
import { type Doc, isDocument } from '../values/bson.js';
import { compareValues, EMPTY_ARRAY } from '../values/compare.js';
import { MISSING, visitPath } from '../values/paths.js';

/** A sort as pairs of path and direction. */
export type SortKeys = readonly (readonly [path: string, direction: 1 | -1])[];

/** Reads a sort document. @throws CommandError when a direction is neither 1 nor -1 */
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

/** The value a document sorts by: of an array its least element, descending its greatest. */
function sortValue(doc: Doc, parts: readonly string[], direction: 1 | -1): unknown {
  let best: unknown = MISSING;
  let found = false;
  const consider = (value: unknown): void => {
    if (!found || direction * compareValues(value, best) < 0) best = value;
    found = true;
  };
  visitPath(doc, parts, (leaf) => {
    if (!Array.isArray(leaf)) consider(leaf);
    else if (leaf.length === 0) consider(EMPTY_ARRAY);
    else leaf.forEach(consider);
    return false;
  });
  return best;
}

/** Sorts entries by their documents, keeping the order of equal ones. */
export function sortBy<T>(entries: readonly T[], docOf: (entry: T) => Doc, keys: SortKeys): T[] {
  const paths = keys.map(([path, direction]) => ({ parts: path.split('.'), direction }));
  const keyed = entries.map((entry) => ({
    entry,
    values: paths.map(({ parts, direction }) => sortValue(docOf(entry), parts, direction)),
  }));
  keyed.sort((a, b) => {
    for (const [i, { direction }] of paths.entries()) {
      const order = compareValues(a.values[i], b.values[i]);
      if (order !== 0) return order * direction;
    }
    return 0;
  });
  return keyed.map(({ entry }) => entry);
}

/** The `$sort` stage in BSON's order. */
export function sortStage(source: Iterator, sort: unknown): Iterator {
  const keys = parseSort(sort);
  if (keys.length === 0) throw new CommandError('BadValue', '$sort stage must have at least one sort key');
  return source.transform((docs) => Lazy(sortBy(docs as Doc[], (doc) => doc, keys)));
}
