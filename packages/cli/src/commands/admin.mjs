import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { startDatabase } from '../processes/database.mjs';
import { Failure } from '../failure.mjs';
import { endOrphans, recordChild } from '../processes/orphans.mjs';
import { readOptions } from '../options.mjs';
import { root, varDir } from '../paths.mjs';
import { readPlace, servicesEnvironment, takeDataFolder } from '../processes/running.mjs';

const usage = `npm run admin -- <community>                      lists the super admins of a community
npm run admin -- <community> <e-mail>             prints a link that makes the account with this address super admin, and
                                                  the account if there is none; it works once, for one hour
npm run admin -- <community> <e-mail> --remove    takes that away again, but not from the last one

  --data DIR  the data folder of the system (default DATA_DIR, else var/data)

With MONGODB_URI it uses that database, else the one of the data folder, whether Paddock runs or not.`;

/** @param {string[]} args */
export async function run(args) {
  const options = /** @type {const} */ ({ data: { type: 'string' }, remove: { type: 'boolean' } });
  const { values, positionals } = readOptions(args, options, usage, true);
  const [community, email, ...more] = positionals;
  if (community === undefined || more.length > 0 || (values.remove && email === undefined))
    throw new Failure('Name a community and, to make or remove an admin, an e-mail address; --help says more.');
  const script = join(root, 'services/dist/admin.js');
  if (!existsSync(script)) throw new Failure('The services are not built: run npm run build first.');
  const dataDir = resolve(values.data ?? process.env.DATA_DIR ?? join(varDir, 'data'));
  const given = [community, ...(email === undefined ? [] : [email]), ...(values.remove ? ['--remove'] : [])];
  return withDatabase(dataDir, (env) => {
    const child = spawn(process.execPath, ['--enable-source-maps', script, ...given], {
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
  if (process.env.MONGODB_URI) return work({ DATA_DIR: dataDir });
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
