import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '../failure.mjs';
import { root } from '../paths.mjs';
import { startDatabase } from './database.mjs';
import { sourceMapFlags } from './node-flags.mjs';
import { endOrphans, recordChild } from './orphans.mjs';
import { readPlace, servicesEnvironment, takeDataFolder } from './running.mjs';

/**
 * Runs a program of the services with their database and environment, in a process of its own.
 * @param {string} program its name in `services/dist`
 * @param {readonly string[]} args
 * @param {string} dataDir the data folder of the system
 * @returns {Promise<number>} its exit code
 */
export async function runWithDatabase(program, args, dataDir) {
  const script = join(root, 'services/dist', program);
  if (!existsSync(script)) throw new Failure('The services are not built: run npm run build first.');
  return withDatabase(dataDir, (env) => {
    const child = spawn(process.execPath, [...sourceMapFlags, script, ...args], {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    return new Promise((done) => child.on('exit', (code) => done(code ?? 1)));
  });
}

/**
 * Runs work with the environment of the services: beside a running Paddock, else with a database of its own for that long.
 * @param {string} dataDir
 * @param {(env: Record<string, string>) => Promise<number>} work
 */
async function withDatabase(dataDir, work) {
  // Production sets what the services have: their folders, the public address.
  if (process.env.MONGODB_URI || process.env.MONGODB_URI_FILE) return work({ DATA_DIR: dataDir });
  if (!existsSync(dataDir))
    throw new Failure(`There is no data folder ${dataDir}: start Paddock once, or name its folder with --data DIR.`);
  const lock = await takeDataFolder(dataDir);
  if ('heldBy' in lock) return work(await readPlace(dataDir));
  try {
    // A database that a killed Paddock left would still write to the folder.
    await endOrphans(dataDir, console.error);
    const { uri, child } = await startDatabase(dataDir, (started) => recordChild(dataDir, started));
    return await work(servicesEnvironment({ dataDir }, uri)).finally(() => child?.stop());
  } finally {
    await lock.release();
  }
}
