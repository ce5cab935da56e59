import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { aptInstall, whenClosed } from './apt-install.mjs';
import { onPath } from '../processes/database.mjs';
import { Failure } from '../failure.mjs';

/** Preferred: it takes half the time of the full browser, with the same results on policy and integrity (measured). */
const preferred = 'chromium-headless-shell';
const remedy =
  'as root run: apt-get update && apt-get install -y chromium-headless-shell (or set CHROMIUM_PATH to a Chromium)';

/**
 * Looks for `$CHROMIUM_PATH`, then Debian's chromium-headless-shell, which root installs, then chromium.
 * @returns {Promise<string>} its path, verified by starting it once
 */
export async function findBrowser() {
  const ready = process.env.CHROMIUM_PATH || onPath(preferred);
  if (ready) return verifyBrowser(ready);
  await aptInstall(preferred);
  const found = onPath(preferred) ?? onPath('chromium');
  if (found) return verifyBrowser(found);
  const canInstall = process.getuid?.() === 0 && onPath('apt-get');
  throw new Failure(
    canInstall
      ? `chromium-headless-shell could not be installed for the browser tests: ${remedy}.`
      : `No Chromium is installed for the browser tests: ${remedy}.`,
  );
}

/**
 * An existing path may still be a wrapper without its browser, or lack a library.
 * @param {string} path
 */
async function verifyBrowser(path) {
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
  await whenClosed(child);
  await rm(profile, { recursive: true, force: true });
  if (!printed.includes('ready')) throw new Failure(`The browser ${path} does not start: ${remedy}.`);
  return path;
}
