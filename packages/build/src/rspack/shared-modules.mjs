import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { root } from './base-config.mjs';

/**
 * What the shell shares with every module, one instance each: the name as it is imported → the range that a module built
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

/** Our own packages are shared by subpath, so that a screen loads only the components it shows (`docs/adr/0003`). */
const ownPackages = [
  { name: '@paddock/mfe-kit', dir: 'packages/mfe-kit', range: '^1.0.0' },
  { name: '@paddock/ui', dir: 'packages/ui', range: '^1.0.0' },
];

/** Subpaths of a package of ours: a file (`src/api.tsx`) or a folder named like its file (`src/button/button.tsx`). */
function subpaths(dir) {
  const source = path.join(root, dir, 'src');
  return readdirSync(source, { withFileTypes: true })
    .filter(
      ({ name }) => existsSync(path.join(source, name, `${name}.tsx`)) || /^(?!.*\.test\.)(?!test-).*\.tsx$/.test(name),
    )
    .map(({ name }) => name.replace(/\.tsx$/, ''))
    .filter((name) => name !== 'gallery')
    .sort();
}

/** Every shared name with the version the shell provides and the range that modules ask for. */
export function sharedModules() {
  const resolve = createRequire(path.join(root, 'shell/package.json')).resolve;
  const versionIn = (file) => JSON.parse(readFileSync(file, 'utf8')).version;
  const libraries = Object.entries(sharedLibraries).map(([name, range]) => {
    const owner = name.startsWith('@') ? name.split('/').slice(0, 2).join('/') : name.split('/')[0];
    return { name, range, version: versionIn(packageFile(resolve, owner)) };
  });
  const own = ownPackages.flatMap(({ name, dir, range }) => {
    const version = versionIn(path.join(root, dir, 'package.json'));
    return subpaths(dir).map((subpath) => ({ name: `${name}/${subpath}`, range, version }));
  });
  return [...libraries, ...own];
}

/** A package's own package.json, also where its `exports` hide it. */
function packageFile(resolve, name) {
  const lookup = resolve.paths(name) ?? [];
  for (const dir of lookup) {
    const file = path.join(dir, name, 'package.json');
    try {
      readFileSync(file);
      return file;
    } catch {
      continue;
    }
  }
  throw new Error(`${name} is shared by the shell but not installed`);
}
