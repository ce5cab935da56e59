import { createReadStream, existsSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { EJSON } from 'bson';
import { makeIndexes } from '../commands/indexes.js';
import { ensureCollection } from '../commands/writing.js';
import { Database } from '../storage/database.js';
import { DataFolderError } from '../storage/data-lock.js';
import { BaseView } from '../storage/view.js';
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
  const collections = collectionsIn(from);
  if (collections.length === 0) throw new DataFolderError(`The folder ${from} holds no dump.`);
  const db = Database.open(dataDir);
  try {
    let documents = 0;
    for (const collection of collections) documents += await restoreCollection(db, collection);
    return documents;
  } finally {
    await db.close();
  }
}

interface Dumped {
  db: string;
  name: string;
  lines: string;
  metadata: string;
}

function collectionsIn(from: string): Dumped[] {
  if (!existsSync(from)) return [];
  const databases = readdirSync(from, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return databases.flatMap(({ name: db }) =>
    readdirSync(join(from, db))
      .filter((file) => file.endsWith('.json') && !file.endsWith(METADATA))
      .map((file) => {
        const stem = file.slice(0, -'.json'.length);
        const path = join(from, db, stem);
        return { db, name: decodeURIComponent(stem), lines: `${path}.json`, metadata: path + METADATA };
      }),
  );
}

async function restoreCollection(db: Database, { db: dbName, name, lines, metadata }: Dumped): Promise<number> {
  const view = new BaseView(db);
  let waiting: { line: number; bytes: Buffer }[] = [];
  let documents = 0;
  const store = async (): Promise<void> => {
    const step = waiting;
    waiting = [];
    await db.write(() => {
      const collection = ensureCollection(db, dbName, name);
      for (const { line, bytes } of step)
        explained(`${lines}:${line}`, () => view.insert(collection, bytes, decodePlain(bytes)));
    }, false);
    documents += step.length;
  };
  let line = 0;
  for await (const text of createInterface({ input: createReadStream(lines), crlfDelay: Infinity })) {
    line++;
    if (text.trim() === '') continue;
    waiting.push({ line, bytes: explained(`${lines}:${line}`, () => documentOf(text)) });
    if (waiting.length >= STEP) await store();
  }
  await store();
  const specs = existsSync(metadata) ? explained(metadata, () => indexesIn(readFileSync(metadata, 'utf8'))) : [];
  await makeIndexes(db, dbName, name, specs).catch((error: unknown) =>
    explained(metadata, () => {
      throw error;
    }),
  );
  return documents;
}

function documentOf(text: string): Buffer {
  const { _id, ...rest } = EJSON.parse(text, { relaxed: false }) as Doc;
  if (_id === undefined) throw new Error('the document has no _id');
  return encode({ _id, ...rest });
}

function indexesIn(text: string): Doc[] {
  return (EJSON.parse(text) as { indexes?: Doc[] }).indexes ?? [];
}

function explained<T>(place: string, run: () => T): T {
  try {
    return run();
  } catch (error) {
    throw new DataFolderError(`${place}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
}
