import { CommandError, notImplemented } from '../errors.js';
import { conjunctionOf } from '../query/conditions.js';
import { compileFilter } from '../query/filter.js';
import { Breather } from '../query/pause.js';
import { collectionName, type CommandDefinition, type Commands, existingCollection } from '../server/context.js';
import { checkOptions, optionTable } from '../server/options.js';
import { type CollectionMeta, type IndexMeta } from '../storage/catalog.js';
import type { Database } from '../storage/database.js';
import { fillIndexes, reclaim } from '../storage/index-build.js';
import { type Doc, isDocument } from '../values/bson.js';
import { valuesEqual } from '../values/compare.js';
import { answerAll } from './searches.js';
import { ensureCollection } from './writing.js';

// Without meaning here: index builds have one form, one version, and belong to the command's own namespace.
const INDEX_OPTIONS = optionTable({
  any: 'key name expireAfterSeconds partialFilterExpression background v ns',
  bool: 'unique sparse',
  refused:
    'collation hidden storageEngine weights default_language language_override textIndexVersion 2dsphereIndexVersion bits min max wildcardProjection clustered prepareUnique',
});

const PARTIAL_OPERATORS = new Set(['$eq', '$exists', '$gt', '$gte', '$lt', '$lte', '$type', '$in']);
const MAX_KEY_FIELDS = 32;
const MAX_EXPIRE_SECONDS = 0x7fffffff;

/** An index as it is asked for; its id comes when it is made. */
type IndexRequest = Omit<IndexMeta, 'id' | 'multikey' | 'cut' | 'building'>;

const wrongIndex = (message: string): CommandError => new CommandError('CannotCreateIndex', message);

function parseKey(key: unknown): [string, 1 | -1][] {
  const fields = isDocument(key) ? Object.entries(key) : [];
  if (fields.length === 0) throw wrongIndex('Index keys cannot be empty.');
  if (fields.length > MAX_KEY_FIELDS) throw wrongIndex(`Index key has more than ${MAX_KEY_FIELDS} fields`);
  return fields.map(([path, direction]) => {
    if (typeof direction === 'string') throw notImplemented(`indexes of type '${direction}'`);
    if (path.includes('$**')) throw notImplemented('wildcard indexes');
    const number = Number(direction);
    if (!Number.isFinite(number) || number === 0) {
      throw wrongIndex(`Values in the index key pattern must be 1 or -1: ${path}`);
    }
    if (path.split('.').some((part) => part === '' || part.startsWith('$'))) {
      throw wrongIndex(`Index key contains an illegal field name: '${path}'.`);
    }
    return [path, number > 0 ? 1 : -1];
  });
}

function parsePartial(expression: unknown): Doc {
  if (!isDocument(expression)) throw wrongIndex("The field 'partialFilterExpression' must be an object");
  compileFilter(expression);
  const { conditions, complete } = conjunctionOf(expression);
  const refused = conditions.find(
    ({ operator, value }) => !PARTIAL_OPERATORS.has(operator) || (operator === '$exists' && !value),
  );
  if (complete && refused === undefined) return expression;
  throw wrongIndex(`unsupported expression in partial index: ${refused?.operator ?? JSON.stringify(expression)}`);
}

function parseIndex(spec: Doc): IndexRequest {
  checkOptions('createIndexes.indexes', INDEX_OPTIONS, spec, 'InvalidIndexSpecificationOption');
  const { expireAfterSeconds, partialFilterExpression, sparse, unique } = spec;
  const key = parseKey(spec['key']);
  const name = spec['name'] ?? key.map((field) => field.join('_')).join('_');
  if (typeof name !== 'string' || name === '') throw wrongIndex('index name must be a string');
  if (expireAfterSeconds !== undefined) {
    if (
      typeof expireAfterSeconds !== 'number' ||
      !(expireAfterSeconds >= 0 && expireAfterSeconds <= MAX_EXPIRE_SECONDS)
    ) {
      throw wrongIndex(`TTL index expireAfterSeconds must be a number from 0 to ${MAX_EXPIRE_SECONDS}`);
    }
    if (key.length > 1) throw wrongIndex('TTL indexes are single-field indexes');
  }
  if (partialFilterExpression !== undefined && sparse === true) {
    throw wrongIndex("cannot mix 'partialFilterExpression' and 'sparse' options");
  }
  return {
    name,
    key,
    unique: Boolean(unique),
    sparse: Boolean(sparse),
    ...(partialFilterExpression === undefined ? {} : { partial: parsePartial(partialFilterExpression) }),
    ...(expireAfterSeconds === undefined ? {} : { expireAfterSeconds }),
  };
}

/** An index as listIndexes shows it. */
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

/** Whether the collection has this very index. @throws CommandError when it has another one under its name or its key */
function alreadyThere(collection: CollectionMeta, wanted: IndexRequest): boolean {
  if (String(wanted.key) === '_id,1') return true;
  const { name: _name, ...want } = indexSpec(wanted);
  for (const index of collection.indexes) {
    const { name: _other, ...have } = indexSpec(index);
    const isSame = valuesEqual(have, want);
    if (index.name === wanted.name) {
      if (isSame) return true;
      throw new CommandError(
        'IndexKeySpecsConflict',
        `An existing index has the same name as the requested index: ${wanted.name}`,
      );
    }
    const isSameKey = JSON.stringify(index.key) === JSON.stringify(wanted.key);
    if (isSame || (isSameKey && valuesEqual(index.partial ?? null, wanted.partial ?? null))) {
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
  const before = turns.get(db) ?? Promise.resolve();
  const turn = before.then(() => makeInTurn(db, dbName, name, specs.map(parseIndex), breather));
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

function selected(collection: CollectionMeta, which: unknown): IndexMeta[] {
  if (which === '*') return collection.indexes.filter(({ name }) => name !== '_id_');
  if (Array.isArray(which)) return which.flatMap((name) => selected(collection, name));
  const found = collection.indexes.filter(
    ({ name, key }) => name === which || (isDocument(which) && valuesEqual(Object.fromEntries(key), which)),
  );
  if (found.length === 0) {
    throw new CommandError('IndexNotFound', `index not found with name [${JSON.stringify(which)}]`);
  }
  if (found.some(({ name }) => name === '_id_')) throw new CommandError('InvalidOptions', 'cannot drop _id index');
  return found;
}

const dropIndexes: CommandDefinition = {
  options: { any: 'index' },
  async run(context) {
    const { command, services } = context;
    const { db } = services;
    const { gone, nIndexesWas } = await db.write(() => {
      const collection = existingCollection(context);
      const dropped = selected(collection, command['index']);
      db.catalog.put({ ...collection, indexes: collection.indexes.filter((index) => !dropped.includes(index)) });
      return { gone: dropped.map(({ id }) => id), nIndexesWas: collection.indexes.length };
    });
    await reclaim(db, 'index', gone);
    return { nIndexesWas };
  },
};

/** The commands on indexes. */
export const indexCommands: Commands = {
  createIndexes: {
    options: { array: 'indexes', any: 'commitQuorum' },
    run(context) {
      const specs = context.command['indexes'];
      if (!Array.isArray(specs) || specs.length === 0 || !specs.every(isDocument)) {
        throw new CommandError('BadValue', 'Must specify at least one index to create');
      }
      return makeIndexes(context.services.db, context.dbName, collectionName(context), specs, context.breather);
    },
  },

  dropIndexes,
  deleteIndexes: dropIndexes,

  listIndexes: {
    options: { object: 'cursor' },
    run: (context) => {
      const { name, indexes } = existingCollection(context);
      return answerAll(context, name, indexes.map(indexSpec));
    },
  },
};
