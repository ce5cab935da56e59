import { rmSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { MongoClient } from 'mongodb';
import { Database } from '../src/storage/database.js';
import { recordsEnd, recordsStart } from '../src/storage/keys.js';
import { exited, startServerChild } from './proofs/server-child.js';
import { compileSources, startTestServer, temporaryFolder, until } from './support.js';

const COUNT = 20_000;

it('a build interrupted by kill -9 leaves no trace, and writes work', async () => {
  const [compiled, dataDir] = [compileSources(), temporaryFolder()];
  const child = await startServerChild(compiled, dataDir);
  const client = await new MongoClient(child.uri).connect();
  const rows = client.db('test').collection('rows');
  await rows.insertMany(Array.from({ length: COUNT }, (_, n) => ({ n, text: `${n}`.repeat(20) })));
  const build = rows.createIndex({ text: 1 }, { unique: true }).catch(() => 'cut off');
  await until(async () => (await rows.indexes()).length === 2);
  child.process.kill('SIGKILL');
  await exited(child.process);
  expect(await build).toBe('cut off');
  await client.close();

  // Before recovery, the unfinished index exists.
  const left = Database.openForReading(dataDir);
  expect(left.catalog.get('test', 'rows')!.indexes.map(({ building }) => building)).toEqual([undefined, true]);
  const { id } = left.catalog.get('test', 'rows')!.indexes[1]!;
  await left.close();

  const again = await startTestServer({ dataDir });
  const found = again.db.collection('rows');
  expect((await found.indexes()).map(({ name }) => name)).toEqual(['_id_']);
  await found.insertMany([{ text: 'twice' }, { text: 'twice' }]);
  expect(await found.countDocuments({ text: 'twice' })).toBe(2);
  expect(await found.countDocuments()).toBe(COUNT + 2);
  await again.client.close();
  await again.server.stop();
  const db = Database.openForReading(dataDir);
  expect([...db.index.getKeys({ start: recordsStart(id), end: recordsEnd(id) })]).toHaveLength(0);
  await db.close();
  for (const folder of [compiled, dataDir]) rmSync(folder, { recursive: true, force: true });
});
