import { evalExpr } from 'mingo/core';
import { demand } from '../errors.js';
import { setAt, unsetAt } from '../update/paths.js';
import { type Doc, isDocument, isOperatorDocument } from '../values/bson.js';
import type { DocSteps, Steps } from './pause.js';
import { each, type StageOptions } from './stage-context.js';

/** A document with another value at a path, sharing all else; in an array, each of its documents. Undefined removes. */
function copiedWith(within: unknown, [name, ...rest]: readonly string[], value: unknown): unknown {
  if (Array.isArray(within)) return within.map((element) => copiedWith(element, [name!, ...rest], value));
  const doc: Doc = isDocument(within) ? within : {};
  if (rest.length > 0) {
    if (value === undefined && !isDocument(doc[name!]) && !Array.isArray(doc[name!])) return within;
    return { ...doc, [name!]: copiedWith(doc[name!], rest, value) };
  }
  if (value !== undefined) return { ...doc, [name!]: value };
  const { [name!]: _removed, ...others } = doc;
  return isDocument(within) ? others : within;
}

/** The paths that a specification gives values to; documents in it are parts of paths. */
function pathsOf(spec: Doc, prefix: readonly string[]): [path: string[], expression: unknown][] {
  return Object.entries(spec).flatMap(([name, expression]) => {
    const path = [...prefix, ...name.split('.')];
    return isDocument(expression) && !isOperatorDocument(expression) && Object.keys(expression).length > 0
      ? pathsOf(expression, path)
      : [[path, expression] as [string[], unknown]];
  });
}

/** The `$addFields` stage. */
export function addFieldsSteps(source: Steps<Doc>, spec: unknown, options: StageOptions): DocSteps {
  const paths = isDocument(spec) ? pathsOf(spec, []) : [];
  demand(paths.length > 0, 'Location40177', 'invalid $addFields: a specification must have at least one field');
  return each(source, (doc) => {
    const own = options.update({ root: doc });
    const values = paths.map(([, expression]) => evalExpr(doc, expression, own));
    return [paths.reduce<Doc>((whole, [path], i) => copiedWith(whole, path, values[i]) as Doc, doc)];
  });
}

/** The `$unwind` stage. */
export function unwindSteps(source: Steps<Doc>, spec: unknown): DocSteps {
  const given: Doc = isDocument(spec) ? spec : { path: spec };
  const { path, includeArrayIndex: index, preserveNullAndEmptyArrays: keeps } = given;
  const isPath = typeof path === 'string' && /^\$[^$]/.test(path);
  demand(isPath, 'Location28818', "path option to $unwind stage should be prefixed with a '$'");
  const parts = path.slice(1).split('.');
  const formed = (doc: Doc, position: number | null): Doc => {
    if (typeof index === 'string') setAt(doc, index.split('.'), position);
    return doc;
  };
  return each(source, (doc) => {
    const value = parts.reduce<unknown>((inner, name) => (isDocument(inner) ? inner[name] : undefined), doc);
    const isEmpty = value === undefined || value === null || (Array.isArray(value) && value.length === 0);
    if (isEmpty && keeps !== true) return [];
    if (Array.isArray(value) && !isEmpty) {
      return value.map((item: unknown, i) => formed(copiedWith(doc, parts, item) as Doc, i));
    }
    if (Array.isArray(value)) unsetAt(doc, parts);
    return [formed(doc, null)];
  });
}
