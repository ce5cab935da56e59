import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../src/paths.mjs';

/**
 * Writes the lock file of a repository of modules with the versions of the checkout's lock file, so that npm takes packages from its
 * cache (or downloads them if it has none) and looks up no newer ones.
 * @param {string} folder
 */
export async function lockLikeCheckout(folder) {
  const json = async (...parts) => JSON.parse(await readFile(join(...parts), 'utf8'));
  const { packages: locked } = await json(root, 'package-lock.json');
  const ofOthers = Object.entries(locked).filter(([place, { link }]) => place.startsWith('node_modules/') && !link);
  const own = (await readdir(folder)).filter((name) => name.startsWith('mfe-'));
  const { name, devDependencies, workspaces } = await json(folder, 'package.json');
  const modules = await Promise.all(
    own.map(async (dir) => {
      const manifest = await json(folder, dir, 'package.json');
      return [
        [dir, { name: dir, version: manifest.version, devDependencies: manifest.devDependencies }],
        [`node_modules/${dir}`, { resolved: dir, link: true }],
      ];
    }),
  );
  const packages = {
    '': { name, devDependencies, workspaces },
    ...Object.fromEntries([...modules.flat(), ...ofOthers]),
  };
  await writeFile(join(folder, 'package-lock.json'), JSON.stringify({ name, lockfileVersion: 3, packages }));
}
