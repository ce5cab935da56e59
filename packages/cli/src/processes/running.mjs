import { chmod, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { openBoundedLog } from './bounded-log.mjs';
import { startDatabase } from './database.mjs';
import { Failure } from '../failure.mjs';
import { keepRunning } from './keep-running.mjs';
import { endOrphans, recordChild } from './orphans.mjs';
import { deploymentsDir, registryDir, shellDir } from '../paths.mjs';
import { takeProcessLock } from './process-lock.mjs';
import { startServices } from './services.mjs';

/**
 * @typedef {object} Options
 * @property {string} dataDir database, files, logs and mail of this run
 * @property {number} [port] 0 (the default) takes any free one
 * @property {boolean} [demo] fills an empty database with demo content
 * @property {boolean} [fresh] empties the data folder first
 * @property {string} [deploymentsDir]
 * @property {string} [registryDir]
 * @property {string} [shellDir]
 * @property {Record<string, string>} [env] further settings of the services
 */

const lockName = 'paddock.lock';
/** Where database and services of a running Paddock are, for commands: readable only by the user that runs it. */
const placeName = 'running.json';

/**
 * Starts the built product: database and services, each a child of this process. Builds nothing.
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
    // Left by a Paddock that was killed.
    await rm(join(dataDir, placeName), { force: true });
    if (options.fresh) await emptyDataFolder(dataDir);
    const logs = join(dataDir, 'logs');
    // Others on this machine may read neither database, files, logs nor mails.
    await chmod(dataDir, 0o700);
    await mkdir(logs, { recursive: true });
    const onSpawn = (/** @type {import('./children.mjs').Child} */ child) => recordChild(dataDir, child);
    const database = await startDatabase(dataDir, onSpawn);
    const ownDatabase = await keepDatabase(database, () => startDatabase(dataDir, onSpawn, database.uri));
    if (ownDatabase) undo.push(ownDatabase.stop);
    const place = servicesEnvironment(options, database.uri);
    const env = {
      HOST: process.env.HOST ?? '127.0.0.1',
      ...place,
      ...(options.demo && { DEMO: '1' }),
      ...options.env,
    };
    undo.push(() => rm(join(dataDir, placeName), { force: true }));
    const log = openBoundedLog(logs, 'services.log');
    undo.push(async () => log.close());
    let currentPort = port;
    const services = await keepRunning(async () => {
      const started = await startServices({ env: { ...env, PORT: String(currentPort) }, dataDir, log, onSpawn });
      currentPort = started.port;
      await storePlace(dataDir, { ...place, PORT: String(currentPort) });
      return started;
    }, say);
    undo.push(services.stop);
    return {
      port: currentPort,
      database: database.title,
      databaseUri: database.uri,
      databasePid: () => ownDatabase?.current().child.process.pid,
      servicesPid: () => /** @type {number} */ (services.current().child.process.pid),
      dataDir,
      /** Resolves with a sentence when a child has died too often. */
      ended: Promise.race([services.ended, ...(ownDatabase ? [ownDatabase.ended] : [])]),
      /** For tests of an outage: stops and restarts only the services, on the same port and data. */
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
 * @param {() => Promise<import('./database.mjs').Database>} startAgain
 * @returns our own database, kept running; undefined for one at MONGODB_URI, which is no child
 */
async function keepDatabase(first, startAgain) {
  if (!first.child) return undefined;
  /** @type {import('./database.mjs').Database | undefined} */
  let started = first;
  return keepRunning(async () => {
    const { child } = started ?? (await startAgain());
    started = undefined;
    return { child: /** @type {import('./children.mjs').Child} */ (child) };
  }, say);
}

/**
 * What services, and commands beside them, need to know: database, folders, and the public address if it is set.
 * @param {Pick<Options, 'dataDir' | 'shellDir' | 'registryDir' | 'deploymentsDir'>} options
 * @param {string} uri
 * @returns {Record<string, string>}
 */
export const servicesEnvironment = (options, uri) => ({
  MONGODB_URI: uri,
  MONGODB_DB: process.env.MONGODB_DB ?? 'paddock',
  DATA_DIR: options.dataDir,
  SHELL_DIR: options.shellDir ?? shellDir,
  REGISTRY_DIR: options.registryDir ?? registryDir,
  DEPLOYMENTS_DIR: options.deploymentsDir ?? deploymentsDir,
  ...(process.env.PUBLIC_URL && { PUBLIC_URL: process.env.PUBLIC_URL }),
});

/**
 * @param {string} dataDir
 * @param {Record<string, string>} place
 */
async function storePlace(dataDir, place) {
  const file = join(dataDir, placeName);
  await writeFile(`${file}.new`, JSON.stringify(place), { mode: 0o600 });
  await rename(`${file}.new`, file);
}

/**
 * The {@link servicesEnvironment} of the Paddock that holds the data folder, with the port of its services.
 * @param {string} dataDir
 * @returns {Promise<Record<string, string>>}
 */
export async function readPlace(dataDir) {
  const text = await readFile(join(dataDir, placeName), 'utf8').catch(() => undefined);
  if (text === undefined) throw new Failure(`The Paddock of ${dataDir} is starting or stopping: try again.`);
  return JSON.parse(text);
}

/**
 * The lock of a data folder, or the process that holds it.
 * @param {string} dataDir
 */
export const takeDataFolder = (dataDir) => takeProcessLock(join(dataDir, lockName));

/** @param {string} dataDir */
async function lockDataFolder(dataDir) {
  const lock = await takeDataFolder(dataDir);
  if ('release' in lock) return lock;
  throw new Failure(
    `The data folder ${dataDir} is in use by another Paddock (process ${lock.heldBy}): stop it, or choose another folder with --data DIR.`,
  );
}

/**
 * Throws if the folder is in use, and ends processes that a killed Paddock left in it. Runs before installation and builds.
 * @param {string} dataDir
 */
export async function takeOverDataFolder(dataDir) {
  const lock = await lockDataFolder(dataDir);
  await endOrphans(dataDir, say).finally(lock.release);
}

/**
 * Empties a folder only if Paddock has used it: `--data ~ --fresh` must not empty a home folder.
 * @param {string} dataDir
 */
async function emptyDataFolder(dataDir) {
  if (process.env.MONGODB_URI)
    throw new Failure(
      '--fresh empties only the data folder, which does not contain the database of MONGODB_URI: drop that database there.',
    );
  const names = (await readdir(dataDir)).filter((name) => name !== lockName);
  if (names.length > 0 && !names.includes('logs'))
    throw new Failure(`${dataDir} is not a data folder of Paddock, so --fresh does not empty it.`);
  await Promise.all(names.map((name) => rm(join(dataDir, name), { recursive: true })));
}

/**
 * Runs as early as {@link takeOverDataFolder}.
 * @param {number} port
 */
export async function refusePortInUse(port) {
  const server = createServer();
  const code = await new Promise((resolve) => {
    server.once('error', (error) => resolve(/** @type {NodeJS.ErrnoException} */ (error).code));
    server.listen(port, process.env.HOST ?? '127.0.0.1', () => resolve(undefined));
  });
  if (code === 'EADDRINUSE')
    throw new Failure(`Port ${port} is in use: stop the program that uses it, or choose another port with --port N.`);
  if (code === 'EACCES')
    throw new Failure(`Port ${port} needs more privileges than you have: choose a port above 1023 with --port N.`);
  await new Promise((resolve) => server.close(resolve));
}
