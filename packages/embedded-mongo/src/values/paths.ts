import { isDocument } from './bson.js';

/** What a path leads to where the field is absent. */
export const MISSING = Symbol('missing');

const DIGITS = /^\d+$/;

/** Whether a path's part may name an array position. */
export function isIndex(part: string): boolean {
  return DIGITS.test(part);
}

/**
 * Calls `visit` for each value that a dotted path leads to, as MongoDB's matcher sees it: arrays on the way are entered
 * element by element (documents only) and by position; an absent field gives `MISSING`, except below array elements that
 * are no documents. Stops at the first `true`.
 *
 * @returns whether a visit returned true
 */
export function visitPath(
  value: unknown,
  parts: readonly string[],
  visit: (leaf: unknown) => boolean,
  depth = 0,
): boolean {
  if (depth === parts.length) return visit(value);
  const part = parts[depth]!;
  if (Array.isArray(value)) {
    if (isIndex(part) && Number(part) < value.length && visitPath(value[Number(part)], parts, visit, depth + 1)) {
      return true;
    }
    return value.some((element) => isDocument(element) && visitPath(element, parts, visit, depth));
  }
  if (!isDocument(value) || !Object.hasOwn(value, part) || value[part] === undefined) return visit(MISSING);
  return visitPath(value[part], parts, visit, depth + 1);
}

/**
 * As `visitPath`, and below an array at the path's end each of its elements too: the values an ordinary comparison looks at.
 */
export function visitValues(value: unknown, parts: readonly string[], visit: (leaf: unknown) => boolean): boolean {
  return visitPath(
    value,
    parts,
    (leaf) => visit(leaf) || (Array.isArray(leaf) && leaf.some((element) => visit(element))),
  );
}
