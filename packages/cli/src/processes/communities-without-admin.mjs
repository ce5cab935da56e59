import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from '../paths.mjs';
import { readPlace } from './running.mjs';

/** Milliseconds. */
const patience = 5000;

/**
 * Asks a database that runs, and starts none: a check leaves no trace in the data folder.
 * @param {readonly Pick<import('@paddock/contract/core/deployment').Deployment, 'id' | 'flags' | 'workplaces'>[]} communities
 * @param {string} dataDir the data folder of the system
 * @returns {Promise<readonly string[] | undefined>} the ids of those without an admin; undefined if none can be asked
 */
export async function communitiesWithoutAdmin(communities, dataDir) {
  const place = await placeOf(dataDir).catch(() => undefined);
  if (place === undefined) return undefined;
  const asked = communities.map(({ id, flags, workplaces }) => ({
    id,
    flags: { workplaces_enabled: flags.workplaces_enabled },
    workplaces: workplaces.map(({ id, title }) => ({ id, title })),
  }));
  const script = join(root, 'services/dist/communities-without-admin.js');
  const options = { env: { ...process.env, ...place }, timeout: patience };
  return promisify(execFile)(process.execPath, [script, JSON.stringify(asked)], options).then(
    ({ stdout }) => JSON.parse(stdout),
    () => undefined,
  );
}

/** The database that the environment names, as for the services, else that of a running Paddock. */
async function placeOf(dataDir) {
  const { MONGODB_URI, MONGODB_URI_FILE } = process.env;
  if (MONGODB_URI) return {};
  return MONGODB_URI_FILE ? { MONGODB_URI: (await readFile(MONGODB_URI_FILE, 'utf8')).trim() } : readPlace(dataDir);
}
