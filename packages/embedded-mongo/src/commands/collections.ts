import { Binary } from 'bson';
import { CommandError, notImplemented } from '../errors.js';
import { compileFilter } from '../query/filter.js';
import { collectionName, type CommandDefinition, documentOption, findCollection } from '../server/context.js';
import type { CollectionMeta } from '../storage/catalog.js';
import type { Database } from '../storage/database.js';
import { reclaim } from '../storage/index-build.js';
import { recordsEnd, recordsStart } from '../storage/keys.js';
import type { Doc } from '../values/bson.js';
import { batchOf } from './batches.js';
import { indexSpec } from './indexes.js';
import { ensureCollection } from './writing.js';

const create: CommandDefinition = {
  options: ['autoIndexId'],
  refused: [
    'capped',
    'size',
    'max',
    'validator',
    'validationLevel',
    'validationAction',
    'collation',
    'viewOn',
    'pipeline',
    'timeseries',
    'clusteredIndex',
    'changeStreamPreAndPostImages',
    'expireAfterSeconds',
    'encryptedFields',
    'storageEngine',
    'indexOptionDefaults',
  ],
  run(context) {
    const { services, dbName, command } = context;
    const name = collectionName(context);
    if (command['autoIndexId'] === false) throw notImplemented("the option 'autoIndexId' of create");
    return services.db.write(() => {
      if (services.db.catalog.get(dbName, name) !== undefined) {
        throw new CommandError('NamespaceExists', `Collection ${dbName}.${name} already exists.`);
      }
      ensureCollection(services.db, dbName, name);
      return { ok: 1 };
    });
  },
};

/** Removes all documents; the indexes stay. Inside `Database.write`. */
export function emptyCollection(db: Database, { id, indexes }: CollectionMeta): void {
  const clear = (store: Database['index'], of: number): void => {
    for (const key of [...store.getKeys({ start: recordsStart(of), end: recordsEnd(of) })]) store.removeSync(key);
  };
  for (const index of indexes) clear(db.index, index.id);
  clear(db.records, id);
}

/** Takes collections out of the catalog in one step, then removes what they hold bit by bit. */
async function dropCollections(db: Database, find: () => CollectionMeta[]): Promise<CollectionMeta[]> {
  const gone = await db.write(() => {
    const found = find();
    for (const collection of found) db.catalog.remove(collection);
    return found;
  });
  for (const { id, indexes } of gone) {
    await reclaim(
      db,
      'index',
      indexes.map((index) => index.id),
    );
    await reclaim(db, 'records', [id]);
  }
  return gone;
}

const drop: CommandDefinition = {
  options: [],
  async run(context) {
    const { services, dbName } = context;
    const name = collectionName(context);
    const [gone] = await dropCollections(services.db, () => {
      const collection = services.db.catalog.get(dbName, name);
      if (collection === undefined) throw new CommandError('NamespaceNotFound', `ns not found ${dbName}.${name}`);
      return [collection];
    });
    return { nIndexesWas: gone!.indexes.length, ns: `${dbName}.${name}`, ok: 1 };
  },
};

const dropDatabase: CommandDefinition = {
  options: [],
  async run({ services, dbName }) {
    const gone = await dropCollections(services.db, () => services.db.catalog.list(dbName));
    return { ...(gone.length > 0 ? { dropped: dbName } : {}), ok: 1 };
  },
};

const listCollections: CommandDefinition = {
  options: ['filter', 'nameOnly', 'authorizedCollections', 'cursor'],
  run(context) {
    const { services, dbName, command } = context;
    const matches = compileFilter(documentOption(command, 'filter'));
    const docs = services.db.catalog.list(dbName).map((collection): Doc => {
      const brief = { name: collection.name, type: 'collection' };
      if (command['nameOnly'] === true) return brief;
      const uuid = new Binary(Buffer.from(collection.uuid.replaceAll('-', ''), 'hex'), Binary.SUBTYPE_UUID);
      const idIndex = indexSpec(collection.indexes[0]!);
      return { ...brief, options: {}, info: { readOnly: false, uuid }, idIndex };
    });
    return batchOf(context, `${dbName}.$cmd.listCollections`, docs.filter(matches));
  },
};

/** Numbers of records and bytes of a collection. */
function sizes(db: Database, collection: CollectionMeta): { count: number; size: number } {
  let count = 0;
  let size = 0;
  const range = { start: recordsStart(collection.id), end: recordsEnd(collection.id) };
  for (const { value } of db.records.getRange(range)) {
    count++;
    size += value.length;
  }
  return { count, size };
}

const listDatabases: CommandDefinition = {
  options: ['filter', 'nameOnly', 'authorizedDatabases'],
  run({ services, command }) {
    const matches = compileFilter(documentOption(command, 'filter'));
    const names = [...new Set(services.db.catalog.list().map(({ db }) => db))].sort();
    const databases = names
      .map((name): Doc => {
        if (command['nameOnly'] === true) return { name };
        const bytes = services.db.catalog.list(name).reduce((sum, meta) => sum + sizes(services.db, meta).size, 0);
        return { name, sizeOnDisk: bytes, empty: false };
      })
      .filter(matches);
    const totalSize = databases.reduce((sum, { sizeOnDisk }) => sum + Number(sizeOnDisk ?? 0), 0);
    return { databases, ...(command['nameOnly'] === true ? {} : { totalSize }), ok: 1 };
  },
};

const collStats: CommandDefinition = {
  options: ['scale'],
  run(context) {
    const name = collectionName(context);
    const collection = findCollection(context, name);
    const scale = Number(context.command['scale'] ?? 1);
    const { count, size } = collection === undefined ? { count: 0, size: 0 } : sizes(context.services.db, collection);
    return {
      ns: `${context.dbName}.${name}`,
      count,
      size: Math.floor(size / scale),
      avgObjSize: count > 0 ? Math.floor(size / count) : 0,
      storageSize: Math.floor(size / scale),
      nindexes: collection?.indexes.length ?? 0,
      capped: false,
      scaleFactor: scale,
      ok: 1,
    };
  },
};

const dbStats: CommandDefinition = {
  options: ['scale', 'freeStorage'],
  run({ services, dbName, command }) {
    const scale = Number(command['scale'] ?? 1);
    const collections = services.db.catalog.list(dbName);
    const all = collections.map((collection) => sizes(services.db, collection));
    const objects = all.reduce((sum, { count }) => sum + count, 0);
    const bytes = all.reduce((sum, { size }) => sum + size, 0);
    return {
      db: dbName,
      collections: collections.length,
      views: 0,
      objects,
      avgObjSize: objects > 0 ? bytes / objects : 0,
      dataSize: bytes / scale,
      storageSize: bytes / scale,
      indexes: collections.reduce((sum, { indexes }) => sum + indexes.length, 0),
      fsUsedSize: services.db.fileSize(),
      scaleFactor: scale,
      ok: 1,
    };
  },
};

/** The commands on collections and databases. */
export const collectionCommands: Record<string, CommandDefinition> = {
  create,
  drop,
  dropDatabase,
  listCollections,
  listDatabases,
  collStats,
  dbStats,
  dbstats: dbStats,
};
