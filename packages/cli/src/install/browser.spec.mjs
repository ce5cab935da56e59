import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { findBrowser } from './browser.mjs';

const environment = { ...process.env };
const remedy =
  'as root run: apt-get update && apt-get install -y chromium-headless-shell (or set CHROMIUM_PATH to a Chromium)';

let folder;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'paddock-browser-spec-'));
  delete process.env.CHROMIUM_PATH;
  process.env.PATH = folder;
  jest.spyOn(process.stdout, 'write').mockReturnValue(true);
});
afterEach(async () => {
  jest.restoreAllMocks();
  process.env = { ...environment };
  await rm(folder, { recursive: true });
});

async function command(name, script) {
  const file = join(folder, name);
  await writeFile(file, `#!/bin/sh\n${script}\n`);
  await chmod(file, 0o755);
  return file;
}
const starts = 'echo "<p>ready</p>"';

/** Makes the test root, and an `apt-get` that installs the headless shell. */
async function aptInstalls() {
  const shell = join(folder, 'chromium-headless-shell');
  const prepared = await command('prepared', starts);
  await command('apt-get', `echo "$@" >> ${folder}/asked; [ "$1" = update ] || /bin/cp ${prepared} ${shell}`);
  jest.spyOn(process, 'getuid').mockReturnValue(0);
  return shell;
}

describe('findBrowser', () => {
  it('prefers CHROMIUM_PATH to all others', async () => {
    await command('chromium-headless-shell', starts);
    process.env.CHROMIUM_PATH = await command('mine', starts);
    expect(await findBrowser()).toBe(process.env.CHROMIUM_PATH);
  });

  it('prefers the headless shell to the full browser', async () => {
    await command('chromium', starts);
    const shell = await command('chromium-headless-shell', starts);
    expect(await findBrowser()).toBe(shell);
  });

  it('uses the full browser if it is the only one', async () => {
    const browser = await command('chromium', starts);
    expect(await findBrowser()).toBe(browser);
  });

  it('installs the headless shell as root beside a full browser', async () => {
    await command('chromium', starts);
    const shell = await aptInstalls();
    expect(await findBrowser()).toBe(shell);
  });

  it('uses the full browser where the headless shell cannot be installed', async () => {
    const browser = await command('chromium', starts);
    await command('apt-get', 'exit 100');
    jest.spyOn(process, 'getuid').mockReturnValue(0);
    expect(await findBrowser()).toBe(browser);
  });

  it('rejects a browser that does not start', async () => {
    const broken = await command('chromium', 'echo "error while loading shared libraries" >&2; exit 127');
    await expect(findBrowser()).rejects.toThrow(`The browser ${broken} does not start: ${remedy}.`);
  });

  it('says what to install when it lacks the rights', async () => {
    await command('apt-get', 'exit 100');
    jest.spyOn(process, 'getuid').mockReturnValue(1000);
    await expect(findBrowser()).rejects.toThrow(`No Chromium is installed for the browser tests: ${remedy}.`);
  });

  it('installs the headless shell as root', async () => {
    const shell = await aptInstalls();
    expect(await findBrowser()).toBe(shell);
    expect(await readFile(join(folder, 'asked'), 'utf8')).toBe(
      'update\ninstall -y --no-install-recommends chromium-headless-shell\n',
    );
  });
});
