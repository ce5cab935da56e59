import { cpSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { buildAll } from '../install/build-all.mjs';
import { nodeUnits } from '../install/build-units.mjs';
import { install, npm } from '../install/install.mjs';
import { Failure } from '../failure.mjs';
import { readOptions } from '../options.mjs';
import { root, varDir } from '../paths.mjs';

const usage = `npm run pack-kit -- [--to FOLDER]    packs what a module in a repository of its own needs

  --to FOLDER  where the packages are written (default var/packages)`;

/** @param {string[]} args */
export async function run(args) {
  const { values } = readOptions(args, { to: { type: 'string' } }, usage);
  await install(root);
  await buildAll(nodeUnits().filter(({ name }) => name === 'contract'));
  const to = resolve(values.to ?? join(varDir, 'packages'));
  await packAll(to);
  console.log(`${to} has the packages; docs/how-to/module-in-its-own-repository.md says what to do with them.`);
}

/**
 * Writes a tarball of each package that a module needs to a folder.
 * @param {string} to
 */
export async function packAll(to) {
  const read = async (name) => JSON.parse(await readFile(join(root, 'packages', name, 'package.json'), 'utf8'));
  const packages = await Promise.all(['build', 'contract', 'mfe-kit', 'ui', 'cli'].map(read));
  await mkdir(to, { recursive: true });
  const staged = await mkdtemp(join(tmpdir(), 'paddock-pack-'));
  try {
    for (const manifest of packages) {
      const name = manifest.name.replace('@paddock/', '');
      const folder = join(staged, name);
      cpSync(join(root, 'packages', name), folder, {
        recursive: true,
        filter: (file) => !/[\\/]node_modules$/.test(file),
      });
      // JSON leaves out what is undefined.
      const published = name === 'cli' ? withoutDependencies(manifest, packages) : withDependencies(manifest);
      await writeFile(join(folder, 'package.json'), JSON.stringify(published, null, 2));
    }
    const folders = packages.map(({ name }) => join(staged, name.replace('@paddock/', '')));
    const { ok, errors } = await npm(staged, ['pack', ...folders, '--pack-destination', to, '--ignore-scripts']);
    if (!ok) throw new Failure(`npm pack failed: ${errors.trim()}`);
  } finally {
    await rm(staged, { recursive: true, force: true });
  }
}

/**
 * In the checkout these are devDependencies, so that an installation that runs Paddock has no tool of the build. In another repository
 * the package needs them.
 */
function withDependencies({ dependencies, devDependencies, ...manifest }) {
  return { ...manifest, private: undefined, dependencies: { ...dependencies, ...devDependencies } };
}

/** The generator runs before anything is installed; the other commands use the packages that the generated manifest names. */
function withoutDependencies(manifest, packages) {
  const others = packages.filter(({ name }) => name !== manifest.name);
  return {
    ...manifest,
    private: undefined,
    dependencies: undefined,
    devDependencies: undefined,
    peerDependencies: Object.fromEntries(others.map(({ name, version }) => [name, version])),
    peerDependenciesMeta: Object.fromEntries(others.map(({ name }) => [name, { optional: true }])),
  };
}
