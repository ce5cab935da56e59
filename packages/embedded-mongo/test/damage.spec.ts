import { execFileSync } from 'node:child_process';
import { cpSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Document, MongoClient } from 'mongodb';
import { exited, runCommand, startServerChild } from './proofs/server-child.js';
import { compileSources, serverError, startTestServer, temporaryFolder } from './support.js';

interface Row extends Document {
  _id?: number | string;
}

let compiled: string;
let filled: string;
beforeAll(async () => {
  compiled = compileSources();
  filled = temporaryFolder();
  const child = await startServerChild(compiled, filled);
  const client = await new MongoClient(child.uri).connect();
  await client
    .db('test')
    .collection('c')
    .insertMany(Array.from({ length: 200 }, (_, n) => ({ n, text: 'x'.repeat(2000) })));
  await client.close();
  child.process.kill('SIGTERM');
  await exited(child.process);
});
afterAll(() => {
  for (const folder of [compiled, filled]) rmSync(folder, { recursive: true, force: true });
});

/** Copies a data folder with documents, not in use. */
function filledFolder(): { dataDir: string; file: string } {
  const dataDir = temporaryFolder();
  cpSync(filled, dataDir, { recursive: true });
  return { dataDir, file: join(dataDir, 'data', 'data.mdb') };
}

describe('a damaged data file', () => {
  const damages: [what: string, message: RegExp, damage: (file: string) => void][] = [
    ['cut short', /is cut short: it has \d+ bytes of at least \d+\.\n$/, (file) => truncateSync(file, 100_000)],
    ['empty', /is not readable: it is empty/, (file) => truncateSync(file, 0)],
    ['of garbage', /is not readable/, (file) => writeFileSync(file, Buffer.alloc(300_000, 'garbage'))],
    ['not readable', /is not readable|cut short/, (file) => writeFileSync(file, readFileSync(file).subarray(0, 6000))],
  ];
  it.each(damages)('that is %s is rejected with one sentence and left unchanged', async (_what, message, damage) => {
    const { dataDir, file } = filledFolder();
    damage(file);
    const before = readFileSync(file);
    const { code, out, err } = await runCommand(compiled, ['--data', dataDir]).exit;
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toMatch(message);
    expect(err.trim().split('\n')).toHaveLength(1);
    expect(readFileSync(file).equals(before)).toBe(true);
    rmSync(dataDir, { recursive: true });
  });

  it('is not recreated when data exists without a format file', async () => {
    const { dataDir, file } = filledFolder();
    rmSync(join(dataDir, 'format'));
    const before = readFileSync(file);
    expect((await runCommand(compiled, ['--data', dataDir]).exit).err).toMatch(/has data but no format file\.\n$/);
    expect(readFileSync(file).equals(before)).toBe(true);
    rmSync(dataDir, { recursive: true });
  });
});

describe('a full disk', () => {
  it('rejects writes, serves reads, loses nothing, and accepts writes again when space is available', async () => {
    const dataDir = temporaryFolder();
    const child = await startServerChild(compiled, dataDir, ['bash', '-c', 'ulimit -S -f 3000; exec "$@"', 'bash']);
    const client = await new MongoClient(child.uri, { retryWrites: false }).connect();
    const c = client.db('test').collection<Row>('c');
    await c.createIndex({ n: 1 }, { unique: true });
    let stored = 0;
    let refusal: unknown;
    while (refusal === undefined && stored < 500) {
      await c.insertOne({ _id: stored, n: stored, text: 'x'.repeat(50_000) }).then(
        () => stored++,
        (error: unknown) => (refusal = error),
      );
    }
    expect(refusal).toMatchObject({ code: 14031, message: expect.stringContaining('the disk is full') });
    expect(await serverError(c.updateMany({}, { $set: { text: 'y'.repeat(60_000) } }))).toMatchObject({ code: 14031 });
    // A collection whose first commit failed does not exist.
    await serverError(
      client
        .db('test')
        .collection('other')
        .insertOne({ text: 'x'.repeat(100_000) }),
    );
    expect(await client.db('test').listCollections({}, { nameOnly: true }).toArray()).toHaveLength(1);
    expect(await c.countDocuments({ text: /^x/ })).toBe(stored);
    expect(
      await c
        .find({ n: { $gte: 0 } })
        .hint({ n: 1 })
        .toArray(),
    ).toHaveLength(stored);

    execFileSync('prlimit', [`--pid=${child.process.pid}`, '--fsize=unlimited:unlimited']);
    await c.insertOne({ _id: 'room', n: -1, text: 'x'.repeat(50_000) });
    child.process.kill('SIGKILL');
    await client.close();
    await exited(child.process);

    const again = await startTestServer({ dataDir });
    const reopened = again.db.collection<Row>('c');
    expect(await reopened.countDocuments()).toBe(stored + 1);
    expect((await serverError(reopened.insertOne({ n: stored - 1 }))).code).toBe(11000);
    await again.stop();
  });
});
