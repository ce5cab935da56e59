import { UUID } from 'bson';
import { assert } from '../errors.js';
import { compileFilter } from '../query/filter.js';
import { yielding } from '../query/pause.js';
import { searchSteps } from '../query/scan.js';
import type { CommandContext, Commands } from '../server/command.js';
import { collectionName, existingCollection, filterOf, findCollection, flag } from '../server/command.js';
import type { CollectionMeta } from '../storage/catalog.js';
import type { Database } from '../storage/database.js';
import { reclaim, storageIds } from '../storage/index-build.js';
import { type Doc, isDocument } from '../values/bson.js';
import { valuesEqual } from '../values/compare.js';
import { createIndexes, indexSpec } from './indexes.js';
import { replyWithDocuments, searchOf } from './reading.js';

/** Removes collections from the catalog in one step, then deletes their contents. */
async function dropCollections(db: Database, find: () => CollectionMeta[]): Promise<CollectionMeta[]> {
  const gone = await db.write(() => {
    const found = find();
    for (const collection of found) db.catalog.remove(collection);
    return found;
  });
  await reclaim(db, gone.flatMap(storageIds));
  return gone;
}

/** The record count and size in bytes of collections, for statistics. */
async function sizesOf({ view, yielder }: CommandContext, collections: readonly CollectionMeta[]) {
  let [count, size] = [0, 0];
  for (const collection of collections) {
    const everything = searchOf({}, {}, collection)!;
    for await (const { bytes } of yielding(searchSteps(view, collection, everything), yielder)) {
      count++;
      size += bytes.length;
    }
  }
  return { count, size, avgObjSize: count > 0 ? Math.floor(size / count) : 0, storageSize: size };
}

/** Collection, database and index commands. */
export const collectionCommands: Commands = {
  create: {
    run(context) {
      const { db, dbName } = context;
      const name = collectionName(context);
      return db.write(() => {
        const isNew = findCollection(context) === undefined;
        assert(isNew, 'NamespaceExists', `Collection ${dbName}.${name} already exists.`);
        db.catalog.ensure(dbName, name);
        return {};
      });
    },
  },

  drop: {
    async run(context) {
      const { db, dbName } = context;
      const [gone] = await dropCollections(db, () => [existingCollection(context)]);
      return { nIndexesWas: gone!.indexes.length, ns: `${dbName}.${gone!.name}` };
    },
  },

  dropDatabase: {
    async run({ db, dbName }) {
      const gone = await dropCollections(db, () => db.catalog.list(dbName));
      return gone.length > 0 ? { dropped: dbName } : {};
    },
  },

  listCollections: {
    options: { object: 'filter cursor', bool: 'nameOnly authorizedCollections' },
    run(context) {
      const { db, dbName, command } = context;
      const matches = compileFilter(filterOf(command));
      const docs = db.catalog.list(dbName).map(({ name, uuid, indexes }): Doc => {
        const brief = { name, type: 'collection' };
        if (flag(command, 'nameOnly')) return brief;
        const info = { readOnly: false, uuid: new UUID(uuid) };
        return { ...brief, options: {}, info, idIndex: indexSpec(indexes[0]!) };
      });
      return replyWithDocuments(context, '$cmd.listCollections', docs.filter(matches));
    },
  },

  listDatabases: {
    options: { object: 'filter', bool: 'nameOnly authorizedDatabases' },
    async run(context) {
      const { db, command } = context;
      const matches = compileFilter(filterOf(command));
      const nameOnly = flag(command, 'nameOnly');
      const all: Doc[] = [];
      for (const name of [...new Set(db.catalog.list().map((collection) => collection.db))].sort()) {
        const sizes = nameOnly ? undefined : await sizesOf(context, db.catalog.list(name));
        all.push(sizes === undefined ? { name } : { name, sizeOnDisk: sizes.size, empty: false });
      }
      const databases = all.filter(matches);
      const totalSize = nameOnly ? undefined : databases.reduce((sum, { sizeOnDisk }) => sum + Number(sizeOnDisk), 0);
      return { databases, totalSize };
    },
  },

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
      const { db, dbName } = context;
      const collections = db.catalog.list(dbName);
      const { count: objects, size: dataSize, ...others } = await sizesOf(context, collections);
      const indexes = collections.flatMap((collection) => collection.indexes).length;
      return { db: dbName, collections: collections.length, objects, dataSize, ...others, indexes, scaleFactor: 1 };
    },
  },

  createIndexes: {
    options: { array: 'indexes', any: 'commitQuorum' },
    run(context) {
      const { db, dbName, command, yielder } = context;
      const specs = (command['indexes'] ?? []) as unknown[];
      assert(specs.length > 0 && specs.every(isDocument), 'BadValue', 'Must specify at least one index to create');
      return createIndexes(db, dbName, collectionName(context), specs, yielder);
    },
  },

  dropIndexes: {
    options: { any: 'index' },
    async run(context) {
      const { db, command } = context;
      const { index: which } = command;
      const { gone, nIndexesWas } = await db.write(() => {
        const collection = existingCollection(context);
        const { indexes } = collection;
        const dropped = indexes.filter(({ name, key }) =>
          which === '*' ? name !== '_id_' : which === name || valuesEqual(which, Object.fromEntries(key)),
        );
        assert(dropped.length > 0 || which === '*', 'IndexNotFound', `index not found: ${JSON.stringify(which)}`);
        assert(dropped[0]?.name !== '_id_', 'InvalidOptions', 'cannot drop _id index');
        db.catalog.put({ ...collection, indexes: indexes.filter((index) => !dropped.includes(index)) });
        return { gone: dropped.map(({ id }) => id), nIndexesWas: indexes.length };
      });
      await reclaim(db, gone);
      return { nIndexesWas };
    },
  },

  listIndexes: {
    options: { object: 'cursor' },
    run: (context) => {
      const { name, indexes } = existingCollection(context);
      return replyWithDocuments(context, name, indexes.map(indexSpec));
    },
  },
};
