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
 * @returns {Promise<{ ok: boolean, said: string }>} whether it succeeded, and what was kept back
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
  return { ok, said };
}

/**
 * @param {boolean} ok
 * @param {string} [error] why not
 * @returns {import('./run-stages.mjs').Outcome}
 */
export const asOneTest = (ok, error) =>
  ok ? { passed: 1, failed: 0 } : { passed: 0, failed: 1, failures: [{ error }] };

/**
 * @param {{ ok: boolean, said: string }[]} runs
 * @returns {import('./run-stages.mjs').Outcome}
 */
export const allAsOneTest = (runs) =>
  asOneTest(
    runs.every(({ ok }) => ok),
    runs.map(({ ok, said }) => (ok ? '' : said)).join('\n'),
  );
