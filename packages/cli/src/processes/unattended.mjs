import { execFile } from 'node:child_process';
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
 * @returns {Promise<readonly string[] | undefined>} the ids of those without an admin; undefined if no database answers
 */
export async function unattended(communities, dataDir) {
  const place = process.env.MONGODB_URI ? {} : await readPlace(dataDir).catch(() => undefined);
  if (place === undefined) return undefined;
  const asked = communities.map(({ id, flags, workplaces }) => ({
    id,
    flags: { workplaces_enabled: flags.workplaces_enabled },
    workplaces: workplaces.map(({ id, title }) => ({ id, title })),
  }));
  const script = join(root, 'services/dist/unattended.js');
  const options = { env: { ...process.env, ...place }, timeout: patience };
  return promisify(execFile)(process.execPath, [script, JSON.stringify(asked)], options).then(
    ({ stdout }) => JSON.parse(stdout),
    () => undefined,
  );
}
