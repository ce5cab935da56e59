import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Failure } from '../failure.mjs';

/** Milliseconds after which a failure no longer counts, as on the page of the deployment. */
const failingMs = 24 * 3_600_000;

/**
 * What members' windows have reported of a module in one community.
 * @typedef {object} Proven
 * @property {string} community
 * @property {string} module
 * @property {string[]} versions that were shown, in the order of their first mount
 * @property {{ version: string, code: string, count: number, last: string }[]} [failures]
 */

export const dataOption = /** @type {const} */ ({ data: { type: 'string' } });
export const dataUsage = `--data DIR  the data folder of the running system, which knows the releases that worked (default DATA_DIR, else
              var/data)`;

/**
 * @param {string} dataDir
 * @returns {Promise<Proven[] | undefined>} undefined if this data folder has no reports
 */
export async function provenReleases(dataDir) {
  const file = join(dataDir, 'deployed/proven.json');
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'ENOENT') return undefined;
    throw new Failure(`${file} cannot be read.`);
  }
}

/**
 * What is known of a release: `proven in motorsport`, `failing in workplace (3 times, MODULE_CRASHED)` if it failed within the last day.
 * @param {readonly Proven[]} proven
 * @param {{ id: string, version: string }} release
 * @returns {string[]}
 */
export function verdicts(proven, { id, version }) {
  const rows = proven.filter(({ module }) => module === id);
  const communities = rows.filter(({ versions }) => versions.includes(version)).map(({ community }) => community);
  const failing = rows.flatMap(({ community, failures = [] }) =>
    failures
      .filter((failure) => failure.version === version && Date.now() - Date.parse(failure.last) <= failingMs)
      .map(({ count, code }) => `failing in ${community} (${count === 1 ? 'once' : `${count} times`}, ${code})`),
  );
  return [...(communities.length > 0 ? [`proven in ${communities.join(', ')}`] : []), ...failing];
}

/**
 * The release to go back to: of those that each community proved last before the present one, the newest. Recalled ones do not count: a
 * community that proved only those has no present one in its list.
 * @param {readonly Proven[]} proven
 * @param {{ id: string, present: string, releases: readonly { version: string }[], isRecalled: (version: string) => boolean }} module
 *   `releases` the newest first
 * @returns {string | undefined}
 */
export function lastProven(proven, { id, present, releases, isRecalled }) {
  const released = releases.map(({ version }) => version).filter((version) => !isRecalled(version));
  const candidates = proven
    .filter(({ module }) => module === id)
    .flatMap(({ versions }) => {
      const at = versions.indexOf(present);
      const earlier = versions.slice(0, at < 0 ? undefined : at).filter((version) => version !== present);
      return earlier.filter((version) => released.includes(version)).slice(-1);
    });
  return released.find((version) => candidates.includes(version));
}
