import path from 'node:path';
import { root } from '../config/places.mjs';

/**
 * Files of React that a module's bundle contains: the page would have two, and hooks of the second fail.
 * @param {import('@rspack/core').Compilation} compilation
 * @returns {string[]} relative to the workspace
 */
export const ownReact = (compilation) =>
  [...compilation.modules]
    .map((module) => module.nameForCondition() ?? '')
    .filter((file) => /[\\/]node_modules[\\/](react|react-dom|scheduler)[\\/]/.test(file))
    .map((file) => path.relative(root, file));
