import { mkdir, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { onPath, startDatabase } from './database.mjs';

const fakeMongod = join(import.meta.dirname, '../../test/fake-mongod.mjs');
const environment = { ...process.env };

let folder;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'paddock-database-'));
  await mkdir(join(folder, 'data/logs'), { recursive: true });
});
afterEach(async () => {
  process.env = { ...environment };
  await rm(folder, { recursive: true });
});

describe('onPath', () => {
  it('finds a command on the PATH', () => expect(onPath('sh')).toMatch(/\/sh$/));
  it('returns undefined for a missing command', () => expect(onPath('no-such-command')).toBeUndefined());
});

describe('startDatabase', () => {
  it('prefers MONGODB_URI, and does not print its password', async () => {
    process.env.MONGODB_URI = 'mongodb+srv://ann:secret@db.example.org,db2.example.org/paddock?w=majority';
    expect(await startDatabase(join(folder, 'data'))).toEqual({
      uri: process.env.MONGODB_URI,
      title: 'MongoDB at db.example.org,db2.example.org (MONGODB_URI)',
    });
  });

  it('starts a mongod on the PATH as a one-member replica set, and updates its address to the port', async () => {
    await symlink(fakeMongod, join(folder, 'mongod'));
    delete process.env.MONGODB_URI;
    process.env.PATH = `${folder}${delimiter}${process.env.PATH}`;
    for (const version of [1, 2]) {
      const { uri, title, child } = await startDatabase(join(folder, 'data'));
      await child.stop();
      const { args, config } = JSON.parse(await readFile(join(folder, 'data/mongod/received.json'), 'utf8'));
      const host = `127.0.0.1:${args[args.indexOf('--port') + 1]}`;
      expect(title).toBe(`${join(folder, 'mongod')}, a one-member replica set`);
      expect(uri).toBe(`mongodb://${host}/?replicaSet=paddock`);
      expect(config).toMatchObject({ _id: 'paddock', version, members: [{ _id: 0, host }] });
    }
  });

  it('says why mongod did not start, and names its log', async () => {
    await symlink('/bin/false', join(folder, 'mongod'));
    delete process.env.MONGODB_URI;
    process.env.PATH = `${folder}${delimiter}${process.env.PATH}`;
    await expect(startDatabase(join(folder, 'data'))).rejects.toThrow(
      `the database ended unexpectedly (exit code 1); see ${join(folder, 'data/logs/mongod.log')}.`,
    );
  });
});
