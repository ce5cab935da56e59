import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { packageDir } from '../config/places.mjs';

/**
 * The libraries that the shell shares with every module, one instance each: import name → the range that a module built
 * today accepts. Ranges are checked before a module is loaded (`CONTRACT_MISMATCH`).
 */
export const sharedLibraries = /** @type {const} */ ({
  react: '^19.0.0',
  'react/jsx-runtime': '^19.0.0',
  'react-dom': '^19.0.0',
  'react-dom/client': '^19.0.0',
  wouter: '^3.0.0',
  '@tanstack/react-query': '^5.0.0',
  zod: '^4.0.0',
});

/** Our own packages are shared by subpath, so that a screen loads only the components it uses (`docs/adr/0003`). */
const ownPackages = [
  { dir: packageDir('mfe-kit'), range: '^1.0.0' },
  { dir: packageDir('ui'), range: '^1.0.0' },
];

/** A package's exported modules, without style sheets and test helpers: name → source. */
function exportedModules(dir) {
  const { name, version, exports } = readJson(path.join(dir, 'package.json'));
  return Object.entries(exports)
    .filter(([, target]) => /\.tsx?$/.test(target) && !target.includes('/test/'))
    .map(([subpath, target]) => ({
      name: path.posix.join(name, subpath),
      version,
      source: path.join(dir, target),
    }));
}

/**
 * All shared names, with the version that the shell provides, the range that modules request, and the source of our
 * own.
 */
export function sharedModules() {
  const resolve = createRequire(path.join(packageDir('mfe-kit'), 'package.json')).resolve;
  const libraries = Object.entries(sharedLibraries).map(([name, range]) => {
    const owner = name.startsWith('@') ? name.split('/').slice(0, 2).join('/') : name.split('/')[0];
    return { name, range, version: readJson(packageFile(resolve, owner)).version, source: undefined };
  });
  const own = ownPackages.flatMap(({ dir, range }) => exportedModules(dir).map((shared) => ({ ...shared, range })));
  return [...libraries, ...own];
}

const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'));

/** A package's package.json, even when its `exports` hide it. */
function packageFile(resolve, name) {
  const files = (resolve.paths(name) ?? []).map((dir) => path.join(dir, name, 'package.json'));
  const found = files.find((file) => existsSync(file));
  if (found === undefined) throw new Error(`${name} is shared by the shell but not installed`);
  return found;
}
