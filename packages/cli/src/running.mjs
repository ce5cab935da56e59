import { mkdir, readdir, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { openBoundedLog } from './bounded-log.mjs';
import { startDatabase } from './database.mjs';
import { Failure } from './failure.mjs';
import { keepRunning } from './keep-running.mjs';
import { endOrphans, noteChild } from './orphans.mjs';
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
    await endOrphans(dataDir, say);
    if (options.fresh) await emptyDataFolder(dataDir);
    const logs = join(dataDir, 'logs');
    await mkdir(logs, { recursive: true });
    const born = (/** @type {import('./children.mjs').Child} */ child) => noteChild(dataDir, child);
    const database = await startDatabase(dataDir, born);
    const kept = await keepDatabase(database, () => startDatabase(dataDir, born, database.uri));
    if (kept) undo.push(kept.stop);
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
    const log = openBoundedLog(logs, 'services.log');
    undo.push(async () => log.close());
    let taken = port;
    const services = await keepRunning(async () => {
      const started = await startServices({ env: { ...env, PORT: String(taken) }, dataDir, log, born });
      taken = started.port;
      return started;
    }, say);
    undo.push(services.stop);
    return {
      port: taken,
      database: database.title,
      databaseUri: database.uri,
      databasePid: () => kept?.current().child.process.pid,
      servicesPid: () => /** @type {number} */ (services.current().child.process.pid),
      dataDir,
      /** The sentence of the first child that died too often. */
      ended: Promise.race([services.ended, ...(kept ? [kept.ended] : [])]),
      /** For tests of what happens meanwhile: the services only, on the same port and data. */
      stopServices: services.stop,
      restartServices: services.restart,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** @param {string} sentence */
const say = (sentence) => console.error(`  ${sentence[0]?.toUpperCase()}${sentence.slice(1)}`);

/**
 * @param {import('./database.mjs').Database} first
 * @param {() => Promise<import('./database.mjs').Database>} again
 * @returns a database of our own, kept running; one of MONGODB_URI is no child
 */
async function keepDatabase(first, again) {
  if (!first.child) return undefined;
  /** @type {import('./database.mjs').Database | undefined} */
  let started = first;
  return keepRunning(async () => {
    const { child } = started ?? (await again());
    started = undefined;
    return { child: /** @type {import('./children.mjs').Child} */ (child) };
  }, say);
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
 * Refuses a folder in use, and ends what a killed Paddock left in it, before anything is installed or built.
 * @param {string} dataDir
 */
export async function takeOverDataFolder(dataDir) {
  const lock = await lockDataFolder(dataDir);
  await endOrphans(dataDir, say).finally(lock.release);
}

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
 * As early as {@link takeOverDataFolder}.
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
