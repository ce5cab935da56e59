import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { moduleDirs } from '../install/build-units.mjs';
import { registryDir, root, varDir } from '../paths.mjs';

/** The windows that browser tests opened, a line each: what the recorder in e2e/fixtures/visits.ts writes. */
export const visitsFile = join(varDir, 'test', 'visits.jsonl');
const mapFile = join(root, 'e2e', 'spec-modules.json');

/**
 * How many addresses of each module a spec file went to, by its path in e2e/.
 * @typedef {Record<string, Record<string, number>>} SpecModules
 * @typedef {{ spec: string, addresses: string[] }} Visit the addresses of one window
 * @typedef {Record<string, string>} Owners modules by the first two parts of an address, such as `/main/events`
 */

/**
 * The addresses that count. The page to which `/` leads does not while the window goes on: nearly every spec starts there, and only one
 * that stays there is about it.
 * @param {string[]} addresses
 */
export function countedAddresses(addresses) {
  // A window reports an address again when its page is replaced.
  const visited = addresses.filter((address, index) => address !== addresses[index - 1]);
  return visited[0] === '/' && visited.length > 2 ? visited.slice(2) : visited;
}

/** @param {string} address */
const beginningOf = (address) =>
  address
    .replace(/[?#].*/, '')
    .split('/')
    .slice(0, address.startsWith('/main/') ? 3 : 2)
    .join('/');

/**
 * @param {Visit[]} visits
 * @param {Owners} owners
 * @returns {SpecModules}
 */
export function countModules(visits, owners) {
  /** @type {SpecModules} */
  const counts = {};
  for (const { spec, addresses } of visits) {
    const ofSpec = (counts[spec] ??= {});
    for (const address of countedAddresses(addresses)) {
      const module = owners[beginningOf(address)] ?? 'shell';
      ofSpec[module] = (ofSpec[module] ?? 0) + 1;
    }
  }
  return Object.fromEntries(Object.entries(counts).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/**
 * The specs of which this is the main module: half or more of the addresses that they went to are its own. Those that go through many
 * modules are no module's: the whole run has them.
 * @param {SpecModules} map
 * @param {string} module
 */
export const specsOfModule = (map, module) =>
  Object.entries(map)
    .filter(([, counts]) => {
      const all = Object.values(counts).reduce((sum, count) => sum + count, 0);
      return counts[module] && counts[module] * 2 >= all;
    })
    .map(([spec]) => spec);

/** @returns {Promise<SpecModules>} */
export async function readSpecModules() {
  const text = await readFile(mapFile, 'utf8').catch(() => '{}');
  return JSON.parse(text);
}

/** All spec files, by their path in e2e/. */
export async function allSpecs() {
  const files = await readdir(join(root, 'e2e'), { recursive: true });
  return files.filter((file) => file.endsWith('.spec.ts') && !file.includes('node_modules')).sort();
}

/** Writes the checked-in map from what the last browser run visited. Specs that were removed since leave it. */
export async function storeSpecModules() {
  const lines = (await readFile(visitsFile, 'utf8')).trim().split('\n');
  const specs = new Set(await allSpecs());
  const visits = lines.map((line) => JSON.parse(line)).filter(({ spec }) => specs.has(spec));
  // A spec without a page of its own, such as one of files on disk, gets an entry too.
  const none = [...specs].map((spec) => ({ spec, addresses: [] }));
  const counted = countModules([...none, ...visits], await addressOwners());
  await writeFile(mapFile, `${JSON.stringify(counted, undefined, 2)}\n`);
}

/** @returns {Promise<Owners>} */
async function addressOwners() {
  const read = async (/** @type {string[]} */ ...path) =>
    JSON.parse(await readFile(join(registryDir, ...path), 'utf8'));
  const owners = await Promise.all(
    moduleDirs().map(async (id) => {
      const { stable } = await read(id, 'channels.json');
      const { tabs, routes } = await read(id, stable, 'manifest.json');
      const addresses = [...tabs.map((tab) => `/main/${tab.id}`), ...routes.map(({ path }) => path)];
      return addresses.map((address) => [beginningOf(address), id]);
    }),
  );
  return Object.fromEntries(owners.flat());
}
