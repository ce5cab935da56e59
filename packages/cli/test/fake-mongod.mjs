#!/usr/bin/env node
// A fake mongod for the PATH. It speaks the wire protocol for the few commands that create a replica set, and records what it
// receives in `<dbpath>/received.json`. Its state survives a restart, as in a real mongod.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { BSON } from 'mongodb';

const { deserialize, serialize } = BSON;
const args = process.argv.slice(2);
const option = (name) => args[args.indexOf(name) + 1];
const port = Number(option('--port'));
const file = join(option('--dbpath'), 'received.json');
const received = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
const save = (change) => writeFileSync(file, JSON.stringify(Object.assign(received, { args }, change)));
let config = received.config;
save({});

const hello = () => ({
  ...(config ? { setName: config._id, hosts: config.members.map(({ host }) => host), isWritablePrimary: true } : {}),
  helloOk: true,
  maxWireVersion: 21,
  minWireVersion: 0,
  maxBsonObjectSize: 16777216,
  maxMessageSizeBytes: 48000000,
  maxWriteBatchSize: 100000,
  logicalSessionTimeoutMinutes: 30,
});
const commands = {
  hello,
  ismaster: hello,
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

function replyTo(message) {
  const opCode = message.readInt32LE(12);
  const legacy = opCode === 2004;
  const start = legacy ? message.indexOf(0, 20) + 1 + 8 : 21;
  const command = deserialize(message.subarray(start, start + message.readInt32LE(start)));
  const reply = commands[Object.keys(command)[0]]?.(command) ?? {};
  const body = serialize({ ok: 1, ...reply });
  const prefix = Buffer.alloc(legacy ? 20 : 5);
  if (legacy) prefix.writeInt32LE(1, 16);
  const header = Buffer.alloc(16);
  header.writeInt32LE(16 + prefix.length + body.length, 0);
  header.writeInt32LE(message.readInt32LE(4), 8);
  header.writeInt32LE(legacy ? 1 : 2013, 12);
  return Buffer.concat([header, prefix, body]);
}

createServer((socket) => {
  let buffered = Buffer.alloc(0);
  socket.on('error', () => {});
  socket.on('data', (part) => {
    buffered = Buffer.concat([buffered, part]);
    while (buffered.length >= 16 && buffered.length >= buffered.readInt32LE(0)) {
      const length = buffered.readInt32LE(0);
      socket.write(replyTo(buffered.subarray(0, length)));
      buffered = buffered.subarray(length);
    }
  });
}).listen(port, option('--bind_ip'));
