import { spawn } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { integrityOf } from '../module/integrity.mjs';
import { readChannels } from './channels.mjs';
import { addReceived, OtherContent, removeAbandoned } from './received-release.mjs';
import { readLog } from './registry-log.mjs';

let registryDir;
const moduleDir = () => path.join(registryDir, 'mfe-x');
beforeEach(async () => {
  registryDir = await mkdtemp(path.join(tmpdir(), 'paddock-received-'));
});
afterEach(() => rm(registryDir, { recursive: true, force: true }));

/** A checked release in a folder of the registry's own, as the services have it. */
async function received(name, text = 'one') {
  const dir = path.join(registryDir, '.building', name, 'files');
  await mkdir(dir, { recursive: true });
  for (const file of ['a.js', 'b.js', 'c.js']) await writeFile(path.join(dir, file), text.repeat(10_000));
  await writeFile(path.join(dir, 'integrity.json'), JSON.stringify(await integrityOf(dir), null, 2));
  return dir;
}
const release = () => ({ registryDir, id: 'mfe-x', version: '1.0.0', by: 'team', commit: '0123abc', channel: 'next' });

/** Adds a release in a process of its own, which is killed after some milliseconds. */
async function killed(options, ms) {
  const script = `import { addReceived } from ${JSON.stringify(new URL('received-release.mjs', import.meta.url).href)};
    process.stdout.write('ready');
    await addReceived(${JSON.stringify(options)});`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    env: { ...process.env, NODE_OPTIONS: '' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise((done) => child.once('exit', done));
  await new Promise((done) => child.stdout.once('data', done));
  await wait(ms);
  child.kill('SIGKILL');
  await ended;
}

describe(addReceived.name, () => {
  it('adds a version, its line and the move of the channel, in the name of the key', async () => {
    expect(await addReceived({ ...release(), dir: await received('one') })).toEqual({ isNew: true });
    expect((await readdir(moduleDir())).sort()).toEqual(['1.0.0', 'channels.json', 'log.jsonl']);
    expect(await readLog(moduleDir())).toEqual([
      { at: expect.any(String), by: 'team', version: '1.0.0', commit: '0123abc' },
      { at: expect.any(String), by: 'team', version: '1.0.0', channel: 'next' },
    ]);
  });

  it('accepts the same files again, and refuses others', async () => {
    await addReceived({ ...release(), dir: await received('one') });
    expect(await addReceived({ ...release(), dir: await received('again') })).toEqual({ isNew: false });
    await expect(addReceived({ ...release(), dir: await received('other', 'two') })).rejects.toThrow(OtherContent);
    expect(await readLog(moduleDir())).toHaveLength(2);
  });

  it('does not bring back a version that was pruned', async () => {
    await addReceived({ ...release(), dir: await received('one') });
    await rm(path.join(moduleDir(), '1.0.0'), { recursive: true });
    await expect(addReceived({ ...release(), dir: await received('other', 'two') })).rejects.toThrow(OtherContent);
    expect(await readdir(moduleDir())).not.toContain('1.0.0');
  });

  it('publishes nothing without confirmation', async () => {
    const publishing = () => Promise.reject(new Error('revoked'));
    const adding = addReceived({ ...release(), dir: await received('one') }, { publishing });
    await expect(adding).rejects.toThrow('revoked');
    expect(await readdir(moduleDir())).toEqual([]);
  });

  it('moves no channel without confirmation, and asks for none where nothing moves', async () => {
    const moving = () => Promise.reject(new Error('recalled'));
    const add = async (name, confirm) => addReceived({ ...release(), dir: await received(name) }, confirm);
    await expect(add('one', { moving })).rejects.toThrow('recalled');
    expect((await readChannels(moduleDir())).present).toEqual({});
    await add('two');
    expect(await add('three', { moving })).toEqual({ isNew: false });
  });

  it('names some of many files that differ', async () => {
    const many = async (name, text) => {
      const dir = await received(name, text);
      for (let n = 0; n < 30; n++) await writeFile(path.join(dir, `chunk-${n}.js`), text);
      return dir;
    };
    await addReceived({ ...release(), dir: await many('one', 'one') });
    const again = addReceived({ ...release(), dir: await many('other', 'two') });
    await expect(again).rejects.toThrow(/Different files: (\S+, ){19}\S+ and 13 more$/);
  });

  it('leaves nothing half-published when its process is killed, and completes it the next time', async () => {
    const files = await received('files');
    const expected = await integrityOf(files);
    for (const ms of [0, 1, 2, 3, 5, 8, 13, 21]) {
      await rm(moduleDir(), { recursive: true, force: true });
      const dir = path.join(registryDir, '.building', `killed-${ms}`, 'files');
      await cp(files, dir, { recursive: true });
      await killed({ ...release(), dir }, ms);
      const there = await readdir(moduleDir()).catch(() => []);
      if (there.includes('1.0.0')) expect(await integrityOf(path.join(moduleDir(), '1.0.0'))).toEqual(expected);
      // What a channel points to is there, and the log knows it.
      const { next } = (await readChannels(moduleDir())).present;
      if (next) expect((await readLog(moduleDir())).map(({ version }) => version)).toContain(next);
      // The lock of a killed process is taken over after ten seconds.
      const past = new Date(Date.now() - 60_000);
      await utimes(path.join(moduleDir(), '.channels.lock'), past, past).catch(() => undefined);
      const again = await received(`again-${ms}`);
      await addReceived({ ...release(), dir: again });
      expect(await integrityOf(path.join(moduleDir(), '1.0.0'))).toEqual(expected);
      expect((await readLog(moduleDir())).filter(({ channel }) => !channel)).toHaveLength(1);
      expect((await readChannels(moduleDir())).present).toEqual({ next: '1.0.0' });
    }
  }, 240_000);
});

describe(removeAbandoned.name, () => {
  it('removes the folders of killed uploads after an hour', async () => {
    for (const name of ['old', 'young']) await received(name);
    const past = new Date(Date.now() - 2 * 3_600_000);
    await utimes(path.join(registryDir, '.building/old'), past, past);
    await removeAbandoned(registryDir);
    expect(await readdir(path.join(registryDir, '.building'))).toEqual(['young']);
  });
});
