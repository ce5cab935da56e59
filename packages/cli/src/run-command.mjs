import { Failure, sentenceFor } from './failure.mjs';

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
    process.exitCode = (await (await load()).run(args)) ?? 0;
  } catch (error) {
    console.error(sentenceFor(error));
    process.exitCode = 1;
  }
}
