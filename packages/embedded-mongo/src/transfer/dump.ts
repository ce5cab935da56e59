import { createWriteStream, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { EJSON } from 'bson';
import { indexSpec } from '../commands/indexes.js';
import { Database } from '../storage/database.js';
import { rangeOf } from '../storage/keys.js';
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
    const snapshot = db.snapshot();
    snapshot.hold();
    const { transaction } = snapshot;
    db.catalog.load(transaction);
    let documents = 0;
    for (const { id, db: dbName, name: collectionName, uuid, indexes } of db.catalog.list()) {
      mkdirSync(join(to, dbName), { recursive: true });
      const path = join(to, dbName, encodeURIComponent(collectionName));
      const about = { indexes: indexes.map(indexSpec), uuid, collectionName, type: 'collection' };
      writeFileSync(`${path}.metadata.json`, EJSON.stringify(about, { relaxed: false }));
      const lines = function* (): Generator<string> {
        for (const { value } of db.records.getRange({ ...rangeOf(id), transaction })) {
          documents++;
          yield `${EJSON.stringify(decodeTyped(value), { relaxed: false })}\n`;
        }
      };
      await pipeline(Readable.from(lines()), createWriteStream(`${path}.json`));
    }
    snapshot.release();
    return documents;
  } finally {
    await db.close();
  }
}
