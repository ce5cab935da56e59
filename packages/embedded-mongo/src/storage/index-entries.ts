import { CommandError } from '../errors.js';
import { compileFilter, type Predicate } from '../query/filter.js';
import { type Doc, isDocument } from '../values/bson.js';
import { EMPTY_ARRAY } from '../values/compare.js';
import { encodeField, type EncodedKey } from '../values/index-key.js';
import { isIndex, MISSING } from '../values/paths.js';
import type { IndexMeta } from './catalog.js';

/** The keys of one document in one index. */
export interface IndexEntries {
  /** Encoded values, keyed by their latin1 form to drop duplicates. */
  readonly keys: ReadonlyMap<string, Buffer>;
  /** For each index field: whether an array lay on its path. */
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

/** A key field during the descent into a document: the current value and the rest of its path. */
interface Field {
  readonly value: unknown;
  /** Undefined once the value is the field's own. */
  readonly rest: readonly string[] | undefined;
}

/** Descends until it reaches the field's own value or an array. */
function descend({ value, rest }: Field): Field {
  if (rest === undefined) return { value, rest };
  const [part, ...others] = rest;
  if (Array.isArray(value)) {
    const isInside = part !== undefined && isIndex(part) && Number(part) < value.length;
    return isInside ? descend({ value: value[Number(part)], rest: others }) : { value, rest };
  }
  if (part === undefined) return { value, rest: undefined };
  if (!isDocument(value) || !Object.hasOwn(value, part)) return { value: MISSING, rest: undefined };
  return descend({ value: value[part], rest: others });
}

/** The field's state inside one element of the array it reached. */
function enter({ value, rest }: Field, element: unknown): Field {
  if (rest === undefined) return { value, rest };
  // At the end of a path, elements are taken as they are; a nested array is one value.
  if (rest.length === 0) return { value: element, rest: undefined };
  return isDocument(element) ? { value: element, rest } : { value: MISSING, rest: undefined };
}

/**
 * All value combinations that a document has in an index. Each step enters the one array that several fields may share,
 * so that values of the same element stay together.
 *
 * @param multikey set to true for each field with an array on its path
 * @throws CommandError CannotIndexParallelArrays when two fields lead to different arrays
 */
function expand(fields: readonly Field[], multikey: boolean[], index: IndexMeta): unknown[][] {
  const reached = fields.map(descend);
  const first = reached.findIndex(({ rest }) => rest !== undefined);
  if (first === -1) return [reached.map(({ value }) => value)];
  const array = reached[first]!.value as unknown[];
  for (const [i, { value, rest }] of reached.entries()) {
    if (rest === undefined) continue;
    if (value !== array) {
      const paths = `[${index.key[i]![0]}] [${index.key[first]![0]}]`;
      throw new CommandError('CannotIndexParallelArrays', `cannot index parallel arrays ${paths}`);
    }
    multikey[i] = true;
  }
  const elements: unknown[] = array.length === 0 ? [EMPTY_ARRAY] : array;
  const inside = (element: unknown): Field[] => reached.map((field) => enter(field, element));
  return elements.flatMap((element) => expand(inside(element), multikey, index));
}

const fieldsOf = (index: IndexMeta, doc: Doc): Field[] =>
  index.key.map(([path]) => ({ value: doc, rest: path.split('.') }));

/** Checks that an index can have entries of a document. @throws CommandError CannotIndexParallelArrays */
export function checkIndexable(index: IndexMeta, doc: Doc): void {
  if (inPartial(index, doc)) expand(fieldsOf(index, doc), [], index);
}

/**
 * The entries that a document has, or would have, in an index.
 *
 * @param whole keeps long values in full instead of truncating them
 */
export function entriesOf(index: IndexMeta, doc: Doc | undefined, whole = false): IndexEntries {
  if (doc === undefined || !inPartial(index, doc)) return NO_ENTRIES;
  const multikey = index.key.map(() => false);
  const keys = new Map<string, Buffer>();
  let anyCut = false;
  // The keys of a document differ in the fields of its array alone: the others are encoded once.
  const last: { value: unknown; encoded: EncodedKey }[] = [];
  for (const row of expand(fieldsOf(index, doc), multikey, index)) {
    if (index.sparse && row.every((value) => value === MISSING)) continue;
    const encoded = row.map((value, i) => {
      if (last[i] === undefined || !Object.is(last[i].value, value))
        last[i] = { value, encoded: encodeField(value, index.key[i]![1], row.length, whole ? Infinity : undefined) };
      return last[i].encoded;
    });
    const bytes = Buffer.concat(encoded.map((field) => field.bytes));
    anyCut ||= encoded.some(({ cut }) => cut);
    keys.set(bytes.toString('latin1'), bytes);
  }
  return { keys, multikey, cut: anyCut };
}
