import { assert, notImplemented } from '../errors.js';
import { conjunctionOf } from '../query/conditions.js';
import { compileFilter } from '../query/filter.js';
import { Yielder } from '../query/pause.js';
import { checkOptions, documentOption, flag, numberOption, optionTable } from '../server/command.js';
import type { CollectionMeta, IndexMeta } from '../storage/catalog.js';
import type { Database } from '../storage/database.js';
import { fillIndexes } from '../storage/index-build.js';
import type { Doc } from '../values/bson.js';
import { valuesEqual } from '../values/compare.js';

// `background`, `v` and `ns` have no effect: builds have one form and one version, in the command's own namespace.
const INDEX_OPTIONS = optionTable({
  any: 'background v ns',
  object: 'key partialFilterExpression',
  string: 'name',
  whole: 'expireAfterSeconds',
  bool: 'unique sparse',
});

const PARTIAL_OPERATORS = new Set(['$eq', '$exists', '$gt', '$gte', '$lt', '$lte', '$type', '$in']);
const MAX_KEY_FIELDS = 32;
const MAX_EXPIRE_SECONDS = 0x7fffffff;

/** A requested index, before it has an id. */
type IndexRequest = Omit<IndexMeta, 'id' | 'multikey' | 'cut' | 'building'>;

function parseKey(key: Doc): [string, 1 | -1][] {
  const fields = Object.entries(key);
  assert(fields.length > 0, 'CannotCreateIndex', 'Index keys cannot be empty.');
  assert(fields.length <= MAX_KEY_FIELDS, 'CannotCreateIndex', `Index key has more than ${MAX_KEY_FIELDS} fields`);
  return fields.map(([path, direction]) => {
    if (typeof direction === 'string') throw notImplemented(`indexes of type '${direction}'`);
    if (path.includes('$**')) throw notImplemented('wildcard indexes');
    const number = Number(direction);
    const isDirection = Number.isFinite(number) && number !== 0;
    assert(isDirection, 'CannotCreateIndex', `Values in the index key pattern must be 1 or -1: ${path}`);
    const isPath = path.split('.').every((part) => part !== '' && !part.startsWith('$'));
    assert(isPath, 'CannotCreateIndex', `Index key contains an illegal field name: '${path}'.`);
    return [path, number > 0 ? 1 : -1];
  });
}

function checkPartial(expression: Doc): void {
  compileFilter(expression);
  const { conditions, complete } = conjunctionOf(expression);
  const refused = conditions.find(
    ({ operator, value }) => !PARTIAL_OPERATORS.has(operator) || (operator === '$exists' && !value),
  );
  const which = refused?.operator ?? JSON.stringify(expression);
  assert(complete && refused === undefined, 'CannotCreateIndex', `unsupported expression in partial index: ${which}`);
}

function parseIndex(spec: Doc): IndexRequest {
  checkOptions('createIndexes.indexes', INDEX_OPTIONS, spec, 'InvalidIndexSpecificationOption');
  const expireAfterSeconds = numberOption(spec, 'expireAfterSeconds');
  const partial = spec['partialFilterExpression'] as Doc | undefined;
  const [unique, sparse] = [flag(spec, 'unique'), flag(spec, 'sparse')];
  const key = parseKey(documentOption(spec, 'key'));
  const name = String(spec['name'] ?? key.map((field) => field.join('_')).join('_'));
  assert(name !== '', 'CannotCreateIndex', 'index name must not be empty');
  const mayExpire = expireAfterSeconds === undefined || (key.length === 1 && expireAfterSeconds <= MAX_EXPIRE_SECONDS);
  assert(mayExpire, 'CannotCreateIndex', `TTL: one field, and expireAfterSeconds up to ${MAX_EXPIRE_SECONDS}`);
  if (partial !== undefined) checkPartial(partial);
  assert(partial === undefined || !sparse, 'CannotCreateIndex', 'cannot mix partialFilterExpression and sparse');
  return { name, key, unique, sparse, partial, expireAfterSeconds };
}

/** An index in the format of listIndexes. */
export function indexSpec(index: IndexMeta | IndexRequest): Doc {
  const { key, name, unique, sparse, partial, expireAfterSeconds } = index;
  return {
    v: 2,
    key: Object.fromEntries(key),
    name,
    ...(unique && name !== '_id_' ? { unique } : {}),
    ...(sparse ? { sparse } : {}),
    ...(partial === undefined ? {} : { partialFilterExpression: partial }),
    ...(expireAfterSeconds === undefined ? {} : { expireAfterSeconds }),
  };
}

/** Whether the collection has this index. @throws CommandError when its name or key belongs to a different one */
function indexExists(collection: CollectionMeta, request: IndexRequest): boolean {
  if (String(request.key) === '_id,1') return true;
  const { name: _name, ...spec } = indexSpec(request);
  for (const index of collection.indexes) {
    const { name: _other, ...have } = indexSpec(index);
    const isSame = valuesEqual(have, spec);
    if (index.name === request.name) {
      assert(isSame, 'IndexKeySpecsConflict', `An existing index of another kind has the name ${request.name}`);
      return true;
    }
    const isOther = !valuesEqual(index.key, request.key) || !valuesEqual(index.partial, request.partial);
    assert(isOther, 'IndexOptionsConflict', `Index already exists with a different name: ${index.name}`);
  }
  return false;
}

/** Serialises index creation, so that a repeated request finds the finished index. */
const pendingCreations = new WeakMap<Database, Promise<unknown>>();

/**
 * Creates the missing indexes while other commands read and write.
 *
 * @returns index counts before and after, and whether the collection was created
 * @throws CommandError CannotCreateIndex, IndexKeySpecsConflict, DuplicateKey and others; then no index is created
 */
export async function createIndexes(
  db: Database,
  dbName: string,
  name: string,
  specs: readonly Doc[],
  yielder = new Yielder(),
) {
  const requests = specs.map(parseIndex);
  const make = async () => {
    const { collection, ids, ...counts } = await db.write(() => {
      const createdCollectionAutomatically = db.catalog.get(dbName, name) === undefined;
      let current = db.catalog.ensure(dbName, name);
      const numIndexesBefore = current.indexes.length;
      const made: number[] = [];
      for (const request of requests) {
        if (indexExists(current, request)) continue;
        const id = db.catalog.allocateId();
        const index = { ...request, id, multikey: request.key.map(() => false), cut: false, building: true };
        current = db.catalog.put({ ...current, indexes: [...current.indexes, index] });
        made.push(id);
      }
      const numIndexesAfter = current.indexes.length;
      return { collection: current, ids: made, numIndexesBefore, numIndexesAfter, createdCollectionAutomatically };
    });
    await fillIndexes(db, collection, ids, yielder);
    return counts;
  };
  const creation = (pendingCreations.get(db) ?? Promise.resolve()).then(make);
  pendingCreations.set(db, Promise.allSettled([creation]));
  return creation;
}
