import { createReadStream, createWriteStream, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { EJSON } from 'bson';
import { createIndexes, indexSpec } from './commands/indexes.js';
import { DataFolderError } from './storage/data-folder.js';
import { Database } from './storage/database.js';
import { rangeOf } from './storage/keys.js';
import { baseView } from './storage/view.js';
import { decodePlain, decodeTyped, type Doc, encode } from './values/bson.js';

/** @throws DataFolderError when the folder is not empty */
function requireEmpty(folder: string): void {
  if (!existsSync(folder) || readdirSync(folder).length === 0) return;
  throw new DataFolderError(`The folder ${folder} is not empty; nothing was written.`);
}

/** Opens a data folder for reading and requires an empty target folder. A server may be running on the data folder. */
async function readInto<T>(to: string, dataDir: string, read: (db: Database) => Promise<T>): Promise<T> {
  requireEmpty(to);
  const db = Database.openForReading(dataDir);
  try {
    return await read(db);
  } finally {
    await db.close();
  }
}

/**
 * Copies a data folder from one consistent snapshot, even while a server runs on it. The copy is itself a data folder.
 *
 * @param to an empty or missing folder
 * @throws DataFolderError when there is no data, it cannot be read, or `to` is not empty
 */
export async function backup(dataDir: string, to: string): Promise<void> {
  await readInto(to, dataDir, (db) => db.copyTo(to));
}

const METADATA = '.metadata.json';
/** Documents stored per write transaction. */
const BATCH = 1000;

/**
 * Dumps all collections from one snapshot, even while a server runs on the folder. Each becomes
 * `<to>/<database>/<collection>.json` with one document of canonical extended JSON per line, as `mongoimport` reads it,
 * and `<collection>.metadata.json` with its indexes, as `mongodump` writes it.
 *
 * @param to an empty or missing folder
 * @returns the number of documents written
 * @throws DataFolderError when there is no data, it cannot be read, or `to` is not empty
 */
export async function dump(dataDir: string, to: string): Promise<number> {
  return readInto(to, dataDir, async (db) => {
    const snapshot = db.snapshot();
    snapshot.hold();
    const { transaction } = snapshot;
    db.catalog.load(transaction);
    let documents = 0;
    for (const { id, db: dbName, name: collectionName, uuid, indexes } of db.catalog.list()) {
      mkdirSync(join(to, dbName), { recursive: true });
      const path = join(to, dbName, encodeURIComponent(collectionName));
      const about = { indexes: indexes.map(indexSpec), uuid, collectionName, type: 'collection' };
      writeFileSync(`${path}${METADATA}`, EJSON.stringify(about, { relaxed: false }));
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
  });
}

/**
 * Creates a data folder from the output of {@link dump}, or from `mongoexport` lines in the same layout. The folder is
 * built beside its target and renamed into place when complete, so a failure leaves nothing behind.
 *
 * @param dataDir an empty or missing folder
 * @returns the number of documents stored
 * @throws DataFolderError when `dataDir` is not empty, or a line or an index cannot be restored; it names file and line
 */
export async function restore(dataDir: string, from: string): Promise<number> {
  requireEmpty(dataDir);
  const staging = `${dataDir.replace(/\/+$/, '')}.restoring`;
  rmSync(staging, { recursive: true, force: true });
  try {
    const documents = await fill(staging, from);
    rmSync(dataDir, { recursive: true, force: true });
    renameSync(staging, dataDir);
    return documents;
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
}

async function fill(dataDir: string, from: string): Promise<number> {
  const files = existsSync(from) ? readdirSync(from, { recursive: true, encoding: 'utf8' }) : [];
  const dumped = files.filter((file) => dirname(file) !== '.' && file.endsWith('.json') && !file.endsWith(METADATA));
  if (dumped.length === 0) throw new DataFolderError(`The folder ${from} holds no dump.`);
  const db = Database.open(dataDir);
  try {
    let documents = 0;
    for (const file of dumped) documents += await restoreCollection(db, join(from, file));
    return documents;
  } finally {
    await db.close();
  }
}

/** @param file `<database>/<collection>.json` */
async function restoreCollection(db: Database, file: string): Promise<number> {
  const [dbName, name] = [basename(dirname(file)), decodeURIComponent(basename(file, '.json'))];
  const metadata = file.replace(/\.json$/, METADATA);
  const view = baseView(db);
  let where = file;
  let [line, documents] = [0, 0];
  const waiting: { from: string; bytes: Buffer }[] = [];
  const store = (): void => {
    const collection = db.catalog.ensure(dbName, name);
    for (const { from, bytes } of waiting.splice(0)) {
      where = from;
      view.put(collection, undefined, { bytes, doc: decodePlain(bytes) });
    }
  };
  try {
    for await (const text of linesOf(file)) {
      where = `${file}:${++line}`;
      if (text.trim() === '') continue;
      const { _id, ...rest } = EJSON.parse(text, { relaxed: false }) as Doc;
      if (_id === undefined) throw new Error('the document has no _id');
      documents++;
      if (waiting.push({ from: where, bytes: encode({ _id, ...rest }) }) >= BATCH) await db.write(store, false);
    }
    await db.write(store, false);
    where = metadata;
    if (existsSync(metadata)) {
      const { indexes = [] } = EJSON.parse(readFileSync(metadata, 'utf8')) as { indexes?: Doc[] };
      await createIndexes(db, dbName, name, indexes);
    }
    return documents;
  } catch (error) {
    throw new DataFolderError(`${where}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
}

/** Node's readline ends lines at U+2028 and U+2029 too, from Node 24 on; JSON has them inside its strings. */
async function* linesOf(file: string): AsyncGenerator<string> {
  let line = '';
  for await (const chunk of createReadStream(file, 'utf8') as AsyncIterable<string>) {
    const [end = '', ...next] = chunk.split('\n');
    line += end;
    for (const text of next) {
      yield line;
      line = text;
    }
  }
  yield line;
}
