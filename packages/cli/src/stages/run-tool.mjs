import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { startChild } from '../children.mjs';
import { root } from '../paths.mjs';

const require = createRequire(import.meta.url);

/**
 * Runs a package's command in a process of its own, with whatever it starts stopped when the signal comes. What it prints is
 * kept back and shown only when it fails, unless `show` is set.
 * @param {string} tool as in node_modules/.bin
 * @param {string[]} args
 * @param {{ signal: AbortSignal, show?: boolean, env?: Record<string, string>, nodeArgs?: string[], package?: string }} options
 * @returns {Promise<boolean>} whether it succeeded
 */
export async function runTool(tool, args, { signal, show = false, env, nodeArgs = [], package: name = tool }) {
  const manifestFile = join(root, 'node_modules', name, 'package.json');
  const { bin } = require(manifestFile);
  const script = join(dirname(manifestFile), typeof bin === 'string' ? bin : bin[tool]);
  const child = startChild(tool, process.execPath, [...nodeArgs, script, ...args], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: show ? ['ignore', 'inherit', 'inherit'] : ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.process.stdout, child.process.stderr])
    stream?.setEncoding('utf8').on('data', (text) => (said += text));
  const stop = () => void child.stop();
  signal.addEventListener('abort', stop);
  await child.closed;
  signal.removeEventListener('abort', stop);
  const ok = child.process.exitCode === 0;
  if (!ok && said) console.error(said.trimEnd());
  return ok;
}

/** @param {boolean} ok */
export const asOneTest = (ok) => ({ passed: ok ? 1 : 0, failed: ok ? 0 : 1 });
