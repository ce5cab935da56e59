import { spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { buildAll } from '../install/build-all.mjs';
import { nodeUnits } from '../install/build-units.mjs';
import { root } from '../paths.mjs';

let data;
beforeAll(async () => {
  data = await mkdtemp(join(tmpdir(), 'paddock-keys-'));
  await buildAll(nodeUnits());
});
afterAll(() => rm(data, { recursive: true, force: true }));

/** Resolves to what the command prints and its exit code. */
async function keys(...args) {
  const entry = join(root, 'packages/cli/src/paddock.mjs');
  const child = spawn(process.execPath, [entry, 'release-keys', ...args, '--data', data]);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text));
  const code = await new Promise((resolve) => child.once('close', resolve));
  return { code, output: output.trim() };
}

describe('npm run release-keys', () => {
  it.each([
    [[], 'Say list, add <name> --modules LIST, or revoke <name>; --help says more.'],
    [['add'], 'Say list, add <name> --modules LIST, or revoke <name>; --help says more.'],
    [['list', 'timing'], 'Say list, add <name> --modules LIST, or revoke <name>; --help says more.'],
    [
      ['add', 'Timing', '--modules', 'mfe-timing'],
      "A key's name is 2 to 40 lower-case letters, digits and hyphens, not 'Timing'.",
    ],
    [['add', 'timing'], '--modules names modules such as mfe-timing.'],
    [['add', 'timing', '--modules', 'mfe-timing,../x'], "--modules names modules such as mfe-timing, not '../x'."],
    [['add', 'timing', '--modules', 'mfe-timing', '--days', '0'], "--days takes a number from 1 to 9999, not '0'."],
    [
      ['add', 'timing', '--modules', 'mfe-timing', '--channels', 'previous'],
      "A channel's name is lower-case letters, digits and hyphens, not 'previous'.",
    ],
  ])('explains itself: %j', async (args, output) => expect(await keys(...args)).toEqual({ code: 1, output }));

  it('makes a key that it shows once, lists it, and revokes it', async () => {
    const { code, output } = await keys(
      'add',
      'timing',
      '--modules',
      'mfe-timing,mfe-laps',
      '--channels',
      'next',
      '--days',
      '90',
    );
    expect([code, output]).toEqual([
      0,
      expect.stringMatching(/^paddock_release_[\w-]{43}\n\nThis is the key 'timing'\./),
    ]);
    expect((await keys('add', 'timing', '--modules', 'mfe-timing')).code).toBe(1);
    const listed = await keys('list');
    expect(listed.output).toMatch(
      /^timing {2}mfe-timing, mfe-laps {2}moves next {2}made \d{4}-\d\d-\d\d by \S+ {2}never used {2}valid until \d{4}-\d\d-\d\d$/,
    );
    expect(await keys('revoke', 'timing')).toMatchObject({ code: 0 });
    expect((await keys('list')).output).toMatch(/revoked \d{4}-\d\d-\d\d$/);
    expect(await keys('revoke', 'timing')).toEqual({ code: 1, output: "There is no valid key 'timing'." });
    const [key] = output.split('\n');
    const files = (await readdir(data, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
    for (const { parentPath, name } of files)
      expect([name, (await readFile(join(parentPath, name))).includes(key)]).toEqual([name, false]);
  }, 240_000);
});
