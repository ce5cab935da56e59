import { execFile } from 'node:child_process';
import { cpSync } from 'node:fs';
import { cp, lstat, mkdir, readdir, readFile, readlink, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { Failure } from '../failure.mjs';
import { packageScripts } from '../package-commands.mjs';
import { deploymentsDir, registryDir, root, shellDir } from '../paths.mjs';
import { npmProgram } from './install.mjs';

/** What runs in production: the services with what they import, the database for one machine, and the commands for a running system. */
const workspaces = ['packages/build', 'packages/cli', 'packages/contract', 'packages/embedded-mongo', 'services'];
/** Files of packages that only compilers and debuggers read. */
const unused = /\.(d\.[cm]?ts|[cm]?js\.map|d\.[cm]?ts\.map)$/;

/** Secrets and settings that the Compose file reads beside itself: a package goes to other machines, and into images. */
export const secretFiles = /[\\/]deploy[\\/]docker[\\/](secrets|settings\.env$)/;

/**
 * Makes a folder with the layout of the project that `node main.js` starts. Everything is built before.
 * @param {string} to an empty or missing folder
 */
export async function makePackage(to) {
  const present = await readdir(to).catch(() => []);
  if (present.length > 0) throw new Failure(`${to} is not empty: name an empty folder or a missing one.`);
  const draft = `${to}.new`;
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { recursive: true });
  const packages = await copyPackages(draft);
  for (const workspace of workspaces) await copyWorkspace(workspace, draft);
  await copyReleases(join(draft, relative(root, registryDir)));
  await cp(shellDir, join(draft, relative(root, shellDir)), { recursive: true });
  await cp(deploymentsDir, join(draft, 'deployments'), { recursive: true });
  await cp(join(root, 'deploy'), join(draft, 'deploy'), { recursive: true, filter: (file) => !secretFiles.test(file) });
  await rename(join(draft, 'deploy/main.js'), join(draft, 'main.js'));
  await cp(join(root, 'docs'), join(draft, 'docs'), {
    recursive: true,
    filter: (file) => basename(file) !== 'pictures',
  });
  for (const page of ['README.md', 'CHANGELOG.md']) await cp(join(root, page), join(draft, page));
  const { name, version, scripts } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  const kept = Object.fromEntries(packageScripts.map((command) => [command, scripts[command]]));
  const manifest = {
    name,
    private: true,
    version,
    release: await releaseName(version),
    type: 'module',
    engines: { node: '24' },
    scripts: { start: 'node main.js', ...kept },
  };
  await writeFile(join(draft, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  const bytes = await sizeOf(draft);
  await rename(draft, to);
  return { packages, bytes };
}

/**
 * The name on the operators' status page, which two packages of one version do not share.
 * @param {string} version
 */
async function releaseName(version) {
  const git = (/** @type {string[]} */ ...args) =>
    promisify(execFile)('git', args, { cwd: root }).then(({ stdout }) => stdout.trim());
  try {
    const [commit, changes] = [await git('rev-parse', '--short=12', 'HEAD'), await git('status', '--porcelain')];
    return `${version} (${commit}${changes && '+'})`;
  } catch {
    return version;
  }
}

/**
 * Copies the installed packages that the workspaces need in production, each to its place.
 * @param {string} draft
 */
async function copyPackages(draft) {
  const [command, first] = npmProgram();
  const chosen = workspaces.map((workspace) => `--workspace=${workspace}`);
  const { stdout } = await promisify(execFile)(
    command,
    [...first, 'ls', '--omit=dev', '--all', '--parseable', ...chosen],
    {
      cwd: root,
      maxBuffer: 16 * 1024 * 1024,
    },
  ).catch((error) => {
    throw new Failure(`npm ls failed: ${error.stderr.trim().split('\n')[0]}`);
  });
  const places = [...new Set(stdout.trim().split('\n'))].filter((place) => place.includes('node_modules'));
  for (const place of places) {
    const target = join(draft, relative(root, place));
    await mkdir(dirname(target), { recursive: true });
    if ((await lstat(place)).isSymbolicLink()) await symlink(await readlink(place), target);
    // Synchronously: the promises of some 15,000 small files would take a third more CPU.
    else cpSync(place, target, { recursive: true, filter: (file) => isUsed(file, place) });
  }
  return places.length;
}

/**
 * Nested packages have places of their own in npm's list.
 * @param {string} file
 * @param {string} place
 */
const isUsed = (file, place) => !unused.test(file) && !file.slice(place.length).startsWith('/node_modules');

/**
 * The compiled workspace, or the sources of one that is not compiled.
 * @param {string} workspace
 * @param {string} draft
 */
async function copyWorkspace(workspace, draft) {
  const from = join(root, workspace);
  await mkdir(join(draft, workspace), { recursive: true });
  await cp(join(from, 'package.json'), join(draft, workspace, 'package.json'));
  const code = (await readdir(from)).includes('dist') ? 'dist' : 'src';
  const filter = (/** @type {string} */ file) => !/\.spec\.m?js$/.test(basename(file));
  await cp(join(from, code), join(draft, workspace, code), { recursive: true, filter });
}

/**
 * The releases that channels point to. Copied over an older registry, they leave its releases to open windows.
 * @param {string} to
 */
async function copyReleases(to) {
  const { releasesOf } = await import('@paddock/build/rspack/release/registry.mjs');
  const { releases } = await releasesOf(registryDir);
  for (const { id, version, channels } of releases) {
    if (channels.length === 0) continue;
    for (const name of [version, 'channels.json', 'log.jsonl'])
      await cp(join(registryDir, id, name), join(to, id, name), { recursive: true });
  }
}

/** @param {string} folder */
async function sizeOf(folder) {
  let bytes = 0;
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
    if (entry.isFile()) bytes += (await lstat(join(entry.parentPath, entry.name))).size;
  return bytes;
}
