import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { MongoClient, UUID } from 'mongodb';
import { DataFolderError, startEmbeddedMongo } from '../src/index.js';
import { Database } from '../src/storage/database.js';
import { encode } from '../src/values/bson.js';
import { exited, runCommand, startServerChild } from './proofs/server-child.js';
import { compileSources, connectRaw, startTestServer, temporaryFolder } from './support.js';

let compiled: string;
beforeAll(() => {
  compiled = compileSources();
});
afterAll(() => rmSync(compiled, { recursive: true, force: true }));

const run = (...args: string[]) => runCommand(compiled, args);
const startChild = (dataDir: string) => startServerChild(compiled, dataDir);

describe('the data folder', () => {
  it('keeps data, indexes and their constraints across a restart', async () => {
    const it_ = await startTestServer();
    const items = it_.db.collection('items');
    await items.createIndex({ a: 1 }, { unique: true });
    await items.insertMany([{ a: [1, 2] }, { a: 'x'.repeat(3000) }]);
    await it_.restart();
    const again = it_.db.collection('items');
    expect(await again.countDocuments({ a: 2 })).toBe(1);
    expect(await again.countDocuments({ a: 'x'.repeat(3000) })).toBe(1);
    await expect(again.insertOne({ a: 2 })).rejects.toMatchObject({ code: 11000 });
    await again.insertOne({ a: 3 });
    expect(await again.countDocuments()).toBe(3);
    await it_.stop();
  });

  it('rejects a retried write whose reply an older version stored, instead of repeating it', async () => {
    const dataDir = temporaryFolder();
    const lsid = { id: new UUID() };
    const db = Database.open(dataDir);
    // The reply in the older format.
    const kept = encode({ number: 5, at: Date.now(), reply: { n: 1, ok: 1 } });
    await db.write(() => db.replies.putSync(Buffer.from(lsid.id.buffer), kept));
    await db.close();
    const it_ = await startTestServer({ dataDir });
    const raw = await connectRaw(it_.server.port);
    const insert = { insert: 'c', documents: [{}], lsid, $db: 'test' };
    expect(await raw.send({ ...insert, txnNumber: 5 })).toMatchObject({ ok: 0, code: 217 });
    expect(await it_.db.collection('c').countDocuments()).toBe(0);
    expect(await raw.send({ ...insert, txnNumber: 6 })).toMatchObject({ ok: 1, n: 1 });
    raw.close();
    await it_.stop();
  });

  it('serves one server at a time', async () => {
    const dataDir = temporaryFolder();
    const first = await startEmbeddedMongo({ dataDir });
    const message = `The data folder ${dataDir} is in use by another process (pid ${process.pid}).`;
    await expect(startEmbeddedMongo({ dataDir })).rejects.toThrow(new DataFolderError(message));
    expect(await run('--data', dataDir).exit).toEqual({ code: 1, out: '', err: `${message}\n` });
    await first.stop();
    await first.stop();
    const second = await startEmbeddedMongo({ dataDir });
    await second.stop();
  });

  it('takes over a lock whose process has ended, even when its id was reused', async () => {
    const dataDir = temporaryFolder();
    for (const lock of ['999999999\n1\n', `${process.pid}\n12345\n`]) {
      writeFileSync(join(dataDir, 'lock'), lock);
      await (await startEmbeddedMongo({ dataDir })).stop();
    }
  });

  it('admits one of several processes that start at the same time', async () => {
    const dataDir = temporaryFolder();
    writeFileSync(join(dataDir, 'lock'), '999999999\n1\n');
    const starts = await Promise.allSettled([startChild(dataDir), startChild(dataDir), startChild(dataDir)]);
    const winners = starts.flatMap((start) => (start.status === 'fulfilled' ? [start.value] : []));
    expect(winners).toHaveLength(1);
    winners[0]!.process.kill('SIGTERM');
    expect(await exited(winners[0]!.process)).toBe(0);
  });

  it('is rejected when its format is newer', async () => {
    const dataDir = temporaryFolder();
    mkdirSync(dataDir, { recursive: true });
    writeFileSync(join(dataDir, 'format'), '99\n');
    await expect(startEmbeddedMongo({ dataDir })).rejects.toThrow(/written by a newer version \(format 99\)/);
    writeFileSync(join(dataDir, 'format'), '2\n');
    await (await startEmbeddedMongo({ dataDir })).stop();
    expect(readFileSync(join(dataDir, 'format'), 'utf8')).toBe('2\n');
  });
});

describe('the command', () => {
  it('prints the connection string first and ends cleanly on SIGTERM and SIGINT', async () => {
    const dataDir = temporaryFolder();
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      const child = await startChild(dataDir);
      expect(child.uri).toMatch(/^mongodb:\/\/127\.0\.0\.1:\d+\//);
      const client = await new MongoClient(child.uri).connect();
      await client.db('test').collection('c').insertOne({ signal });
      child.process.kill(signal);
      expect(await exited(child.process)).toBe(0);
      await client.close(true);
    }
    const child = await startChild(dataDir);
    const client = await new MongoClient(child.uri).connect();
    expect(await client.db('test').collection('c').countDocuments()).toBe(2);
    await client.close();
    child.process.kill('SIGTERM');
    await exited(child.process);
  });

  it('keeps its files for their owner', async () => {
    const folder = temporaryFolder();
    const child = await startChild(join(folder, 'data'));
    const client = await new MongoClient(child.uri).connect();
    await client.db('test').collection('c').insertOne({ secret: 1 });
    await client.close();
    child.process.kill('SIGTERM');
    await exited(child.process);
    const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
    expect(names.length).toBeGreaterThan(2);
    expect(names.filter((name) => (statSync(join(folder, name)).mode & 0o077) !== 0)).toEqual([]);
    rmSync(folder, { recursive: true, force: true });
  });

  it('starts through the bin entry of the package', async () => {
    const folder = temporaryFolder();
    const { bin } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
      bin: Record<string, string>;
    };
    const file = new URL(join('..', bin['embedded-mongo']!), import.meta.url);
    // The layout of an installed package: its files, its build output, and the package manager's link to the command.
    mkdirSync(join(folder, 'bin'));
    copyFileSync(file, join(folder, 'bin/command.js'));
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
    symlinkSync(compiled, join(folder, 'dist'));
    symlinkSync('bin/command.js', join(folder, 'embedded-mongo'));
    const child = spawn(join(folder, 'embedded-mongo'), ['--data', join(folder, 'data'), '--port', '0']);
    const [first] = (await once(child.stdout, 'data')) as [Buffer];
    expect(first.toString()).toMatch(/^mongodb:\/\/127\.0\.0\.1:\d+\/.*\n$/);
    child.kill('SIGTERM');
    expect(await exited(child)).toBe(0);
    rmSync(folder, { recursive: true, force: true });
  });

  it('prints its usage when called with invalid arguments', async () => {
    for (const args of [[], ['--data', 'x', '--port', 'abc'], ['--nosuch']]) {
      const { code, err } = await run(...args).exit;
      expect(code).toBe(1);
      expect(err).toContain('usage: embedded-mongo --data DIR');
    }
  });
});

describe('the command line', () => {
  it('backs up, dumps and restores while a server runs in another process', async () => {
    const folder = temporaryFolder();
    const { process: child, uri } = await startChild(join(folder, 'live'));
    const client = await new MongoClient(uri).connect();
    await client
      .db('test')
      .collection('items')
      .insertMany([{ a: 1 }, { a: 2 }]);
    const path = (name: string) => join(folder, name);
    const copied = await run('backup', '--data', path('live'), '--to', path('copy')).exit;
    expect(copied).toMatchObject({ code: 0, out: `Copied ${path('live')} to ${path('copy')}.\n` });
    expect(await run('dump', '--data', path('live'), '--to', path('dump')).exit).toMatchObject({
      code: 0,
      out: `Wrote 2 documents to ${path('dump')}.\n`,
    });
    expect(await run('restore', '--data', path('again'), '--from', path('dump')).exit).toMatchObject({ code: 0 });
    expect(await run('restore', '--data', path('live'), '--from', path('dump')).exit).toMatchObject({ code: 1 });
    expect((await run('dump', '--data', path('live')).exit).err).toContain('usage: embedded-mongo');
    expect(await client.db('test').collection('items').countDocuments()).toBe(2);
    await client.close();
    child.kill();
    await exited(child);
    for (const name of ['copy', 'again']) {
      const server = await startEmbeddedMongo({ dataDir: path(name) });
      const other = await new MongoClient(server.uri).connect();
      expect(await other.db('test').collection('items').countDocuments()).toBe(2);
      await other.close();
      await server.stop();
    }
    rmSync(folder, { recursive: true, force: true });
  });
});
