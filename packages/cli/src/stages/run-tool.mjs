import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { startChild } from '../processes/children.mjs';
import { root } from '../paths.mjs';
import { addToolCpu, childSeconds, shellWithTimes } from './cpu-time.mjs';

const require = createRequire(import.meta.url);

/**
 * Runs a package's command in a child process, and stops it with its descendants on abort. Prints its output only if it fails,
 * unless `show` is set.
 * @param {string} tool the name in node_modules/.bin
 * @param {string[]} args
 * @param {{ signal: AbortSignal, show?: boolean, env?: Record<string, string>, nodeArgs?: string[], package?: string }} options
 * @returns {Promise<{ ok: boolean, output: string }>} `output` is empty with `show`
 */
export async function runTool(tool, args, options) {
  const { signal, show = false, env, nodeArgs = [], package: name = tool } = options;
  const manifestFile = join(root, 'node_modules', name, 'package.json');
  const { bin } = require(manifestFile);
  const script = join(dirname(manifestFile), typeof bin === 'string' ? bin : bin[tool]);
  const shown = show ? 'inherit' : 'pipe';
  const child = startChild(tool, 'sh', [...shellWithTimes, process.execPath, ...nodeArgs, script, ...args], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', shown, shown, 'pipe'],
  });
  let output = '';
  let times = '';
  for (const stream of [child.process.stdout, child.process.stderr])
    stream?.setEncoding('utf8').on('data', (text) => (output += text));
  /** @type {import('node:stream').Readable} */ (child.process.stdio[3])
    .setEncoding('utf8')
    .on('data', (text) => (times += text));
  const stop = () => void child.stop();
  signal.addEventListener('abort', stop);
  await child.closed;
  signal.removeEventListener('abort', stop);
  addToolCpu(childSeconds(times));
  const ok = child.process.exitCode === 0;
  if (!ok && output) console.error(output.trimEnd());
  return { ok, output };
}

/**
 * @param {boolean} ok
 * @param {string} [error] the reason of a failure
 * @returns {import('./run-stages.mjs').Outcome}
 */
export const asOneTest = (ok, error) =>
  ok ? { passed: 1, failed: 0 } : { passed: 0, failed: 1, failures: [{ error }] };

/**
 * @param {{ ok: boolean, output: string }[]} runs
 * @returns {import('./run-stages.mjs').Outcome}
 */
export const allAsOneTest = (runs) =>
  asOneTest(
    runs.every(({ ok }) => ok),
    runs.map(({ ok, output }) => (ok ? '' : output)).join('\n'),
  );
