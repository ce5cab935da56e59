import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * The parts of the workspace that a module's build depends on: its own files, the files of the contract that it imports directly
 * or indirectly, the build, and the locked versions of the packages that module and build depend on. mfe-kit and ui are not among
 * them, because the shell provides both at run time.
 *
 * @param {string} root the workspace
 * @param {string} dir the module's folder, absolute
 * @returns {Iterable<[name: string, content: string | Buffer]>}
 */
export function* moduleInputs(root, dir) {
  yield* inputsOf(root, [dir]);
}

/**
 * The same of the shell's build, which contains mfe-kit and ui.
 * @param {string} root the workspace
 * @returns {Iterable<[name: string, content: string | Buffer]>}
 */
export function* shellInputs(root) {
  yield* inputsOf(
    root,
    ['shell', 'packages/mfe-kit', 'packages/ui'].map((dir) => path.join(root, dir)),
  );
}

/**
 * @param {string} root
 * @param {string[]} dirs
 * @returns {Generator<[name: string, content: string | Buffer]>}
 */
function* inputsOf(root, dirs) {
  const own = dirs.flatMap((dir) => filesBelow(dir).map((file) => ({ dir, file })));
  for (const { dir, file } of own) yield [path.join(path.basename(dir), path.relative(dir, file)), readFileSync(file)];
  const contract = path.join(root, 'packages/contract');
  const imported = importedFrom(
    contract,
    own.map(({ file }) => file),
  );
  const shared = [...imported, ...filesBelow(path.join(root, 'packages/build/src/rspack'))];
  for (const file of shared) yield [path.relative(root, file), readFileSync(file)];
  const manifests = dirs.map((dir) => JSON.parse(readFileSync(path.join(dir, 'package.json'), 'utf8')));
  const { packages } = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8'));
  yield [
    'package-lock.json',
    JSON.stringify(lockedPackages(packages, Object.assign({}, ...manifests.map(importable)))),
  ];
}

/** Files that are part of a build: no tests, no texts for readers. */
function filesBelow(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((file) => !/([\\/]|^)(node_modules|dist)[\\/]|\.(test|spec)\.\w+$|\.md$/.test(path.relative(folder, file)))
    .sort();
}

const typeImport = /\b(?:import|export) type\b[^;'"]*from\s*['"][^'"]+['"]/g;
const anyImport = /\b(?:from|import)\s*\(?\s*['"]([^'"]+)['"]/g;

/** The contract's files behind the imports of these files. Types are erased before a bundle is made. */
function importedFrom(contract, files) {
  const found = new Set();
  const visit = (file) => {
    if (!/\.tsx?$/.test(file)) return;
    for (const [, name = ''] of readFileSync(file, 'utf8').replace(typeImport, '').matchAll(anyImport)) {
      const target = name.startsWith('@paddock/contract/')
        ? path.join(contract, 'src', `${name.slice('@paddock/contract/'.length)}.ts`)
        : path.join(path.dirname(file), name.replace(/\.js$/, '.ts'));
      if (!target.startsWith(contract + path.sep) || !existsSync(target) || found.has(target)) continue;
      found.add(target);
      visit(target);
    }
  };
  files.forEach(visit);
  return [...found].sort();
}

/** What a workspace imports. A bundle holds its packages, so they are devDependencies: an installation that runs it needs none. */
const importable = ({ dependencies, devDependencies }) => ({ ...dependencies, ...devDependencies });

/**
 * The lock file's entries of a bundle's and the build's packages, and of what these depend on.
 * @param {Record<string, any>} packages
 * @param {Record<string, string>} dependencies the module's or shell's own
 */
function lockedPackages(packages, dependencies) {
  const found = new Map();
  const visit = (names, from) => {
    for (const name of Object.keys(names)) {
      const place = placesOf(name, from).find((candidate) => packages[candidate] !== undefined);
      const entry = place === undefined ? undefined : packages[place];
      if (!entry || entry.link || found.has(place)) continue;
      found.set(place, entry);
      visit({ ...entry.dependencies, ...entry.optionalDependencies, ...entry.peerDependencies }, place);
    }
  };
  visit(dependencies, '');
  visit(packages['packages/contract']?.dependencies ?? {}, '');
  visit(importable(packages['packages/build'] ?? {}), '');
  return [...found].sort(([a], [b]) => (a < b ? -1 : 1));
}

/** Where Node looks for a package: in the folders of the packages around the importing one, the nearest first. */
function placesOf(name, from) {
  const place = path.posix.join(from, 'node_modules', name);
  const above = from.lastIndexOf('/node_modules/');
  if (from === '') return [place];
  return [place, ...placesOf(name, above === -1 ? '' : from.slice(0, above))];
}
