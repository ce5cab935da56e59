import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** This package's folder. */
export const buildDir = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../..');

/** Whether a repository of modules has installed this package. */
const isInstalled = path.basename(path.dirname(path.dirname(buildDir))) === 'node_modules';

/** The folder with the modules and their lock file: the checkout, or a repository that has installed this package. */
export const root = path.resolve(buildDir, isInstalled ? '../../..' : '../..');

/**
 * The folder of one of our packages.
 * @param {'contract' | 'mfe-kit' | 'ui'} name
 * @param {string} [workspace] the root
 */
export const packageDir = (name, workspace = root) =>
  path.join(workspace, isInstalled ? 'node_modules/@paddock' : 'packages', name);
