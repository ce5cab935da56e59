import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root as ours } from '../paths.mjs';

/** Starts any service by its name: what imports it does not depend on each of them. */
const startsByName = 'services/src/service-modules.ts';
const leaf = /^services\/src\/(?:content\/)?[^/]+\/[^/]+/;
/** Every service depends on these folders. */
const shared = /^services\/src\/(community|infrastructure|deployment|serving|demo)\//;

/**
 * Paths of the specs to run for changed files of the services: the folder of each changed service, and the specs elsewhere that import
 * something that imports it. No other service can (a boundary rule); what services do to each other at run time the whole run tests.
 * @param {string[]} changed files below services/
 * @returns {string[]} folders and files below the root; `services` if a changed file is one that all services share
 */
export function relatedSpecs(changed, root = ours) {
  if (changed.some((file) => !leaf.test(file) || shared.test(file))) return ['services'];
  const folders = [...new Set(changed.map((file) => serviceOf(file)))];
  const importers = importersOf(root);
  const found = new Set(
    folders.flatMap((folder) => [...importers.keys()].filter((file) => file.startsWith(`${folder}/`))),
  );
  for (const file of found) for (const importer of importers.get(file) ?? []) found.add(importer);
  const isElsewhere = (/** @type {string} */ file) => !folders.some((folder) => file.startsWith(`${folder}/`));
  return [...folders, ...[...found].filter((file) => file.endsWith('.spec.ts') && isElsewhere(file)).sort()];
}

/** @param {string} file */
const serviceOf = (file) =>
  file
    .split('/')
    .slice(0, file.startsWith('services/src/content/') ? 4 : 3)
    .join('/');

/**
 * Which files of services/ import each of them, by relative imports; they have no others among themselves.
 * @param {string} root
 * @returns {Map<string, string[]>}
 */
function importersOf(root) {
  /** @type {Map<string, string[]>} */
  const importers = new Map();
  const files = ['services/src', 'services/test'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
  );
  for (const file of files.filter((name) => name.endsWith('.ts'))) {
    importers.set(file, importers.get(file) ?? []);
    if (file === startsByName) continue;
    for (const [, path = ''] of readFileSync(join(root, file), 'utf8').matchAll(/(?:from|import)[ (]*'(\.[^']+)'/g)) {
      const imported = join(dirname(file), path).replace(/\.js$/, '.ts');
      importers.set(imported, [...(importers.get(imported) ?? []), file]);
    }
  }
  return importers;
}
