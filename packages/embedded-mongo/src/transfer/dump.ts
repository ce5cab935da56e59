import { once } from 'node:events';
import { createWriteStream, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { EJSON } from 'bson';
import { indexSpec } from '../commands/indexes.js';
import type { CollectionMeta } from '../storage/catalog.js';
import { Database } from '../storage/database.js';
import { decodeTyped } from '../values/bson.js';
import { requireEmpty } from './backup.js';

/**
 * Writes every collection of one moment as `<to>/<database>/<collection>.json`, a document of canonical extended JSON a
 * line, as `mongoimport` reads it, and its indexes as `<collection>.metadata.json`, as `mongodump` writes them. Also while a
 * server runs on the folder.
 *
 * @param to a folder that is empty or not there
 * @returns how many documents were written
 * @throws DataFolderError when there is no data, it cannot be read, or `to` is not empty
 */
export async function dump(dataDir: string, to: string): Promise<number> {
  requireEmpty(to);
  const db = Database.openForReading(dataDir);
  try {
    const moment = db.moment();
    let documents = 0;
    for (const collection of moment.collections) documents += await writeCollection(moment, collection, to);
    moment.done();
    return documents;
  } finally {
    await db.close();
  }
}

/** A collection's file below its database's folder, without the ending; other characters as `mongodump` writes them. */
function fileOf(collection: Pick<CollectionMeta, 'db' | 'name'>): string {
  return join(collection.db, encodeURIComponent(collection.name));
}

async function writeCollection(
  moment: ReturnType<Database['moment']>,
  collection: CollectionMeta,
  to: string,
): Promise<number> {
  mkdirSync(join(to, collection.db), { recursive: true });
  const metadata = createWriteStream(join(to, `${fileOf(collection)}.metadata.json`));
  const { name: collectionName, uuid, indexes } = collection;
  const about = { indexes: indexes.map(indexSpec), uuid, collectionName, type: 'collection' };
  metadata.end(EJSON.stringify(about, { relaxed: false }));
  const lines = createWriteStream(join(to, `${fileOf(collection)}.json`));
  let documents = 0;
  for (const bytes of moment.records(collection)) {
    documents++;
    if (!lines.write(`${EJSON.stringify(decodeTyped(bytes), { relaxed: false })}\n`)) await once(lines, 'drain');
  }
  lines.end();
  await Promise.all([finished(lines), finished(metadata)]);
  return documents;
}
