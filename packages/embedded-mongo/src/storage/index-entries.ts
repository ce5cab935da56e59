import { CommandError } from '../errors.js';
import { compileFilter, type Predicate } from '../query/filter.js';
import { type Doc, isDocument } from '../values/bson.js';
import { EMPTY_ARRAY } from '../values/compare.js';
import { encodeField } from '../values/index-key.js';
import { isIndex, MISSING } from '../values/paths.js';
import type { IndexMeta } from './catalog.js';

/** The keys of one document in one index. */
export interface IndexEntries {
  /** Encoded values by their hex form, without doubles. */
  readonly keys: ReadonlyMap<string, Buffer>;
  /** For each field of the index: whether an array lay on its path. */
  readonly multikey: readonly boolean[];
  readonly cut: boolean;
}

const NO_ENTRIES: IndexEntries = { keys: new Map(), multikey: [], cut: false };

const partialFilters = new WeakMap<Doc, Predicate>();

/** Whether a document satisfies an index's partialFilterExpression. */
function inPartial(index: IndexMeta, doc: Doc): boolean {
  if (index.partial === undefined) return true;
  let predicate = partialFilters.get(index.partial);
  if (predicate === undefined) {
    predicate = compileFilter(index.partial);
    partialFilters.set(index.partial, predicate);
  }
  return predicate(doc);
}

/** A field of the key on its way into a document: settled at a value, or at `value` with `rest` of its path to go. */
type Field =
  | { readonly settled: true; readonly value: unknown }
  | { readonly settled: false; readonly value: unknown; readonly rest: readonly string[] };

/** Walks into documents until a value is settled or an array is reached. */
function descend(field: Field): Field {
  if (field.settled) return field;
  let { value, rest } = field;
  while (rest.length > 0) {
    const part = rest[0]!;
    if (Array.isArray(value)) {
      if (!isIndex(part) || Number(part) >= value.length) return { settled: false, value, rest };
      value = value[Number(part)];
    } else if (isDocument(value) && Object.hasOwn(value, part)) {
      value = value[part];
    } else {
      return { settled: true, value: MISSING };
    }
    rest = rest.slice(1);
  }
  return Array.isArray(value) ? { settled: false, value, rest } : { settled: true, value };
}

/** A field's state inside one element of the array it has reached. */
function enter(field: Field, element: unknown): Field {
  if (field.settled) return field;
  // At its path's end an array gives its elements as they are; a nested array is one value.
  if (field.rest.length === 0) return { settled: true, value: element };
  return isDocument(element) ? { settled: false, value: element, rest: field.rest } : { settled: true, value: MISSING };
}

/**
 * All combinations of values that a document has in an index. At each step the one array that several fields may share is
 * entered, so that fields of one element stay together.
 *
 * @throws CommandError CannotIndexParallelArrays when two fields lead to different arrays
 */
function expand(fields: readonly Field[], multikey: boolean[], names: readonly string[]): unknown[][] {
  const reached = fields.map(descend);
  const first = reached.findIndex((field) => !field.settled);
  if (first === -1) return [reached.map(({ value }) => value)];
  const array = reached[first]!.value as unknown[];
  for (const [i, field] of reached.entries()) {
    if (field.settled) continue;
    if (field.value !== array) {
      throw new CommandError(
        'CannotIndexParallelArrays',
        `cannot index parallel arrays [${names[i]}] [${names[first]}]`,
      );
    }
    multikey[i] = true;
  }
  const elements: unknown[] = array.length === 0 ? [EMPTY_ARRAY] : array;
  return elements.flatMap((element) =>
    expand(
      reached.map((field) => enter(field, element)),
      multikey,
      names,
    ),
  );
}

/** The entries that a document has, or would have, in an index. */
export function entriesOf(index: IndexMeta, doc: Doc): IndexEntries {
  if (!inPartial(index, doc)) return NO_ENTRIES;
  const names = index.key.map(([path]) => path);
  const multikey = names.map(() => false);
  const rows = expand(
    names.map((path): Field => ({ settled: false, value: doc, rest: path.split('.') })),
    multikey,
    names,
  );
  const keys = new Map<string, Buffer>();
  let anyCut = false;
  for (const row of rows) {
    if (index.sparse && row.every((value) => value === MISSING)) continue;
    const fields = row.map((value, i) => encodeField(value, index.key[i]![1], row.length));
    const bytes = Buffer.concat(fields.map((field) => field.bytes));
    anyCut ||= fields.some((field) => field.cut);
    keys.set(bytes.toString('latin1'), bytes);
  }
  return { keys, multikey, cut: anyCut };
}
