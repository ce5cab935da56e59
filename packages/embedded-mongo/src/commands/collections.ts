import { UUID } from 'bson';
import { demand } from '../errors.js';
import { compileFilter } from '../query/filter.js';
import { gently } from '../query/pause.js';
import { searchSteps } from '../query/scan.js';
import type { CommandContext, CommandDefinition, Commands, Services } from '../server/command.js';
import { collectionName, existingCollection, filterIn, findCollection, flag } from '../server/command.js';
import type { CollectionMeta } from '../storage/catalog.js';
import { idsOf, reclaim } from '../storage/index-build.js';
import type { Doc } from '../values/bson.js';
import { indexSpec } from './indexes.js';
import { answerAll, searchOf } from './reading.js';

const create: CommandDefinition = {
  run(context) {
    const { services, dbName } = context;
    const name = collectionName(context);
    return services.db.write(() => {
      const isNew = findCollection(context) === undefined;
      demand(isNew, 'NamespaceExists', `Collection ${dbName}.${name} already exists.`);
      services.db.catalog.ensure(dbName, name);
      return {};
    });
  },
};

/** Takes collections out of the catalog in one step, then removes what they hold. */
async function dropCollections({ db }: Services, find: () => CollectionMeta[]): Promise<CollectionMeta[]> {
  const gone = await db.write(() => {
    const found = find();
    for (const collection of found) db.catalog.remove(collection);
    return found;
  });
  await reclaim(db, gone.flatMap(idsOf));
  return gone;
}

const listCollections: CommandDefinition = {
  options: { object: 'filter cursor', bool: 'nameOnly authorizedCollections' },
  run(context) {
    const { services, dbName, command } = context;
    const matches = compileFilter(filterIn(command));
    const docs = services.db.catalog.list(dbName).map(({ name, uuid, indexes }): Doc => {
      const brief = { name, type: 'collection' };
      if (flag(command, 'nameOnly')) return brief;
      const info = { readOnly: false, uuid: new UUID(uuid) };
      return { ...brief, options: {}, info, idIndex: indexSpec(indexes[0]!) };
    });
    return answerAll(context, '$cmd.listCollections', docs.filter(matches));
  },
};

/** Numbers of records and bytes of some collections, as statistics tell them. */
async function sizesOf({ services, breather }: CommandContext, collections: readonly CollectionMeta[]) {
  let [count, size] = [0, 0];
  for (const collection of collections) {
    const everything = searchOf({}, collection)!;
    for await (const { bytes } of gently(searchSteps(services.base, collection, everything), breather)) {
      count++;
      size += bytes.length;
    }
  }
  return { count, size, avgObjSize: count > 0 ? Math.floor(size / count) : 0, storageSize: size };
}

const listDatabases: CommandDefinition = {
  options: { object: 'filter', bool: 'nameOnly authorizedDatabases' },
  async run(context) {
    const { command, services } = context;
    const matches = compileFilter(filterIn(command));
    const nameOnly = flag(command, 'nameOnly');
    const all: Doc[] = [];
    for (const name of [...new Set(services.db.catalog.list().map(({ db }) => db))].sort()) {
      const sizes = nameOnly ? undefined : await sizesOf(context, services.db.catalog.list(name));
      all.push(sizes === undefined ? { name } : { name, sizeOnDisk: sizes.size, empty: false });
    }
    const databases = all.filter(matches);
    const totalSize = nameOnly ? undefined : databases.reduce((sum, { sizeOnDisk }) => sum + Number(sizeOnDisk), 0);
    return { databases, totalSize };
  },
};

/** The commands on collections and databases. */
export const collectionCommands: Commands = {
  create,

  drop: {
    async run(context) {
      const { services, dbName } = context;
      const [gone] = await dropCollections(services, () => [existingCollection(context)]);
      return { nIndexesWas: gone!.indexes.length, ns: `${dbName}.${gone!.name}` };
    },
  },

  dropDatabase: {
    async run({ services, dbName }) {
      const gone = await dropCollections(services, () => services.db.catalog.list(dbName));
      return gone.length > 0 ? { dropped: dbName } : {};
    },
  },

  listCollections,
  listDatabases,

  collStats: {
    async run(context) {
      const collection = findCollection(context);
      const sizes = await sizesOf(context, collection === undefined ? [] : [collection]);
      const ns = `${context.dbName}.${collectionName(context)}`;
      return { ns, ...sizes, nindexes: collection?.indexes.length ?? 0, capped: false, scaleFactor: 1 };
    },
  },

  dbStats: {
    async run(context) {
      const { services, dbName } = context;
      const collections = services.db.catalog.list(dbName);
      const { count: objects, size: dataSize, ...others } = await sizesOf(context, collections);
      const indexes = collections.flatMap((collection) => collection.indexes).length;
      return { db: dbName, collections: collections.length, objects, dataSize, ...others, indexes, scaleFactor: 1 };
    },
  },
};
