import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { integrityOf } from '@paddock/build/rspack/module/integrity.mjs';
import { root } from '../paths.mjs';

/** A folder with the form of a package. */
let app;
let folder;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'paddock-publish-'));
  app = join(folder, 'app');
  await cp(join(root, 'packages/cli/src'), join(app, 'packages/cli/src'), { recursive: true });
  await symlink(join(root, 'node_modules'), join(app, 'node_modules'));
  await write('main.js', '');
  await write('package.json', '{ "type": "module", "release": "0.2.0 (0123456789ab)" }');
  for (const version of ['1.0.0-a', '1.0.0-b']) {
    const release = `var/registry/mfe-chats/${version}`;
    await write(`${release}/entry.js`, version);
    await write(`${release}/integrity.json`, JSON.stringify(await integrityOf(join(app, release))));
  }
  await write('var/registry/mfe-chats/channels.json', '{ "stable": "1.0.0-b" }');
  await write('var/shell/index.html', 'page');
  await write('var/shell/assets/shell.0123456789ab.js', '');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function write(file, text) {
  await mkdir(dirname(join(app, file)), { recursive: true });
  await writeFile(join(app, file), text);
}
const target = () => ({ SHELL_DIR: join(folder, 'static/shell'), REGISTRY_DIR: join(folder, 'static/registry') });
const command = async (env, ...args) =>
  (
    await promisify(execFile)(process.execPath, [join(app, 'packages/cli/src/paddock.mjs'), ...args], {
      env: { PATH: process.env.PATH, ...env },
    })
  ).stdout;
const unchanged = 'New releases: 0. Moved channels: 0. New files of the shell: 0.\n';
const publish = (env) => command(env, 'publish');

describe('paddock publish', () => {
  it('copies shell and releases, names the package in the log, and says which channels stay', async () => {
    expect(await publish(target())).toBe('New releases: 2. Moved channels: 1. New files of the shell: 1.\n');
    const moduleDir = join(folder, 'static/registry/mfe-chats');
    expect(await readFile(join(moduleDir, 'log.jsonl'), 'utf8')).toContain('"by":"package 0.2.0 (0123456789ab)"');
    expect(await readFile(join(folder, 'static/shell/index.html'), 'utf8')).toBe('page');
    await command(target(), 'rollback', 'mfe-chats', '--to', '1.0.0-a');
    expect(await publish(target())).toBe(
      'stable of mfe-chats stays at 1.0.0-a, where a rollback, promotion or release put it. ' +
        "paddock promote mfe-chats 1.0.0-b --to stable moves it to the package's release.\n" +
        unchanged,
    );
    await command(target(), 'promote', 'mfe-chats', '1.0.0-b', '--to', 'stable');
    expect(await command(target(), 'list', 'mfe-chats')).toMatch(/ {2}1\.0\.0-b {2}stable \(/);
    expect(await publish(target())).toBe(unchanged);
  });

  it('leaves releases to the bucket that holds the registry', async () => {
    const places = { SHELL_DIR: join(folder, 'other/shell'), REGISTRY_DIR: join(folder, 'other/registry') };
    expect(await publish({ ...places, REGISTRY_S3_BUCKET: 'releases' })).toContain('are in the bucket releases');
    expect(await readdir(join(folder, 'other'))).toEqual(['shell']);
  });

  it.each([
    [{}, 'Name the folders that all processes read, with SHELL_DIR and REGISTRY_DIR.'],
    [{ SHELL_DIR: 'var/shell', REGISTRY_DIR: '/srv/registry' }, 'are folders of this package: it needs no publish.'],
  ])('refuses %j', async ({ SHELL_DIR, ...env }, sentence) => {
    const places = SHELL_DIR ? { SHELL_DIR: join(app, SHELL_DIR) } : {};
    await expect(publish({ ...places, ...env })).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining(sentence),
    });
  });
});
