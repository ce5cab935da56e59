import { Failure, sentenceFor } from './failure.mjs';
import { rerunOnNode24 } from './node-24.mjs';
import { isNode24 } from './node-version.mjs';

/** @type {Record<string, () => Promise<{ run(args: string[]): Promise<number | void> }>>} */
const commands = {
  start: () => import('./start.mjs'),
  test: () => import('./test.mjs'),
  dev: () => import('./dev.mjs'),
  check: () => import('./check.mjs'),
  build: () => import('./build.mjs'),
  e2e: () => import('./e2e.mjs'),
  release: () => import('./release.mjs'),
  new: () => import('./new.mjs'),
  promote: () => import('./promote.mjs'),
  rollback: () => import('./rollback.mjs'),
  list: () => import('./list.mjs'),
  prune: () => import('./prune.mjs'),
  flags: () => import('./flags.mjs'),
  doctor: () => import('./doctor.mjs'),
  admin: () => import('./admin.mjs'),
  bench: () => import('../../../bench/src/bench.mjs'),
};

/**
 * @param {string | undefined} name
 * @param {string[]} args
 */
export async function runCommand(name, args) {
  try {
    const load = name === undefined ? undefined : commands[name];
    if (!load) throw new Failure(`Name a command: ${Object.keys(commands).join(', ')}.`);
    process.exitCode = isNode24(process.versions.node)
      ? ((await (await load()).run(args)) ?? 0)
      : await rerunOnNode24(process.argv[1] ?? '', process.argv.slice(2));
  } catch (error) {
    console.error(sentenceFor(error));
    process.exitCode = 1;
  }
}
