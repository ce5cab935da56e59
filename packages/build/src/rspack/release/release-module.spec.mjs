import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { integrityOf } from '../module/integrity.mjs';
import { readChannels } from './channels.mjs';
import { moveChannel } from './move-channel.mjs';
import { readLog } from './registry-log.mjs';
import { releasesOf, removeAbandoned } from './registry.mjs';
import { publish } from './publish.mjs';
import { releaseModule, versionOf } from './release-module.mjs';

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
/** Moves a channel in a process of its own. */
const moveInProcess = (options) =>
  new Promise((done, reject) => {
    const script = `import { moveChannel } from ${JSON.stringify(new URL('move-channel.mjs', import.meta.url).href)};
      await moveChannel(${JSON.stringify(options)});`;
    const env = { ...process.env, NODE_OPTIONS: '' };
    execFile(process.execPath, ['--input-type=module', '--eval', script], { env }, (error) =>
      error ? reject(error) : done(undefined),
    );
  });
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
    await writeFile(path.join(released, 'integrity.json'), '{');
    await expect(release()).rejects.toMatchObject({ name: 'Refusal', message: expect.stringContaining('delete its') });
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

  it('loses none of the moves that eight processes make at once', async () => {
    const moduleDir = path.dirname(await folder('mfe-x/1.0.0', ''));
    const names = ['alpha', 'beta', 'gamma', 'delta', 'one', 'two', 'three', 'four'];
    await Promise.all(names.map((channel) => moveInProcess({ moduleDir, channel, version: '1.0.0' })));
    expect((await readChannels(moduleDir)).present).toEqual(Object.fromEntries(names.map((name) => [name, '1.0.0'])));
    expect((await readLog(moduleDir)).map(({ channel }) => channel).sort()).toEqual([...names].sort());
    expect((await readdir(moduleDir)).sort()).toEqual(['1.0.0', 'channels.json', 'log.jsonl']);
  }, 60_000);

  it('takes over the lock and the draft of a move that was killed', async () => {
    const moduleDir = path.dirname(await folder('mfe-x/1.0.0', ''));
    await mkdir(path.join(moduleDir, '.channels.lock'));
    await utimes(path.join(moduleDir, '.channels.lock'), 0, 0);
    await writeFile(path.join(moduleDir, 'channels.json.00000000-0000-4000-8000-000000000000'), '{');
    await moveChannel({ moduleDir, channel: 'stable', version: '1.0.0' });
    expect((await readdir(moduleDir)).sort()).toEqual(['1.0.0', 'channels.json', 'log.jsonl']);
  });

  it.each(['{ "stable": ', '[]', '{ "stable": 7 }', 'null', ''])(
    'writes the table again from the log when it is %j',
    async (spoilt) => {
      const moduleDir = path.dirname(await folder('mfe-x/1.0.0', ''));
      for (const version of ['1.1.0', '1.2.0']) await folder(`mfe-x/${version}`, '');
      for (const version of ['1.0.0', '1.1.0']) await moveChannel({ moduleDir, channel: 'stable', version });
      await writeFile(path.join(moduleDir, 'channels.json'), spoilt);
      const { spoilt: named, releases } = await releasesOf(dir);
      expect([named, releases.find(({ version }) => version === '1.1.0').channels]).toEqual([
        [{ id: 'mfe-x', file: 'channels.json' }],
        ['stable'],
      ]);
      await moveChannel({ moduleDir, channel: 'next', version: '1.2.0' });
      expect(await channels(moduleDir)).toEqual({ stable: '1.1.0', next: '1.2.0', previous: { stable: '1.0.0' } });
    },
  );

  it('writes a spoilt table again also when the channel points to the version already', async () => {
    const moduleDir = path.dirname(await folder('mfe-x/1.0.0', ''));
    for (const version of ['1.1.0', '1.0.0']) {
      await folder(`mfe-x/${version}`, '');
      await moveChannel({ moduleDir, channel: 'stable', version });
    }
    await writeFile(path.join(moduleDir, 'channels.json'), '{');
    await moveChannel({ moduleDir, channel: 'stable', version: '1.0.0' });
    expect(await channels(moduleDir)).toEqual({ stable: '1.0.0', previous: { stable: '1.1.0' } });
    expect(await readLog(moduleDir)).toHaveLength(2);
  });

  it('logs who moved what and when, and skips a line that was not written to its end', async () => {
    const moduleDir = path.dirname(await folder('mfe-x/1.0.0', ''));
    await folder('mfe-x/1.1.0', '');
    await moveChannel({ moduleDir, channel: 'stable', version: '1.0.0' });
    await writeFile(path.join(moduleDir, 'log.jsonl'), '{ "at": "20\n', { flag: 'a' });
    await moveChannel({ moduleDir, channel: 'stable', version: '1.1.0', recall: true });
    const known = { at: expect.stringMatching(/^\d{4}-.*Z$/), by: expect.stringMatching(/./), channel: 'stable' };
    expect(await readLog(moduleDir)).toEqual([
      { ...known, version: '1.0.0' },
      { ...known, version: '1.1.0', before: '1.0.0', recall: true },
    ]);
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

describe(removeAbandoned.name, () => {
  it('removes what a killed release or removal left, and not what runs', async () => {
    const left = [await folder('.building/killed', ''), await folder('.removed/killed', '')];
    for (const made of left) await utimes(made, 0, 0);
    const running = await folder('.building/running', '');
    await removeAbandoned(dir);
    expect(await readdir(path.join(dir, '.building'))).toEqual(['running']);
    expect(await readdir(path.join(dir, '.removed'))).toEqual([]);
    expect(await readdir(running)).toEqual(['a.js']);
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
