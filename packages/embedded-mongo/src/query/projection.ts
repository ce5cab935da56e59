import { evalExpr } from 'mingo/core';
import { CommandError } from '../errors.js';
import { type Doc, isDocument } from '../values/bson.js';
import { getAt, matchedPosition, setAt } from '../update/paths.js';
import { checkExpression, mingoOptions, perDocument, withCommandErrors } from './filter.js';

type Slice = { $slice: number | [number, number] };

function isSlice(value: unknown): value is Slice {
  if (!isDocument(value) || !Object.hasOwn(value, '$slice')) return false;
  const numbers = [value['$slice']].flat();
  return numbers.length <= 2 && numbers.every((number) => Number.isInteger(number));
}

// mingo returns fields in projection order with `_id` last; MongoDB keeps the document's order.
function reorderLike(source: Doc, projected: Doc): Doc {
  const ordered: Doc = {};
  for (const name of Object.keys(source)) if (Object.hasOwn(projected, name)) ordered[name] = projected[name];
  return Object.assign(ordered, projected);
}

/**
 * The fields that a projection keeps or leaves out, if it only names top-level fields: they can be copied from the stored bytes.
 *
 * @returns undefined for any other projection
 */
export function plainFields(projection: Doc): { names: string[]; areKept: boolean } | undefined {
  const { _id: id = 1, ...others } = projection;
  const names = Object.keys(others);
  const areAll = (...values: unknown[]): boolean => names.every((name) => values.includes(others[name]));
  const areKept = areAll(1, true);
  const isPlain = names.length > 0 && (areKept || areAll(0, false)) && !names.some((name) => /[.$]/.test(name));
  const isWithId = id === 1 || id === true;
  if (!isPlain || !(isWithId || id === 0 || id === false)) return undefined;
  return { names: isWithId === areKept ? ['_id', ...names] : names, areKept };
}

/** @throws CommandError when a projection mixes inclusion and exclusion */
export function checkProjection(projection: Doc): void {
  const leavesOut = (value: unknown): boolean => value === 0 || value === false;
  const fields = Object.entries(projection).filter(([path, value]) => path !== '_id' && !isDocument(value));
  const [first] = fields;
  const other = fields.find(([, value]) => leavesOut(value) !== leavesOut(first![1]));
  if (other === undefined) return;
  const code = leavesOut(other[1]) ? 'Location31254' : 'Location31253';
  throw new CommandError(code, `a projection either keeps or leaves out fields, not both: ${other[0]}`);
}

/**
 * Compiles a projection.
 *
 * @param filter the query's filter, for the positional operator
 * @throws CommandError when the projection is malformed
 */
export function compileProjection(projection: Doc, filter: Doc, variables?: Doc): (found: Doc) => Doc {
  checkExpression(projection);
  checkProjection(projection);
  const entries = Object.entries(projection);
  const slices = entries.filter((entry): entry is [string, Slice] => isSlice(entry[1]));
  const positional = entries.filter(([path]) => path.endsWith('.$')).map(([path]) => path.split('.').slice(0, -1));
  const others = entries
    .filter(([, value]) => !isSlice(value))
    .map(([path, value]): [string, unknown] => [path.replace(/\.\$$/, ''), value]);
  const including = others.some(([path, value]) => path !== '_id' && value !== 0 && value !== false);
  // With inclusions, $slice includes its field; otherwise all other fields remain.
  const rest = Object.fromEntries([...others, ...(including ? slices.map(([path]) => [path, 1] as const) : [])]);
  const options = mingoOptions(variables);
  const project = Object.keys(rest).length === 0 ? undefined : perDocument({ $project: rest }, options);
  return (found) =>
    withCommandErrors(() => {
      const doc = project?.(found) ?? { ...found };
      for (const [path, { $slice }] of slices) {
        const list = getAt(doc, path.split('.'));
        const part = (): unknown => evalExpr(null, { $slice: [{ $literal: list }, ...[$slice].flat()] }, options);
        if (Array.isArray(list)) setAt(doc, path.split('.'), part());
      }
      for (const path of positional) {
        const list = getAt(doc, path);
        if (Array.isArray(list)) setAt(doc, path, [list[matchedPosition(path, { filter, found })]]);
      }
      return reorderLike(found, doc);
    });
}
