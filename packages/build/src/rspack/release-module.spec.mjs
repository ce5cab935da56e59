import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { integrityOf } from './integrity.mjs';
import { moveChannel } from './move-channel.mjs';
import { publish, releaseModule, versionOf } from './release-module.mjs';

let dir;
beforeEach(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'paddock-release-'));
});
afterEach(() => rm(dir, { recursive: true, force: true }));

async function folder(name, text) {
  const made = path.join(dir, name);
  await mkdir(made, { recursive: true });
  await writeFile(path.join(made, 'a.js'), text);
  return made;
}
const channels = async (moduleDir) => JSON.parse(await readFile(path.join(moduleDir, 'channels.json'), 'utf8'));

describe(publish.name, () => {
  it('moves a build to its version', async () => {
    await publish(await folder('build', 'one'), path.join(dir, 'mfe-x/1.0.0'));
    expect(await readFile(path.join(dir, 'mfe-x/1.0.0/a.js'), 'utf8')).toBe('one');
  });

  it('accepts the same files again and refuses others, with their names; a released version never changes', async () => {
    const target = await folder('mfe-x/1.0.0', 'released');
    await publish(await folder('build', 'released'), target);
    await expect(publish(await folder('build', 'another'), target)).rejects.toThrow(
      /^mfe-x 1\.0\.0 is in the registry with other content.*Different files: a\.js$/,
    );
    expect(await readFile(path.join(target, 'a.js'), 'utf8')).toBe('released');
  });
});

describe(releaseModule.name, () => {
  it('accepts a release that is there, unless its files have changed since', async () => {
    const made = await folder('mfe-x', 'source');
    await writeFile(path.join(made, 'package.json'), '{ "version": "1.0.0" }');
    const version = await versionOf(made);
    const released = await folder(`registry/mfe-x/${version}`, 'built');
    await writeFile(path.join(released, 'integrity.json'), JSON.stringify(await integrityOf(released)));
    const release = () => releaseModule({ dir: made, registryDir: path.join(dir, 'registry'), channel: 'next' });
    expect(await release()).toEqual({ id: 'mfe-x', version, built: false });
    await writeFile(path.join(released, 'a.js'), 'altered');
    await expect(release()).rejects.toThrow('in the registry with other content');
  });
});

describe(moveChannel.name, () => {
  it('points the channel at a version and stores the previous one', async () => {
    const moduleDir = path.dirname(await folder('mfe-x/1.0.0', ''));
    await folder('mfe-x/1.1.0', '');
    await moveChannel({ moduleDir, channel: 'stable', version: '1.0.0' });
    await moveChannel({ moduleDir, channel: 'stable', version: '1.1.0' });
    expect(await channels(moduleDir)).toEqual({ stable: '1.1.0', previous: { stable: '1.0.0' } });
  });

  it('keeps the previous version when the same one is released again', async () => {
    const moduleDir = path.dirname(await folder('mfe-x/1.0.0', ''));
    await folder('mfe-x/1.1.0', '');
    for (const version of ['1.0.0', '1.1.0', '1.1.0']) await moveChannel({ moduleDir, channel: 'stable', version });
    expect((await channels(moduleDir)).previous).toEqual({ stable: '1.0.0' });
  });

  it('offers a recalled version no more', async () => {
    const moduleDir = path.dirname(await folder('mfe-x/1.0.0', ''));
    await folder('mfe-x/1.1.0', '');
    for (const version of ['1.0.0', '1.1.0']) await moveChannel({ moduleDir, channel: 'stable', version });
    await moveChannel({ moduleDir, channel: 'stable', version: '1.0.0', recall: true });
    expect(await channels(moduleDir)).toEqual({ stable: '1.0.0', previous: {} });
  });

  it('does not change other channels', async () => {
    const moduleDir = path.dirname(await folder('mfe-x/1.0.0', ''));
    await folder('mfe-x/2.0.0', '');
    await moveChannel({ moduleDir, channel: 'stable', version: '1.0.0' });
    await moveChannel({ moduleDir, channel: 'next', version: '2.0.0' });
    expect(await channels(moduleDir)).toMatchObject({ stable: '1.0.0', next: '2.0.0' });
  });

  it('rejects a missing version and leaves no draft behind', async () => {
    const moduleDir = path.dirname(await folder('mfe-x/1.0.0', ''));
    await expect(moveChannel({ moduleDir, channel: 'stable', version: '9.0.0' })).rejects.toThrow(
      '9.0.0 is not in the',
    );
    expect(await readdir(moduleDir)).toEqual(['1.0.0']);
  });

  it('always shows readers a complete table', async () => {
    const moduleDir = path.dirname(await folder('mfe-x/1.0.0', ''));
    await folder('mfe-x/1.1.0', '');
    await moveChannel({ moduleDir, channel: 'stable', version: '1.0.0' });
    let moving = true;
    const seen = new Set();
    const reader = (async () => {
      while (moving) seen.add((await channels(moduleDir)).stable);
    })();
    for (let turn = 0; turn < 40; turn++)
      await moveChannel({ moduleDir, channel: 'stable', version: turn % 2 ? '1.0.0' : '1.1.0' });
    moving = false;
    await reader;
    expect([...seen].every((version) => ['1.0.0', '1.1.0'].includes(version))).toBe(true);
  });
});

describe(versionOf.name, () => {
  it('changes with a source but not with a test', async () => {
    const made = await folder('mfe-x', 'one');
    await writeFile(path.join(made, 'package.json'), '{ "version": "3.2.1" }');
    const first = await versionOf(made);
    expect(first).toMatch(/^3\.2\.1-[0-9a-f]{8}$/);
    await writeFile(path.join(made, 'a.test.ts'), 'changed');
    expect(await versionOf(made)).toBe(first);
    await writeFile(path.join(made, 'a.js'), 'two');
    expect(await versionOf(made)).not.toBe(first);
  });
});
