import { accessSync, closeSync, constants, mkdirSync, openSync } from 'node:fs';
import { createServer } from 'node:net';
import { delimiter, join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { firstLine, startChild } from './children.mjs';
import { nodeFlags } from './node-flags.mjs';
import { Failure } from '../failure.mjs';
import { root } from '../paths.mjs';

/**
 * @typedef {{ uri: string, title: string, child?: import('./children.mjs').Child }} Database
 */

/**
 * Uses `MONGODB_URI`, else a `mongod` on the PATH as a one-member replica set, else embedded-mongo. No other code depends on
 * which one runs.
 * @param {string} dataDir
 * @param {(child: import('./children.mjs').Child) => void} [onSpawn] called before the database is ready
 * @param {string} [formerUri] to be started at again, for services that are connected to it
 * @returns {Promise<Database>}
 */
export async function startDatabase(dataDir, onSpawn = () => undefined, formerUri = '') {
  const { MONGODB_URI: uri } = process.env;
  if (uri) return { uri, title: `MongoDB at ${uri.replace(/^.*\/\/(?:[^/]*@)?([^/?]*).*$/, '$1')} (MONGODB_URI)` };
  const mongod = onPath('mongod');
  const port = /:(\d+)\//.exec(formerUri)?.[1];
  return mongod ? startMongod(mongod, dataDir, onSpawn, port) : startEmbedded(dataDir, onSpawn, port);
}

/** @param {string} name */
export function onPath(name) {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    try {
      accessSync(join(folder, name), constants.X_OK);
      return join(folder, name);
    } catch {
      // Not in this folder.
    }
  }
  return undefined;
}

/**
 * @param {string} dataDir
 * @param {(child: import('./children.mjs').Child) => void} onSpawn
 * @param {string} [port]
 */
async function startEmbedded(dataDir, onSpawn, port = '0') {
  const cli = join(root, 'packages/embedded-mongo/dist/cli.js');
  const socket = join(resolve(dataDir), 'database.sock');
  // A socket in the folder is cheaper than TCP and closed to other users of the machine. Its path must fit into 104 bytes.
  const hasSocket = process.platform !== 'win32' && Buffer.byteLength(socket) < 104;
  const listen = hasSocket ? ['--socket', socket] : ['--port', port];
  const args = [...nodeFlags, cli, '--data', join(dataDir, 'database'), ...listen];
  const child = startChild('the database', process.execPath, args, {
    // Through the channel it notices that this process has ended.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  onSpawn(child);
  let errors = '';
  child.process.stderr?.setEncoding('utf8').on('data', (text) => (errors += text));
  try {
    const uri = await firstLine(child);
    child.process.stderr?.pipe(process.stderr);
    return { uri, title: 'embedded-mongo, in the data folder', child };
  } catch (error) {
    throw new Failure(errors.trim().split('\n')[0] || `${/** @type {Error} */ (error).message}.`);
  }
}

/**
 * @param {string} mongod
 * @param {string} dataDir
 * @param {(child: import('./children.mjs').Child) => void} onSpawn
 * @param {string} [formerPort]
 */
async function startMongod(mongod, dataDir, onSpawn, formerPort) {
  const folder = join(dataDir, 'mongod');
  mkdirSync(folder, { recursive: true });
  const port = formerPort ?? (await freePort());
  const log = openSync(join(dataDir, 'logs', 'mongod.log'), formerPort ? 'a' : 'w');
  const args = ['--replSet', 'paddock', '--dbpath', folder, '--port', String(port), '--bind_ip', '127.0.0.1'];
  const child = startChild('the database', mongod, args, { stdio: ['ignore', log, log] });
  closeSync(log);
  onSpawn(child);
  const address = `127.0.0.1:${port}`;
  const { MongoClient } = await import('mongodb');
  const client = new MongoClient(`mongodb://${address}/?directConnection=true`);
  try {
    await Promise.race([
      makeReplicaSet(client.db('admin'), address),
      child.ended.then((sentence) =>
        Promise.reject(new Failure(`${sentence}; see ${join(dataDir, 'logs/mongod.log')}.`)),
      ),
    ]);
  } catch (error) {
    await child.stop();
    throw error;
  } finally {
    await client.close();
  }
  return { uri: `mongodb://${address}/?replicaSet=paddock`, title: `${mongod}, a one-member replica set`, child };
}

/**
 * Transactions need a replica set. The port differs at each start, so the member's address is updated each time.
 * @param {import('mongodb').Db} admin
 * @param {string} address
 */
async function makeReplicaSet(admin, address) {
  const members = [{ _id: 0, host: address }];
  try {
    await admin.command({ replSetInitiate: { _id: 'paddock', members } });
  } catch (error) {
    if (error.codeName !== 'AlreadyInitialized') throw error;
    const { config } = await admin.command({ replSetGetConfig: 1 });
    const updated = { ...config, version: config.version + 1, members: [{ ...config.members[0], host: address }] };
    await admin.command({ replSetReconfig: updated, force: true });
  }
  while (!(await admin.command({ hello: 1 })).isWritablePrimary) await wait(100);
}

/** @returns {Promise<number>} */
async function freePort() {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  await new Promise((resolve) => server.close(resolve));
  return port;
}
