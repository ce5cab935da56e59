import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { registryDir, root, shellDir } from '../paths.mjs';
import { useRelease } from './use-release.mjs';

/**
 * A separately built unit. It is rebuilt when an input has changed or an output is missing.
 * @typedef {object} Unit
 * @property {string} name
 * @property {Parameters<typeof import('./input-hash.mjs').inputHash>[1]} inputs
 * @property {string[]} outputs
 * @property {() => Promise<any>} build
 * @property {(built: any) => Promise<unknown>} [use] takes the result of `build` into use, once all units of the command are built
 */

const swc = 'packages/build/src/swc';
// Of the contract and the lock file, shell and modules depend only on what they import: a new tab changes no build but its own.
const bundleInputs = () => import('@paddock/build/rspack/module/module-inputs.mjs');

/**
 * Imports the preset only for a build, so that a warm start loads no compiler.
 * @param {string} dir
 * @returns {Unit}
 */
const nodePackage = (dir) => ({
  name: dir.split('/').at(-1) ?? dir,
  inputs: [`${dir}/src`, swc, 'package-lock.json'],
  outputs: [join(root, dir, 'dist')],
  build: async () => (await import('@paddock/build/swc/compile-package.mjs')).compilePackage(join(root, dir)),
});

/** @type {Unit} */
const shell = {
  name: 'shell',
  inputs: async () => (await bundleInputs()).shellInputs(root),
  outputs: [shellDir],
  build: async () =>
    (await import('@paddock/build/rspack/shell/build-shell.mjs')).buildShell({ outDir: shellDir, mode: 'production' }),
};

/**
 * @param {string} dir
 * @param {string} channel
 * @returns {Unit}
 */
export const moduleUnit = (dir, channel = 'stable') => ({
  name: dir,
  inputs: async () => (await bundleInputs()).moduleInputs(root, join(root, dir)),
  outputs: [join(registryDir, dir)],
  build: async () =>
    (await import('@paddock/build/rspack/release/release-module.mjs')).addRelease({
      dir: join(root, dir),
      registryDir,
    }),
  use: ({ id, version }) => useRelease({ moduleDir: join(registryDir, id), channel, version }),
});

/** The tab modules, found by their folders. */
export const moduleDirs = () =>
  readdirSync(root)
    .filter((name) => name.startsWith('mfe-'))
    .sort();

export const nodeUnits = () => ['packages/contract', 'packages/embedded-mongo', 'services'].map(nodePackage);
export const webUnits = () => [shell, ...moduleDirs().map((dir) => moduleUnit(dir))];
