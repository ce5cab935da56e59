import { CommandError, notImplemented } from '../errors.js';
import { conjunctionOf } from '../query/conditions.js';
import { compileFilter } from '../query/filter.js';
import { Breather } from '../query/pause.js';
import { collectionName, type CommandDefinition, findCollection } from '../server/context.js';
import { checkOptions, type Options } from '../server/options.js';
import { type CollectionMeta, type IndexMeta } from '../storage/catalog.js';
import type { Database } from '../storage/database.js';
import { fillIndexes, reclaim } from '../storage/index-build.js';
import { type Doc, isDocument } from '../values/bson.js';
import { valuesEqual } from '../values/compare.js';
import { batchOf } from './batches.js';
import { ensureCollection } from './writing.js';

// Without meaning here: index builds have one form, one version, and belong to the command's own namespace.
const INDEX_OPTIONS: Options = {
  any: 'key name expireAfterSeconds partialFilterExpression background v ns',
  bool: 'unique sparse',
  refused:
    'collation hidden storageEngine weights default_language language_override textIndexVersion 2dsphereIndexVersion bits min max wildcardProjection clustered prepareUnique',
};

const PARTIAL_OPERATORS = new Set(['$eq', '$exists', '$gt', '$gte', '$lt', '$lte', '$type', '$in']);
const MAX_KEY_FIELDS = 32;

/** An index as it is asked for; its id comes when it is made. */
type IndexRequest = Omit<IndexMeta, 'id' | 'multikey' | 'cut' | 'building'>;

function parseKey(key: unknown): [string, 1 | -1][] {
  if (!isDocument(key) || Object.keys(key).length === 0) {
    throw new CommandError('CannotCreateIndex', 'Index keys cannot be empty.');
  }
  const fields = Object.entries(key);
  if (fields.length > MAX_KEY_FIELDS) throw new CommandError('CannotCreateIndex', 'Index key has more than 32 fields');
  return fields.map(([path, direction]) => {
    if (typeof direction === 'string') throw notImplemented(`indexes of type '${direction}'`);
    if (path.includes('$**')) throw notImplemented('wildcard indexes');
    const number = Number(direction);
    if (!Number.isFinite(number) || number === 0) {
      throw new CommandError('CannotCreateIndex', `Values in the index key pattern must be 1 or -1: ${path}`);
    }
    if (path === '' || path.split('.').some((part) => part === '' || part.startsWith('$'))) {
      throw new CommandError('CannotCreateIndex', `Index key contains an illegal field name: '${path}'.`);
    }
    return [path, number > 0 ? 1 : -1];
  });
}

function parsePartial(expression: unknown): Doc {
  if (!isDocument(expression)) {
    throw new CommandError('CannotCreateIndex', "The field 'partialFilterExpression' must be an object");
  }
  compileFilter(expression);
  const { conditions, complete } = conjunctionOf(expression);
  const refused = conditions.find(
    ({ operator, value }) => !PARTIAL_OPERATORS.has(operator) || (operator === '$exists' && !value),
  );
  if (!complete || refused !== undefined) {
    throw new CommandError(
      'CannotCreateIndex',
      `unsupported expression in partial index: ${refused === undefined ? JSON.stringify(expression) : refused.operator}`,
    );
  }
  return expression;
}

function parseIndex(spec: Doc): IndexRequest {
  checkOptions(
    'createIndexes.indexes',
    INDEX_OPTIONS,
    spec,
    (name) =>
      new CommandError(
        'InvalidIndexSpecificationOption',
        `The field '${name}' is not valid for an index specification.`,
      ),
  );
  const key = parseKey(spec['key']);
  const name = spec['name'] ?? key.map(([path, direction]) => `${path}_${direction}`).join('_');
  if (typeof name !== 'string' || name === '')
    throw new CommandError('CannotCreateIndex', 'index name must be a string');
  const expire = spec['expireAfterSeconds'];
  if (expire !== undefined && (typeof expire !== 'number' || expire < 0 || expire > 0x7fffffff)) {
    throw new CommandError('CannotCreateIndex', 'TTL index expireAfterSeconds must be a number from 0 to 2147483647');
  }
  if (expire !== undefined && key.length > 1) {
    throw new CommandError(
      'CannotCreateIndex',
      'TTL indexes are single-field indexes, compound indexes do not support TTL.',
    );
  }
  const partial = spec['partialFilterExpression'];
  if (partial !== undefined && spec['sparse'] === true) {
    throw new CommandError('CannotCreateIndex', "cannot mix 'partialFilterExpression' and 'sparse' options");
  }
  return {
    name,
    key,
    unique: Boolean(spec['unique']),
    sparse: Boolean(spec['sparse']),
    ...(partial === undefined ? {} : { partial: parsePartial(partial) }),
    ...(expire === undefined ? {} : { expireAfterSeconds: expire }),
  };
}

/** An index as listIndexes shows it. */
export function indexSpec(index: IndexMeta | IndexRequest): Doc {
  return {
    v: 2,
    key: Object.fromEntries(index.key),
    name: index.name,
    ...(index.unique && index.name !== '_id_' ? { unique: true } : {}),
    ...(index.sparse ? { sparse: true } : {}),
    ...(index.partial === undefined ? {} : { partialFilterExpression: index.partial }),
    ...(index.expireAfterSeconds === undefined ? {} : { expireAfterSeconds: index.expireAfterSeconds }),
  };
}

/** Whether the collection has this very index. @throws CommandError when it has another one under its name or its key */
function alreadyThere(collection: CollectionMeta, wanted: IndexRequest): boolean {
  const sameKey = (index: IndexMeta): boolean => valuesEqual([...index.key], [...wanted.key]);
  if (wanted.key.length === 1 && wanted.key[0]![0] === '_id' && wanted.key[0]![1] === 1) return true;
  for (const index of collection.indexes) {
    if (index.name !== wanted.name && !sameKey(index)) continue;
    const { name: _name, ...have } = indexSpec(index);
    const { name: _other, ...want } = indexSpec(wanted);
    const same = valuesEqual(have, want);
    if (index.name === wanted.name && same) return true;
    if (index.name === wanted.name) {
      throw new CommandError(
        'IndexKeySpecsConflict',
        `An existing index has the same name as the requested index. Requested index: ${JSON.stringify(want)}, existing index: ${JSON.stringify(have)}`,
      );
    }
    if (same || valuesEqual(index.partial ?? null, wanted.partial ?? null)) {
      throw new CommandError('IndexOptionsConflict', `Index already exists with a different name: ${index.name}`);
    }
  }
  return false;
}

/** Creations of indexes wait for each other, so that a repeat finds the index made. */
const turns = new WeakMap<Database, Promise<unknown>>();

/**
 * Makes those of the indexes that are not there yet, while others go on reading and writing.
 *
 * @returns how many indexes there were and are, and whether the collection was made
 * @throws CommandError CannotCreateIndex, IndexKeySpecsConflict, DuplicateKey and others; then none of them is made
 */
export function makeIndexes(
  db: Database,
  dbName: string,
  name: string,
  specs: readonly Doc[],
  breather = new Breather(),
) {
  const turn = (turns.get(db) ?? Promise.resolve()).then(() =>
    makeInTurn(db, dbName, name, specs.map(parseIndex), breather),
  );
  turns.set(
    db,
    turn.catch(() => undefined),
  );
  return turn;
}

async function makeInTurn(
  db: Database,
  dbName: string,
  name: string,
  wanted: readonly IndexRequest[],
  breather: Breather,
) {
  const { collection, made, ...counts } = await db.write(() => {
    const createdCollectionAutomatically = db.catalog.get(dbName, name) === undefined;
    let current = ensureCollection(db, dbName, name);
    const numIndexesBefore = current.indexes.length;
    const ids: number[] = [];
    for (const request of wanted) {
      if (alreadyThere(current, request)) continue;
      const id = db.catalog.allocateId();
      const index = { ...request, id, multikey: request.key.map(() => false), cut: false, building: true };
      current = db.catalog.put({ ...current, indexes: [...current.indexes, index] });
      ids.push(id);
    }
    const numIndexesAfter = current.indexes.length;
    return { collection: current, made: ids, numIndexesBefore, numIndexesAfter, createdCollectionAutomatically };
  });
  await fillIndexes(db, collection, made, breather);
  return counts;
}

const createIndexes: CommandDefinition = {
  options: { array: 'indexes', any: 'commitQuorum' },
  async run(context) {
    const { command, services, dbName } = context;
    const name = collectionName(context);
    const specs = command['indexes'];
    if (!Array.isArray(specs) || specs.length === 0 || !specs.every(isDocument)) {
      throw new CommandError('BadValue', 'Must specify at least one index to create');
    }
    return { ...(await makeIndexes(services.db, dbName, name, specs, context.breather)), ok: 1 };
  },
};

function selected(collection: CollectionMeta, which: unknown): IndexMeta[] {
  if (which === '*') return collection.indexes.filter(({ name }) => name !== '_id_');
  if (Array.isArray(which)) return which.flatMap((name) => selected(collection, name));
  const found = collection.indexes.filter(
    ({ name, key }) => name === which || (isDocument(which) && valuesEqual(Object.fromEntries(key), which)),
  );
  if (found.length === 0)
    throw new CommandError('IndexNotFound', `index not found with name [${JSON.stringify(which)}]`);
  if (found.some(({ name }) => name === '_id_')) throw new CommandError('InvalidOptions', 'cannot drop _id index');
  return found;
}

const dropIndexes: CommandDefinition = {
  options: { any: 'index' },
  async run(context) {
    const { command, services, dbName } = context;
    const name = collectionName(context);
    const { gone, nIndexesWas } = await services.db.write(() => {
      const collection = services.db.catalog.get(dbName, name);
      if (collection === undefined) throw new CommandError('NamespaceNotFound', `ns not found ${dbName}.${name}`);
      const dropped = selected(collection, command['index']);
      services.db.catalog.put({
        ...collection,
        indexes: collection.indexes.filter((index) => !dropped.includes(index)),
      });
      return { gone: dropped.map(({ id }) => id), nIndexesWas: collection.indexes.length };
    });
    await reclaim(services.db, 'index', gone);
    return { nIndexesWas, ok: 1 };
  },
};

const listIndexes: CommandDefinition = {
  options: { object: 'cursor' },
  async run(context) {
    const name = collectionName(context);
    const collection = findCollection(context, name);
    if (collection === undefined) {
      throw new CommandError('NamespaceNotFound', `ns does not exist: ${context.dbName}.${name}`);
    }
    return batchOf(context, `${context.dbName}.${name}`, collection.indexes.map(indexSpec));
  },
};

/** The commands on indexes. */
export const indexCommands: Record<string, CommandDefinition> = {
  createIndexes,
  dropIndexes,
  deleteIndexes: dropIndexes,
  listIndexes,
};
