import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Licences (SPDX) under which a bundle may contain code of others without publishing its own. */
const accepted = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'OFL-1.1',
  'Unlicense',
]);

/** @param {string} expression SPDX: `(MIT OR GPL-3.0)` leaves the choice, `MIT AND ISC` needs both */
export const isAccepted = (expression) =>
  expression
    .replace(/[()]/g, ' ')
    .split(/\sOR\s/)
    .some((choice) => choice.split(/\sAND\s/).every((one) => accepted.has(one.trim())));

/**
 * Packages in a bundle whose licence does not allow it.
 * @param {Iterable<string>} files absolute paths of the bundle's modules
 * @returns {string[]} `name version: licence`
 */
export function licenceFaults(files) {
  const packages = new Set([...files].flatMap((file) => packageOf(file) ?? []));
  return (
    [...packages]
      .map((file) => JSON.parse(readFileSync(file, 'utf8')))
      // Our own are installed in a repository of modules.
      .filter(({ name }) => !name.startsWith('@paddock/'))
      .filter(({ license }) => typeof license !== 'string' || !isAccepted(license))
      .map(({ name, version, license }) => `${name} ${version}: ${license ? JSON.stringify(license) : 'no licence'}`)
      .sort()
  );
}

/** The package.json with name and version above a file of node_modules; nested ones only set the module type. */
function packageOf(file) {
  if (!/[\\/]node_modules[\\/]/.test(file)) return undefined;
  for (let dir = path.dirname(file); path.basename(dir) !== 'node_modules'; dir = path.dirname(dir)) {
    const candidate = path.join(dir, 'package.json');
    if (existsSync(candidate) && JSON.parse(readFileSync(candidate, 'utf8')).version) return candidate;
  }
  return undefined;
}
