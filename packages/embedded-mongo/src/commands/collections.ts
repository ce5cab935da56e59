import { Binary } from 'bson';
import { CommandError, notImplemented } from '../errors.js';
import { compileFilter } from '../query/filter.js';
import { collectionName, type CommandContext, type CommandDefinition, findCollection } from '../server/context.js';
import { documentOption, flag } from '../server/options.js';
import type { CollectionMeta } from '../storage/catalog.js';
import type { Database } from '../storage/database.js';
import { reclaim } from '../storage/index-build.js';
import { recordsEnd, recordsStart } from '../storage/keys.js';
import type { Doc } from '../values/bson.js';
import { batchOf } from './batches.js';
import { indexSpec } from './indexes.js';
import { ensureCollection } from './writing.js';

const create: CommandDefinition = {
  options: {
    bool: 'autoIndexId',
    refused:
      'capped size max validator validationLevel validationAction collation viewOn pipeline timeseries clusteredIndex changeStreamPreAndPostImages expireAfterSeconds encryptedFields storageEngine indexOptionDefaults',
  },
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

/** Removes, bit by bit, what collections held that are no longer in the catalog. */
export async function reclaimCollections(db: Database, gone: readonly CollectionMeta[]): Promise<void> {
  const ids = gone.flatMap(({ indexes }) => indexes.map(({ id }) => id));
  await reclaim(db, 'index', ids);
  await reclaim(
    db,
    'records',
    gone.map(({ id }) => id),
  );
}

/** Takes collections out of the catalog in one step, then removes what they hold. */
async function dropCollections(db: Database, find: () => CollectionMeta[]): Promise<CollectionMeta[]> {
  const gone = await db.write(() => {
    const found = find();
    for (const collection of found) db.catalog.remove(collection);
    return found;
  });
  await reclaimCollections(db, gone);
  return gone;
}

const drop: CommandDefinition = {
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
  async run({ services, dbName }) {
    const gone = await dropCollections(services.db, () => services.db.catalog.list(dbName));
    return { ...(gone.length > 0 ? { dropped: dbName } : {}), ok: 1 };
  },
};

const listCollections: CommandDefinition = {
  options: { object: 'filter cursor', bool: 'nameOnly authorizedCollections' },
  run(context) {
    const { services, dbName, command } = context;
    const matches = compileFilter(documentOption(command, 'filter'));
    const docs = services.db.catalog.list(dbName).map((collection): Doc => {
      const brief = { name: collection.name, type: 'collection' };
      if (flag(command, 'nameOnly')) return brief;
      const uuid = new Binary(Buffer.from(collection.uuid.replaceAll('-', ''), 'hex'), Binary.SUBTYPE_UUID);
      const idIndex = indexSpec(collection.indexes[0]!);
      return { ...brief, options: {}, info: { readOnly: false, uuid }, idIndex };
    });
    return batchOf(context, `${dbName}.$cmd.listCollections`, docs.filter(matches));
  },
};

interface Sizes {
  count: number;
  size: number;
}

/** Numbers of records and bytes of some collections. */
async function sizesOf({ services, breather }: CommandContext, collections: readonly CollectionMeta[]): Promise<Sizes> {
  const sizes: Sizes = { count: 0, size: 0 };
  for (const { id } of collections) {
    const end = recordsEnd(id);
    for (let start = recordsStart(id), last: Buffer | undefined = start; last !== undefined;) {
      last = undefined;
      for (const { key, value } of services.db.records.getRange({ start, end, limit: SIZES_AT_ONCE })) {
        sizes.count++;
        sizes.size += value.length;
        last = key;
      }
      if (last !== undefined) start = Buffer.concat([last, Buffer.from([0])]);
      await breather.pause();
    }
  }
  return sizes;
}

const SIZES_AT_ONCE = 500;

const listDatabases: CommandDefinition = {
  options: { object: 'filter', bool: 'nameOnly authorizedDatabases' },
  async run(context) {
    const { command, services } = context;
    const matches = compileFilter(documentOption(command, 'filter'));
    const all: Doc[] = [];
    const nameOnly = flag(command, 'nameOnly');
    for (const name of [...new Set(services.db.catalog.list().map(({ db }) => db))].sort()) {
      const size = nameOnly ? {} : await sizesOf(context, services.db.catalog.list(name));
      all.push({ name, ...('size' in size ? { sizeOnDisk: size.size, empty: false } : {}) });
    }
    const databases = all.filter(matches);
    const totalSize = databases.reduce((sum, { sizeOnDisk }) => sum + Number(sizeOnDisk ?? 0), 0);
    return { databases, ...(nameOnly ? {} : { totalSize }), ok: 1 };
  },
};

const collStats: CommandDefinition = {
  options: { whole: 'scale' },
  async run(context) {
    const name = collectionName(context);
    const collection = findCollection(context, name);
    const scale = Number(context.command['scale'] ?? 1) || 1;
    const { count, size } = await sizesOf(context, collection === undefined ? [] : [collection]);
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
  options: { whole: 'scale', refused: 'freeStorage' },
  async run(context) {
    const { services, dbName, command } = context;
    const scale = Number(command['scale'] ?? 1) || 1;
    const collections = services.db.catalog.list(dbName);
    const { count: objects, size } = await sizesOf(context, collections);
    return {
      db: dbName,
      collections: collections.length,
      views: 0,
      objects,
      avgObjSize: objects > 0 ? size / objects : 0,
      dataSize: size / scale,
      storageSize: size / scale,
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
