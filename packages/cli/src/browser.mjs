import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { aptInstall, closed } from './apt-install.mjs';
import { onPath } from './database.mjs';
import { Failure } from './failure.mjs';

/** Preferred: it takes half the time of the full browser, with the same results on policy and integrity (measured). */
const preferred = 'chromium-headless-shell';
const remedy =
  'as root run: apt-get update && apt-get install -y chromium-headless-shell (or set CHROMIUM_PATH to a Chromium)';

/**
 * Looks for `$CHROMIUM_PATH`, then Debian's chromium-headless-shell, then chromium. Without any, root installs the headless shell.
 * @returns {Promise<string>} its path, verified by starting it once
 */
export async function findBrowser() {
  const chosen = process.env.CHROMIUM_PATH;
  const found = chosen || search();
  if (found) return verified(found);
  if (process.getuid?.() !== 0 || !onPath('apt-get'))
    throw new Failure(`No Chromium is installed for the browser tests: ${remedy}.`);
  await aptInstall(preferred);
  const installed = search();
  if (!installed) throw new Failure(`chromium-headless-shell could not be installed for the browser tests: ${remedy}.`);
  return verified(installed);
}

/** @returns {string | undefined} */
function search() {
  for (const name of [preferred, 'chromium']) {
    const path = onPath(name);
    if (path) return path;
  }
  return undefined;
}

/**
 * An existing path may still be a wrapper without its browser, or lack a library.
 * @param {string} path
 */
async function verified(path) {
  const profile = await mkdtemp(join(tmpdir(), 'paddock-browser-'));
  const flags = [
    '--headless',
    '--no-sandbox',
    '--disable-gpu',
    '--no-first-run',
    `--user-data-dir=${profile}`,
    '--dump-dom',
  ];
  const child = spawn(path, [...flags, 'data:text/html,<p>ready</p>'], {
    stdio: ['ignore', 'pipe', 'ignore'],
    timeout: 30_000,
  });
  let printed = '';
  child.stdout.setEncoding('utf8').on('data', (text) => (printed += text));
  await closed(child);
  await rm(profile, { recursive: true, force: true });
  if (!printed.includes('ready')) throw new Failure(`The browser ${path} does not start: ${remedy}.`);
  return path;
}
