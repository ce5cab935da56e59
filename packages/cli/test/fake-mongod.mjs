#!/usr/bin/env node
// A fake mongod for the PATH. It answers the few commands that create a replica set, and records what it receives in
// `<dbpath>/received.json`. Its state survives a restart, as in a real mongod.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startMongoStandIn } from '@paddock/services/test/mongo-stand-in';

const args = process.argv.slice(2);
const option = (name) => args[args.indexOf(name) + 1];
const file = join(option('--dbpath'), 'received.json');
const received = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
const save = (change) => writeFileSync(file, JSON.stringify(Object.assign(received, { args }, change)));
let config = received.config;
save({});

const commands = {
  hello: () => ({
    ...(config && { setName: config._id, hosts: config.members.map(({ host }) => host), isWritablePrimary: true }),
    logicalSessionTimeoutMinutes: 30,
  }),
  replSetInitiate({ replSetInitiate }) {
    if (config) return { ok: 0, code: 23, codeName: 'AlreadyInitialized', errmsg: 'already initialized' };
    config = { version: 1, ...replSetInitiate };
    save({ config });
    return {};
  },
  replSetGetConfig: () => ({ config }),
  replSetReconfig({ replSetReconfig, force }) {
    if (!force || replSetReconfig.version !== config.version + 1) return { ok: 0, code: 103, errmsg: 'bad version' };
    config = replSetReconfig;
    save({ config });
    return {};
  },
};
await startMongoStandIn(commands, { port: Number(option('--port')), host: option('--bind_ip') });
