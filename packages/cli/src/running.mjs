import { mkdir, readdir, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { startDatabase } from './database.mjs';
import { Failure } from './failure.mjs';
import { deploymentsDir, registryDir, shellDir } from './paths.mjs';
import { takeProcessLock } from './process-lock.mjs';
import { startServices } from './services.mjs';

/**
 * @typedef {object} Options
 * @property {string} dataDir database, files, logs and mail of this run
 * @property {number} [port] 0 (the default) takes any free one
 * @property {boolean} [demo] fill an empty database with demo content
 * @property {boolean} [fresh] delete what the data folder holds first
 * @property {string} [deploymentsDir]
 * @property {string} [registryDir]
 * @property {string} [shellDir]
 * @property {Record<string, string>} [env] further settings of the services
 */

const lockName = 'paddock.lock';

/**
 * The built product, running: database and services, each a child of this process. Nothing is built here.
 * @param {Options} options
 */
export async function startRunning(options) {
  const { dataDir, port = 0 } = options;
  const lock = await lockDataFolder(dataDir);
  /** @type {(() => Promise<void>)[]} */
  const undo = [lock.release];
  const stop = async () => {
    for (const step of undo.splice(0).reverse()) await step();
  };
  try {
    if (options.fresh) await emptyDataFolder(dataDir);
    await mkdir(join(dataDir, 'logs'), { recursive: true });
    const database = await startDatabase(dataDir);
    if (database.child) undo.push(database.child.stop);
    const env = {
      HOST: process.env.HOST ?? '127.0.0.1',
      MONGODB_URI: database.uri,
      MONGODB_DB: process.env.MONGODB_DB ?? 'paddock',
      DATA_DIR: dataDir,
      SHELL_DIR: options.shellDir ?? shellDir,
      REGISTRY_DIR: options.registryDir ?? registryDir,
      DEPLOYMENTS_DIR: options.deploymentsDir ?? deploymentsDir,
      ...(options.demo && { DEMO: '1' }),
      ...options.env,
    };
    let services = await startServices({ env: { ...env, PORT: String(port) }, dataDir });
    undo.push(() => services.child.stop());
    const restart = async () => {
      services = await startServices({ env: { ...env, PORT: String(services.port) }, dataDir });
    };
    return {
      port: services.port,
      database: database.title,
      databaseUri: database.uri,
      databasePid: database.child?.process.pid,
      servicesPid: () => /** @type {number} */ (services.child.process.pid),
      dataDir,
      /** The first sentence of a child that ended without being asked to. */
      ended: Promise.race([services.child.ended, ...(database.child ? [database.child.ended] : [])]),
      /** For tests of what happens meanwhile: the services only, on the same port and data. */
      stopServices: () => services.child.stop(),
      restartServices: restart,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** @param {string} dataDir */
async function lockDataFolder(dataDir) {
  const lock = await takeProcessLock(join(dataDir, lockName));
  if ('release' in lock) return lock;
  throw new Failure(
    `The data folder ${dataDir} is in use by another Paddock (process ${lock.heldBy}): stop it, or choose another with --data DIR.`,
  );
}

/**
 * Said before anything is installed or built, so that nobody waits for it.
 * @param {string} dataDir
 */
export const refuseUsedDataFolder = async (dataDir) => (await lockDataFolder(dataDir)).release();

/**
 * Everything that Paddock keeps there, and only where it has kept something: `--data ~ --fresh` must not empty a home.
 * @param {string} dataDir
 */
async function emptyDataFolder(dataDir) {
  if (process.env.MONGODB_URI)
    throw new Failure(
      '--fresh empties the data folder only, and the database of MONGODB_URI is not in it: drop it there.',
    );
  const names = (await readdir(dataDir)).filter((name) => name !== lockName);
  if (names.length > 0 && !names.includes('logs'))
    throw new Failure(`${dataDir} is not a data folder of Paddock, so --fresh leaves it alone.`);
  await Promise.all(names.map((name) => rm(join(dataDir, name), { recursive: true })));
}

/**
 * As early as {@link refuseUsedDataFolder}.
 * @param {number} port
 */
export async function refuseTakenPort(port) {
  const server = createServer();
  const code = await new Promise((resolve) => {
    server.once('error', (error) => resolve(/** @type {NodeJS.ErrnoException} */ (error).code));
    server.listen(port, process.env.HOST ?? '127.0.0.1', () => resolve(undefined));
  });
  if (code === 'EADDRINUSE')
    throw new Failure(`Port ${port} is taken: stop what uses it, or choose another with --port N.`);
  if (code === 'EACCES')
    throw new Failure(`Port ${port} needs more rights than you have: choose one above 1023 with --port N.`);
  await new Promise((resolve) => server.close(resolve));
}
