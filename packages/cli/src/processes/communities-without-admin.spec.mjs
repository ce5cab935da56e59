import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { MongoClient } from 'mongodb';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startDatabase } from './database.mjs';
import { communitiesWithoutAdmin } from './communities-without-admin.mjs';

/** @type {string} */
let dataDir;
/** @type {import('./database.mjs').Database} */
let database;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'paddock-unattended-'));
  database = await startDatabase(dataDir);
});
afterAll(async () => {
  await database.child?.stop();
  await rm(dataDir, { recursive: true, force: true });
});
const before = { ...process.env };
afterEach(() => {
  process.env = { ...before };
});

const flags = /** @type {any} */ ({ workplaces_enabled: true });
const workplaces = /** @type {any} */ ([{ id: 'hq', title: 'HQ' }]);
const communities = ['club', 'office', 'works'].map((id) => ({ id, flags, workplaces }));

describe(communitiesWithoutAdmin.name, () => {
  it('asks nothing of a data folder whose Paddock does not run', async () =>
    expect(await communitiesWithoutAdmin(communities, dataDir)).toBeUndefined());

  it('names the communities without an admin of the whole or of a workplace', async () => {
    await writeFile(join(dataDir, 'running.json'), JSON.stringify({ MONGODB_URI: database.uri }));
    const member = {
      workplace: '',
      email_verified: true,
      pending: false,
      banned: false,
      admin: false,
      acl: [],
      workplaces: [],
    };
    const acl = [{ title: 'workplace_admin', resources: ['hq'] }];
    const client = await MongoClient.connect(database.uri);
    await client
      .db('paddock')
      .collection('users')
      .insertMany([
        { ...member, _id: /** @type {any} */ ('a'), community: 'club', admin: true },
        { ...member, _id: /** @type {any} */ ('b'), community: 'office', acl, workplaces: ['hq'] },
        { ...member, _id: /** @type {any} */ ('c'), community: 'works', acl },
        { ...member, _id: /** @type {any} */ ('d'), community: 'works', admin: true, email_verified: false },
      ]);
    await client.close();
    expect(await communitiesWithoutAdmin(communities, dataDir)).toEqual(['works']);
  });

  it('asks the database that the file of MONGODB_URI_FILE names', async () => {
    const file = join(dataDir, 'mongodb-uri');
    await writeFile(file, `${database.uri}\n`);
    Object.assign(process.env, { MONGODB_URI: '', MONGODB_URI_FILE: file });
    expect(await communitiesWithoutAdmin(communities, join(dataDir, 'none'))).toEqual(['works']);
    await rm(file);
    expect(await communitiesWithoutAdmin(communities, dataDir)).toBeUndefined();
  });

  it('gives up on a database that does not answer', async () => {
    await writeFile(join(dataDir, 'running.json'), JSON.stringify({ MONGODB_URI: 'mongodb://127.0.0.1:1/' }));
    expect(await communitiesWithoutAdmin(communities, dataDir)).toBeUndefined();
  });
});
