import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '../failure.mjs';

/**
 * The module that a command names; the only one of the repository need not be named.
 * @param {string[]} positionals
 * @returns {Promise<{ folder: string, dir: string }>} `dir` absolute
 */
export async function moduleFolder([named, ...more]) {
  const { root } = await import('@paddock/build/rspack/config/places.mjs');
  const folders = readdirSync(root).filter(
    (name) => /^mfe-[a-z-]+$/.test(name) && existsSync(join(root, name, 'manifest.ts')),
  );
  const folder = named ?? (folders.length === 1 ? folders[0] : undefined);
  if (!folder || more.length > 0 || !folders.includes(folder))
    throw new Failure(
      folders.length > 0
        ? `Name one module (${folders.join(', ')})${named ? `, not '${[named, ...more].join(' ')}'` : ''}.`
        : `${root} has no module: a folder such as mfe-timing with a manifest.ts.`,
    );
  return { folder, dir: join(root, folder) };
}
