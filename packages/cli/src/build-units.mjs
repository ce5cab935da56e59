import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { registryDir, root, shellDir } from './paths.mjs';

/**
 * A separately built unit. It is rebuilt when an input has changed or an output is missing.
 * @typedef {{ name: string, inputs: string[], outputs: string[], build: () => Promise<unknown> }} Unit
 */

const swc = 'packages/build/src/swc';
// A module bundles the contract, and takes ui and mfe-kit from the shell at run time.
const moduleSources = ['packages/contract', 'packages/build/src/rspack', 'package-lock.json'];

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
  inputs: ['shell', 'packages/mfe-kit', 'packages/ui', ...moduleSources],
  outputs: [shellDir],
  build: async () =>
    (await import('@paddock/build/rspack/build-shell.mjs')).buildShell({ outDir: shellDir, mode: 'production' }),
};

/**
 * @param {string} dir
 * @param {string} channel
 * @returns {Unit}
 */
export const moduleUnit = (dir, channel = 'stable') => ({
  name: dir,
  inputs: [dir, ...moduleSources],
  outputs: [join(registryDir, dir)],
  build: async () =>
    (await import('@paddock/build/rspack/release-module.mjs')).releaseModule({
      dir: join(root, dir),
      registryDir,
      channel,
    }),
});

/** The tab modules, found by their folders. */
export const moduleDirs = () =>
  readdirSync(root)
    .filter((name) => name.startsWith('mfe-'))
    .sort();

export const nodeUnits = () => ['packages/contract', 'packages/embedded-mongo', 'services'].map(nodePackage);
export const webUnits = () => [shell, ...moduleDirs().map((dir) => moduleUnit(dir))];
