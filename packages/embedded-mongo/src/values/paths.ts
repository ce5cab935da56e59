import { isDocument } from './bson.js';

/** The value of an absent field. */
export const MISSING = Symbol('missing');

const DIGITS = /^\d+$/;

/** Whether a path segment may be an array position. */
export function isIndex(part: string): boolean {
  return DIGITS.test(part);
}

/**
 * Visits the values at a dotted path, as MongoDB's matcher does: it enters arrays by element (documents only) and by
 * position. An absent field yields `MISSING`, except below array elements that are not documents. Stops at the first
 * `true`.
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

/** Like `visitPath`, but also visits the elements of an array at the end of the path, as ordinary comparisons do. */
export function visitValues(value: unknown, parts: readonly string[], visit: (leaf: unknown) => boolean): boolean {
  return visitPath(
    value,
    parts,
    (leaf) => visit(leaf) || (Array.isArray(leaf) && leaf.some((element) => visit(element))),
  );
}
