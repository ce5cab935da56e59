import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Failure, sentenceFor } from './failure.mjs';
import { rerunOnNode24 } from './install/node-24.mjs';
import { isNode24 } from './node-version.mjs';
import { packageCommands } from './package-commands.mjs';
import { isPackage, root } from './paths.mjs';
import { runOnBucket, usesBucket } from './processes/registry-bucket.mjs';

/** @typedef {() => Promise<{ run(args: string[]): Promise<number | void> }>} Load */

/** @type {Record<string, Load>} */
const commands = {
  start: () => import('./commands/start.mjs'),
  test: () => import('./commands/test.mjs'),
  dev: () => import('./commands/dev.mjs'),
  check: () => import('./commands/check.mjs'),
  build: () => import('./commands/build.mjs'),
  e2e: () => import('./commands/e2e.mjs'),
  package: () => import('./commands/package.mjs'),
  publish: () => import('./commands/publish.mjs'),
  release: () => import('./commands/release.mjs'),
  new: () => import('./commands/new.mjs'),
  promote: () => import('./commands/promote.mjs'),
  rollback: () => import('./commands/rollback.mjs'),
  'pack-kit': () => import('./commands/pack-kit.mjs'),
  list: () => import('./commands/list.mjs'),
  prune: () => import('./commands/prune.mjs'),
  generate: () => import('./commands/generate.mjs'),
  doctor: () => import('./commands/doctor.mjs'),
  admin: () => import('./commands/admin.mjs'),
  'release-keys': () => import('./commands/release-keys.mjs'),
  backup: () => import('./commands/backup.mjs'),
  restore: () => import('./commands/restore.mjs'),
};

/**
 * Runs a command of this package, or the module of another one that a path in the repository names.
 * @param {string | undefined} name
 * @param {string[]} args
 */
export async function runCommand(name, args) {
  const offered = isPackage ? packageCommands : Object.keys(commands);
  if (name === '--help') return console.log(`Commands: ${offered.join(', ')}. Each describes itself with --help.`);
  try {
    /** @type {Load | undefined} */
    const load = name?.endsWith('.mjs') ? () => import(pathToFileURL(resolve(root, name)).href) : commands[name ?? ''];
    if (!load) throw new Failure(`Name a command: ${offered.join(', ')}.`);
    if (isPackage && name !== undefined && name in commands && !offered.includes(name))
      throw new Failure(
        `${name} needs the sources of Paddock. A package is started by node main.js and has the commands ${offered.join(', ')}.`,
      );
    if (isPackage && !isNode24(process.versions.node))
      throw new Failure(
        `A package runs on Node 24, and ${process.execPath} is ${process.versions.node}: https://nodejs.org has it.`,
      );
    if (!isNode24(process.versions.node))
      process.exitCode = await rerunOnNode24(process.argv[1] ?? '', process.argv.slice(2));
    else if (usesBucket(name)) process.exitCode = await runOnBucket(process.argv.slice(1));
    else process.exitCode = (await (await load()).run(args)) ?? 0;
  } catch (error) {
    console.error(sentenceFor(error));
    process.exitCode = 1;
  }
}
