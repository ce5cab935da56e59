import { assert, CommandError } from '../errors.js';
import { compileFilter, type Condition, conditionsOf, type Predicate } from '../query/filter.js';
import { type Doc, isDocument, isOperatorDocument } from '../values/bson.js';
import { isRegex, toPlain } from '../values/compare.js';
import { isIndex, MISSING } from '../values/paths.js';

/** The value at a concrete path of a document or array, or `MISSING`. */
export function getAt(container: unknown, parts: readonly string[]): unknown {
  let value = container;
  for (const part of parts) {
    if (Array.isArray(value) && isIndex(part) && Number(part) < value.length) value = value[Number(part)];
    else if (isDocument(value) && Object.hasOwn(value, part)) value = value[part];
    else return MISSING;
  }
  return value;
}

/** Array elements that an update may append as padding, as in MongoDB. */
const MAX_BACKFILL = 1_500_000;

function putInto(container: unknown, part: string, value: unknown, path: string): void {
  if (Array.isArray(container) && isIndex(part)) {
    const isNear = Number(part) <= container.length + MAX_BACKFILL;
    assert(isNear, 'BadValue', `can't backfill more than ${MAX_BACKFILL} elements (path '${path}')`);
    while (container.length < Number(part)) container.push(null);
    container[Number(part)] = value;
  } else if (isDocument(container)) {
    // Assigning to `__proto__` would not create a field.
    Object.defineProperty(container, part, { value, enumerable: true, configurable: true, writable: true });
  } else {
    throw new CommandError('PathNotViable', `Cannot create field '${part}' in element at path '${path}'`);
  }
}

/** Sets the value at a concrete path, creating documents on the way. @throws CommandError PathNotViable */
export function setAt(doc: Doc, parts: readonly string[], value: unknown): void {
  let container: unknown = doc;
  for (const [i, part] of parts.entries()) {
    const isLast = i === parts.length - 1;
    const present = isLast ? MISSING : getAt(container, [part]);
    const next = present !== MISSING ? present : isLast ? value : {};
    if (present === MISSING) putInto(container, part, next, parts.join('.'));
    container = next;
  }
}

/** Removes the field at a concrete path; an array element becomes null. */
export function unsetAt(doc: Doc, parts: readonly string[]): void {
  const container = getAt(doc, parts.slice(0, -1));
  const last = parts.at(-1)!;
  if (Array.isArray(container) && isIndex(last)) {
    if (Number(last) < container.length) container[Number(last)] = null;
  } else if (isDocument(container)) {
    delete container[last];
  }
}

/** What resolves the placeholders of a path in one document. */
export interface Placeholders {
  /** The filter that found the document, plain. */
  readonly filter: Doc;
  /** The matched document, plain. */
  readonly found: Doc;
  readonly arrayFilters: ReadonlyMap<string, Predicate>;
}

/** Compiles `arrayFilters` by identifier. Every identifier must occur in the update's paths. @throws CommandError */
export function compileArrayFilters(filters: readonly unknown[], paths: readonly string[]): Map<string, Predicate> {
  const compiled = new Map<string, Predicate>();
  for (const filter of filters) {
    assert(isDocument(filter), 'TypeMismatch', 'each array filter has to be a document');
    const [name, ...others] = new Set(identifiersOf(filter));
    const isOne = name !== undefined && others.length === 0 && !compiled.has(name);
    assert(isOne, 'FailedToParse', 'each array filter has to name one identifier of its own');
    const isName = /^[a-z][a-zA-Z0-9]*$/.test(name);
    assert(isName, 'BadValue', `The array filter identifier '${name}' has to begin with a lowercase letter`);
    const isUsed = paths.some((path) => path.split('.').includes(`$[${name}]`));
    assert(isUsed, 'FailedToParse', `The array filter for identifier '${name}' was not used in the update`);
    compiled.set(name, compileFilter(filter));
  }
  return compiled;
}

function identifiersOf(filter: Doc): string[] {
  return Object.entries(filter).flatMap(([name, value]) =>
    name.startsWith('$') && Array.isArray(value)
      ? value.flatMap((branch) => (isDocument(branch) ? identifiersOf(branch) : []))
      : [name.split('.', 1)[0]!],
  );
}

/** The position of the array element that the filter matched. @throws CommandError when there is none */
export function matchedPosition(
  path: readonly string[],
  { filter, found }: Pick<Placeholders, 'filter' | 'found'>,
): number {
  const array = getAt(found, path);
  const name = path.join('.');
  const parts = (part: Doc): Doc[] =>
    Object.entries(part).flatMap(([field, value]) => {
      if (field === '$and' || field === '$or') return (value as Doc[]).flatMap(parts);
      if (field === name) return [{ v: value }];
      return field.startsWith(`${name}.`) ? [{ [`v.${field.slice(name.length + 1)}`]: value }] : [];
    });
  const tests = parts(filter).map((part) => compileFilter(part));
  if (Array.isArray(array) && tests.length > 0) {
    const counts = array.map((element) => tests.filter((test) => test({ v: [element] })).length);
    const best = Math.max(...counts);
    if (best > 0) return counts.indexOf(best);
  }
  throw new CommandError('BadValue', 'The positional operator did not find the match needed from the query.');
}

/** Resolves `$`, `$[]` and `$[id]` to the concrete paths in a document. */
export function concretePaths(doc: Doc, path: string, placeholders: Placeholders): string[][] {
  let paths: string[][] = [[]];
  for (const part of path.split('.')) {
    assert(part !== '', 'EmptyFieldName', `The update path '${path}' has an empty field name.`);
    paths = paths.flatMap((head) => {
      if (!part.startsWith('$') || (part !== '$' && !part.startsWith('$['))) return [[...head, part]];
      if (part === '$') return [[...head, String(matchedPosition(head, placeholders))]];
      const array = getAt(doc, head);
      assert(Array.isArray(array), 'BadValue', `The path '${head.join('.')}' must be an array to apply array updates.`);
      const id = part.slice(2, -1);
      const test = placeholders.arrayFilters.get(id);
      assert(id === '' || test, 'BadValue', `No array filter found for identifier '${id}' in path '${path}'`);
      return array.flatMap((element, i) =>
        test === undefined || test({ [id]: toPlain(element) }) ? [[...head, String(i)]] : [],
      );
    });
  }
  return paths;
}

/** The values that a condition defines. The planner's necessary conditions are more, such as those in `$elemMatch`. */
function definedValues({ operator, value }: Condition): unknown[] {
  if (operator === '$eq') return [value];
  const list = Array.isArray(value) ? (value as unknown[]) : [];
  const isDefining = operator === '$all' || (operator === '$in' && list.length === 1);
  return isDefining ? list.filter((item) => !isRegex(item) && !isOperatorDocument(item)) : [];
}

/**
 * The fields that an upsert takes from its filter.
 *
 * @param onlyId whether a replacement takes the `_id` alone
 * @throws CommandError when the filter defines a path twice, or a part of a replacement's `_id`
 */
export function equalitiesOf(filter: Doc, onlyId: boolean, found: Doc = {}): Doc {
  for (const condition of conditionsOf(filter)) {
    const { path, operator, value } = condition;
    const branches = Array.isArray(value) ? (value as Doc[]) : [];
    if (operator === '$and' || (operator === '$or' && branches.length === 1))
      branches.forEach((branch) => equalitiesOf(branch, onlyId, found));
    for (const defined of definedValues(condition)) {
      if (onlyId && !`${path}.`.startsWith('_id.')) continue;
      const isWhole = !onlyId || path === '_id';
      assert(
        isWhole,
        'NotExactValueField',
        `field at '_id' must be exactly specified, field at sub-path '${path}' found`,
      );
      const other = Object.keys(found).find((it) => `${it}.`.startsWith(`${path}.`) || path.startsWith(`${it}.`));
      const clash =
        other === path ? `path '${path}' is matched twice` : `both paths '${path}' and '${other}' are matched`;
      assert(other === undefined, 'NotSingleValueField', `cannot infer query fields to set, ${clash}`);
      Object.defineProperty(found, path, { value: defined, enumerable: true });
    }
  }
  return found;
}
