import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { moveChannel } from '@paddock/build/rspack/release/move-channel.mjs';
import { useRelease } from './use-release.mjs';

let dir;
let moduleDir;
let said;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'paddock-use-'));
  moduleDir = join(dir, 'mfe-chats');
  for (const version of ['1.0.0-a', '1.0.0-b']) await mkdir(join(moduleDir, version), { recursive: true });
  said = jest.spyOn(console, 'error').mockReturnValue(undefined);
});
afterEach(async () => {
  jest.restoreAllMocks();
  await rm(dir, { recursive: true });
});
const use = (version) => useRelease({ moduleDir, channel: 'stable', version });
const stable = async () => JSON.parse(await readFile(join(moduleDir, 'channels.json'), 'utf8')).stable;

describe(useRelease.name, () => {
  it('moves the channel to a build', async () => {
    for (const version of ['1.0.0-a', '1.0.0-b']) {
      await use(version);
      expect(await stable()).toBe(version);
    }
    expect(said).not.toHaveBeenCalled();
  });

  it('leaves the channel of a recalled build, and says how to use it again', async () => {
    for (const version of ['1.0.0-a', '1.0.0-b']) await use(version);
    await moveChannel({ moduleDir, channel: 'stable', version: '1.0.0-a', recall: true });
    await use('1.0.0-b');
    expect(await stable()).toBe('1.0.0-a');
    expect(said.mock.calls).toEqual([
      [
        'stable of mfe-chats stays where it is: 1.0.0-b was recalled. ' +
          'To use it again: npm run promote -- mfe-chats 1.0.0-b --to stable',
      ],
    ]);
  });
});
