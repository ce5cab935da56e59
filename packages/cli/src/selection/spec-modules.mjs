import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { moduleDirs } from '../install/build-units.mjs';
import { registryDir, root, varDir } from '../paths.mjs';

/** The windows that browser tests opened, a line each: what the recorder in e2e/fixtures/visits.ts writes. */
export const visitsFile = join(varDir, 'test', 'visits.jsonl');
const mapFile = join(root, 'e2e', 'spec-modules.json');

/**
 * What a spec file does: how long its tests take together, in a whole run, and how many addresses of each module they go to.
 * @typedef {{ seconds: number, visits: Record<string, number> }} SpecEntry
 * @typedef {Record<string, SpecEntry>} SpecModules by the path in e2e/
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
 * @returns {Record<string, SpecEntry['visits']>}
 */
export function countModules(visits, owners) {
  /** @type {Record<string, SpecEntry['visits']>} */
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
 * The specs of which this is the main module: half or more of the addresses that they went to are its own, those with the largest share
 * and then with the most addresses first. Specs that go through many modules belong to none of them: the whole run has them.
 * @param {SpecModules} map
 * @param {string} module
 */
export const specsOfModule = (map, module) =>
  Object.entries(map)
    .map(([spec, { visits }]) => {
      const all = Object.values(visits).reduce((sum, count) => sum + count, 0);
      return { spec, count: visits[module] ?? 0, share: (visits[module] ?? 0) / Math.max(all, 1) };
    })
    .filter(({ share }) => share >= 0.5)
    .sort((a, b) => b.share - a.share || b.count - a.count)
    .map(({ spec }) => spec);

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

/**
 * Writes the checked-in map from what the last browser run visited. Specs that were removed since leave it.
 * @param {{ file: string, seconds: number }[]} times of the spec files, by their path below the root
 */
export async function storeSpecModules(times) {
  const lines = (await readFile(visitsFile, 'utf8')).trim().split('\n');
  const specs = new Set(await allSpecs());
  const visits = lines.map((line) => JSON.parse(line)).filter(({ spec }) => specs.has(spec));
  // A spec without a page of its own, such as one of files on disk, gets an entry too.
  const none = [...specs].map((spec) => ({ spec, addresses: [] }));
  const counted = countModules([...none, ...visits], await addressOwners());
  const secondsOf = (/** @type {string} */ spec) => times.find(({ file }) => file === `e2e/${spec}`)?.seconds ?? 0;
  const entries = Object.entries(counted).map(([spec, byModule]) => [
    spec,
    { seconds: Math.round(secondsOf(spec) * 10) / 10, visits: byModule },
  ]);
  await writeFile(mapFile, `${JSON.stringify(Object.fromEntries(entries), undefined, 2)}\n`);
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
