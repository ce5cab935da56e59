import { Failure, sentenceFor } from '../failure.mjs';

/** @type {Record<string, () => Promise<{ run(args: string[]): Promise<number | void> }>>} */
const commands = {
  'create-module': () => import('./create-module.mjs'),
  dev: () => import('./dev.mjs'),
  check: () => import('./check.mjs'),
  release: () => import('./release.mjs'),
};

/**
 * Runs a command of a repository of modules.
 * @param {string | undefined} name
 * @param {string[]} args
 */
export async function runCommand(name, args) {
  const names = Object.keys(commands).join(', ');
  if (name === '--help') return console.log(`Commands: ${names}. Each describes itself with --help.`);
  try {
    const load = commands[name ?? ''];
    if (!load) throw new Failure(`Name a command: ${names}.`);
    process.exitCode = (await (await load()).run(args)) ?? 0;
  } catch (error) {
    console.error(sentenceFor(error));
    process.exitCode = 1;
  }
}
