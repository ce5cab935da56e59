import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { packageDir } from '../config/places.mjs';
import { contractParts } from './contract-parts.mjs';
import { withoutComments } from './without-comments.mjs';

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
 * What of these parts can change the module's bundle: without comments, types and layout, of the contract the declarations that the
 * module uses, of the build the files that build a module. Equal parts give a release the same version.
 *
 * @param {string} root the workspace
 * @param {string} dir the module's folder, absolute
 * @returns {Generator<[name: string, content: string | Buffer]>}
 */
export function* versionInputs(root, dir) {
  // Without helpers of tests; package.json follows without its texts.
  const own = filesBelow(dir).filter((file) => !/^(test-.*|package\.json)$/.test(path.basename(file)));
  for (const file of own) yield [path.relative(dir, file), withoutComments(file, readFileSync(file))];
  const manifest = JSON.parse(readFileSync(path.join(dir, 'package.json'), 'utf8'));
  const { name, version, sideEffects } = manifest;
  yield ['package.json', JSON.stringify({ name, version, sideEffects })];
  const used = [...contractParts(packageDir('contract', root), own)].sort(([a], [b]) => (a < b ? -1 : 1));
  for (const [file, text] of used) yield [path.relative(root, file), withoutComments(file, text)];
  for (const file of buildFiles(path.join(root, 'packages/build/src/rspack')))
    yield [path.relative(root, file), withoutComments(file, readFileSync(file))];
  yield ['package-lock.json', lockedText(root, [manifest])];
}

/**
 * The contract's files that a module uses: those whose declarations are in its bundle, and those whose types it imports itself.
 * @param {string} root the workspace
 * @param {string} dir the module's folder, absolute
 * @returns {Set<string>} absolute
 */
export function usedContractFiles(root, dir) {
  const contract = packageDir('contract', root);
  const own = filesBelow(dir).filter((file) => /\.tsx?$/.test(file));
  const named = own.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/'@paddock\/contract\/([^']+)'/g)].map(([, name]) =>
      path.join(contract, 'src', `${name}.ts`),
    ),
  );
  return new Set([...named, ...contractParts(contract, own).keys()]);
}

/** The files that build a module, and those that they import or name as loaders. */
function buildFiles(folder) {
  const found = new Set();
  const visit = (file) => {
    if (found.has(file) || !file.startsWith(folder) || !existsSync(file)) return;
    found.add(file);
    for (const [, name = ''] of readFileSync(file, 'utf8').matchAll(/\b(?:from|import|URL)\s*\(?\s*'([^']+\.mjs)'/g))
      visit(path.join(path.dirname(file), name));
  };
  visit(path.join(folder, 'module/build-module.mjs'));
  return [...found].sort();
}

/**
 * The same of the shell's build, which contains mfe-kit and ui.
 * @param {string} root the workspace
 * @returns {Iterable<[name: string, content: string | Buffer]>}
 */
export function* shellInputs(root) {
  yield* inputsOf(root, [path.join(root, 'shell'), packageDir('mfe-kit', root), packageDir('ui', root)]);
}

/**
 * @param {string} root
 * @param {string[]} dirs
 * @returns {Generator<[name: string, content: string | Buffer]>}
 */
function* inputsOf(root, dirs) {
  const own = dirs.flatMap((dir) => filesBelow(dir).map((file) => ({ dir, file })));
  for (const { dir, file } of own) yield [path.join(path.basename(dir), path.relative(dir, file)), readFileSync(file)];
  const contract = packageDir('contract', root);
  const imported = importedFrom(
    contract,
    own.map(({ file }) => file),
  );
  const shared = [...imported, ...filesBelow(path.join(root, 'packages/build/src/rspack'))];
  for (const file of shared) yield [path.relative(root, file), readFileSync(file)];
  const manifests = dirs.map((dir) => JSON.parse(readFileSync(path.join(dir, 'package.json'), 'utf8')));
  yield ['package-lock.json', lockedText(root, manifests)];
}

/** What the lock file says of the packages behind these manifests. */
function lockedText(root, manifests) {
  const { packages } = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8'));
  return JSON.stringify(lockedPackages(packages, Object.assign({}, ...manifests.map(importable))));
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
      // Our own are hashed by their files, or provided by the shell.
      if (name.startsWith('@paddock/')) continue;
      const place = placesOf(name, from).find((candidate) => packages[candidate] !== undefined);
      const entry = place === undefined ? undefined : packages[place];
      if (!entry || entry.link || found.has(place)) continue;
      found.set(place, entry);
      visit({ ...entry.dependencies, ...entry.optionalDependencies, ...entry.peerDependencies }, place);
    }
  };
  visit(dependencies, '');
  for (const name of ['contract', 'build']) {
    visit(importable(packages[`packages/${name}`] ?? packages[`node_modules/@paddock/${name}`] ?? {}), '');
  }
  return [...found].sort(([a], [b]) => (a < b ? -1 : 1));
}

/** Where Node looks for a package: in the folders of the packages around the importing one, the nearest first. */
function placesOf(name, from) {
  const place = path.posix.join(from, 'node_modules', name);
  const above = from.lastIndexOf('/node_modules/');
  if (from === '') return [place];
  return [place, ...placesOf(name, above === -1 ? '' : from.slice(0, above))];
}
