import { createReadStream, existsSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { EJSON } from 'bson';
import { makeIndexes } from '../commands/indexes.js';
import { Database } from '../storage/database.js';
import { DataFolderError } from '../storage/data-folder.js';
import { baseView } from '../storage/view.js';
import { decodePlain, type Doc, encode } from '../values/bson.js';
import { requireEmpty } from './backup.js';

const METADATA = '.metadata.json';
/** Documents that are stored in one step. */
const STEP = 1000;

/**
 * Makes a data folder of what {@link dump} wrote, or of `mongoexport`'s lines laid out alike. It is made beside the folder
 * and put in place when it is complete, so that a failure leaves nothing.
 *
 * @param dataDir a folder that is empty or not there
 * @returns how many documents were stored
 * @throws DataFolderError when `dataDir` is not empty, or a line or an index cannot be restored; it names file and line
 */
export async function restore(dataDir: string, from: string): Promise<number> {
  requireEmpty(dataDir);
  const making = `${dataDir.replace(/\/+$/, '')}.restoring`;
  rmSync(making, { recursive: true, force: true });
  try {
    const documents = await fill(making, from);
    rmSync(dataDir, { recursive: true, force: true });
    renameSync(making, dataDir);
    return documents;
  } finally {
    rmSync(making, { recursive: true, force: true });
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
  let place = file;
  let [line, documents] = [0, 0];
  const waiting: { from: string; bytes: Buffer }[] = [];
  const store = (): void => {
    const collection = db.catalog.ensure(dbName, name);
    for (const { from, bytes } of waiting.splice(0)) {
      place = from;
      view.put(collection, undefined, { bytes, doc: decodePlain(bytes) });
    }
  };
  try {
    for await (const text of createInterface({ input: createReadStream(file), crlfDelay: Infinity })) {
      place = `${file}:${++line}`;
      if (text.trim() === '') continue;
      const { _id, ...rest } = EJSON.parse(text, { relaxed: false }) as Doc;
      if (_id === undefined) throw new Error('the document has no _id');
      documents++;
      if (waiting.push({ from: place, bytes: encode({ _id, ...rest }) }) >= STEP) await db.write(store, false);
    }
    await db.write(store, false);
    place = metadata;
    if (existsSync(metadata)) {
      const { indexes = [] } = EJSON.parse(readFileSync(metadata, 'utf8')) as { indexes?: Doc[] };
      await makeIndexes(db, dbName, name, indexes);
    }
    return documents;
  } catch (error) {
    throw new DataFolderError(`${place}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
}
