import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Failure } from './failure.mjs';
import { root } from './paths.mjs';

/**
 * A workspace of the root's package.json, which is tested, built or released separately.
 * @typedef {{ name: string, dir: string, imports: string[] }} Workspace `imports`: names of other workspaces
 */

/** Files that no test depends on. */
const textOnly = /^(docs|bench\/results)\/|\.md$/;

/** @returns {Workspace[]} */
export function units() {
  const packageIn = (dir) => JSON.parse(readFileSync(join(root, dir, 'package.json'), 'utf8'));
  const manifests = packageIn('.')
    .workspaces.flatMap(foldersOf)
    .map((dir) => ({ ...packageIn(dir), dir }));
  const nameOf = new Map(manifests.map(({ name, dir }) => [name, dir.split('/').at(-1)]));
  return manifests.map(({ dir, name, dependencies, devDependencies }) => ({
    name: nameOf.get(name),
    dir,
    imports: Object.keys({ ...dependencies, ...devDependencies }).flatMap((dependency) => nameOf.get(dependency) ?? []),
  }));
}

/**
 * Folders that match a workspace pattern: a plain name, or one that ends with a star.
 * @param {string} pattern
 */
function foldersOf(pattern) {
  if (!pattern.endsWith('*')) return [pattern];
  const parent = pattern.includes('/') ? dirname(pattern) : '.';
  return readdirSync(join(root, parent))
    .map((name) => (parent === '.' ? name : `${parent}/${name}`))
    .filter((dir) => dir.startsWith(pattern.slice(0, -1)) && existsSync(join(root, dir, 'package.json')));
}

/**
 * The named units, and those that import them directly or indirectly.
 * @param {string[]} names
 * @param {Workspace[]} [all]
 * @returns {Workspace[]}
 */
export function withImporters(names, all = units()) {
  const found = new Set(names);
  for (const name of found) for (const unit of all) if (unit.imports.includes(name)) found.add(unit.name);
  return all.filter(({ name }) => found.has(name));
}

/**
 * Names of the units that contain these files. A file in the root folder (such as package.json) counts for every unit.
 * @param {string[]} files paths below the root
 * @param {Workspace[]} [all]
 */
export function unitsOf(files, all = units()) {
  const relevant = files.filter((file) => !textOnly.test(file));
  const ownerOf = (file) => all.find(({ dir }) => file.startsWith(`${dir}/`));
  if (relevant.some((file) => !file.includes('/'))) return all.map(({ name }) => name);
  return [...new Set(relevant.flatMap((file) => ownerOf(file)?.name ?? []))];
}

/**
 * Files with changes since a commit, uncommitted and untracked files included.
 * @param {string} [base] a commit; HEAD by default
 */
export function changedFiles(base = 'HEAD') {
  const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: 'pipe' }).split('\n');
  try {
    const files = [
      ...git('diff', '--name-only', '--end-of-options', base, '--'),
      ...git('ls-files', '--others', '--exclude-standard'),
    ];
    return files.filter(Boolean);
  } catch {
    throw new Failure(`git cannot list the changes since '${base}'.`);
  }
}
