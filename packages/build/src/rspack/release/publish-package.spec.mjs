import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { integrityOf } from '../module/integrity.mjs';
import { moveChannel } from './move-channel.mjs';
import { publishReleases, publishShell } from './publish-package.mjs';
import { readLog } from './registry-log.mjs';

const id = 'mfe-chats';
let dir;
let registryDir;
let moduleDir;
let made;
beforeEach(async () => {
  made = 0;
  dir = await mkdtemp(path.join(tmpdir(), 'paddock-publish-'));
  registryDir = path.join(dir, 'static/registry');
  moduleDir = path.join(registryDir, id);
});
afterEach(() => rm(dir, { recursive: true, force: true }));

async function write(file, text) {
  await mkdir(path.dirname(path.join(dir, file)), { recursive: true });
  await writeFile(path.join(dir, file), text);
}
const read = (file) => readFile(path.join(dir, 'static', file), 'utf8');
const channels = async () => JSON.parse(await read(`registry/${id}/channels.json`));

/** A package whose channels point to one release. Returns how to publish it. */
async function packageOf(version, names = ['stable']) {
  const name = `package-${++made}`;
  const at = new Date(Date.UTC(2026, 0, made)).toISOString();
  await write(`${name}/registry/${id}/${version}/entry.js`, version);
  await write(`${name}/registry/${id}/${version}/texts/ar.js`, `${version} ar`);
  const built = path.join(dir, name, 'registry', id, version);
  await writeFile(path.join(built, 'integrity.json'), JSON.stringify(await integrityOf(built)));
  const moves = names.map((channel) => ({ at, by: 'Ana', version, channel }));
  const log = [{ at, by: 'Ana', version, commit: '0123456789ab' }, ...moves];
  await write(`${name}/registry/${id}/log.jsonl`, log.map((entry) => `${JSON.stringify(entry)}\n`).join(''));
  const table = Object.fromEntries(names.map((channel) => [channel, version]));
  await write(`${name}/registry/${id}/channels.json`, JSON.stringify({ ...table, previous: {} }));
  await write(`${name}/shell/assets/${version}.js`, version);
  await write(`${name}/shell/index.html`, version);
  const release = String(made);
  return async () => (await publishReleases({ from: path.join(dir, name, 'registry'), registryDir, release })).kept;
}
const release = (version, content = version) => write(`static/registry/${id}/${version}/entry.js`, content);
const move = (version, how) => moveChannel({ moduleDir, channel: 'stable', version, ...how });

describe(publishReleases.name, () => {
  it('adds a release beside earlier ones, and moves the channel of the former package to it', async () => {
    for (const version of ['1.0.0-a', '1.0.0-b']) expect(await (await packageOf(version))()).toEqual([]);
    expect((await readdir(moduleDir)).sort()).toEqual([
      '1.0.0-a',
      '1.0.0-b',
      'channels.json',
      'log.jsonl',
      'published.json',
    ]);
    expect(await channels()).toEqual({ stable: '1.0.0-b', previous: { stable: '1.0.0-a' } });
    const at = (day) => `2026-01-0${day}T00:00:00.000Z`;
    expect(await readLog(moduleDir)).toEqual([
      { at: at(1), by: 'Ana', version: '1.0.0-a', commit: '0123456789ab' },
      { at: expect.any(String), by: 'package 1', version: '1.0.0-a', channel: 'stable' },
      { at: at(2), by: 'Ana', version: '1.0.0-b', commit: '0123456789ab' },
      { at: expect.any(String), by: 'package 2', version: '1.0.0-b', channel: 'stable', before: '1.0.0-a' },
    ]);
  });

  it('returns to the former package', async () => {
    const [former, later] = [await packageOf('1.0.0-a'), await packageOf('1.0.0-b')];
    for (const publish of [former, later, former]) await publish();
    expect((await channels()).stable).toBe('1.0.0-a');
    await later();
    expect((await channels()).stable).toBe('1.0.0-b');
  });

  it('undoes no rollback, promotion or upload when it is published again', async () => {
    await (
      await packageOf('1.0.0-a')
    )();
    const publish = await packageOf('1.0.0-b');
    await publish();
    await move('1.0.0-a', { recall: true });
    expect(await publish()).toEqual([{ id, channel: 'stable', present: '1.0.0-a', version: '1.0.0-b' }]);
    expect((await channels()).stable).toBe('1.0.0-a');
    await release('1.0.0-c');
    await move('1.0.0-c');
    await publish();
    await (
      await packageOf('1.0.0-d')
    )();
    expect((await channels()).stable).toBe('1.0.0-c');
  });

  it('moves a channel again after an operator has moved it to the release of the last package', async () => {
    await (
      await packageOf('1.0.0-a')
    )();
    await release('1.0.0-b');
    await move('1.0.0-b');
    await (
      await packageOf('1.0.0-c')
    )();
    await move('1.0.0-c');
    await (
      await packageOf('1.0.0-d')
    )();
    expect((await channels()).stable).toBe('1.0.0-d');
  });

  it('does not return to a recalled release after a process of the former package has published', async () => {
    const [former, later] = [await packageOf('1.0.0-a'), await packageOf('1.0.0-b')];
    for (const publish of [former, later]) await publish();
    await move('1.0.0-a', { recall: true });
    for (const publish of [former, later]) await publish();
    expect((await channels()).stable).toBe('1.0.0-a');
  });

  it('keeps channels that the package does not have, and those of a registry that no package has filled', async () => {
    await release('2.0.0-x');
    for (const channel of ['next', 'stable']) await moveChannel({ moduleDir, channel, version: '2.0.0-x' });
    await (
      await packageOf('1.0.0-a', ['stable', 'canary'])
    )();
    expect(await channels()).toMatchObject({ next: '2.0.0-x', stable: '2.0.0-x', canary: '1.0.0-a' });
  });

  it('leaves the files of a version that is there', async () => {
    const publish = await packageOf('1.0.0-a');
    await publish();
    const file = path.join(moduleDir, '1.0.0-a/entry.js');
    const before = await stat(file);
    await publish();
    const { ino, ctimeMs } = await stat(file);
    expect([ino, ctimeMs]).toEqual([before.ino, before.ctimeMs]);
  });

  it.each([
    ['a missing file', 'texts/ar.js', undefined],
    ['a cut file', 'entry.js', '1.0'],
    ['no list of its files', 'integrity.json', undefined],
    ['a cut list', 'integrity.json', '{'],
  ])('completes a version that has %s', async (_, file, content) => {
    const publish = await packageOf('1.0.0-a');
    await publish();
    const target = path.join(moduleDir, '1.0.0-a');
    const whole = await readFile(path.join(target, file), 'utf8');
    await rm(path.join(target, file));
    if (content !== undefined) await writeFile(path.join(target, file), content);
    await Promise.all([publish(), publish()]);
    expect(await readFile(path.join(target, file), 'utf8')).toBe(whole);
  });

  it('refuses a version that is whole with other content', async () => {
    const publish = await packageOf('1.0.0-a');
    await publish();
    await release('1.0.0-a', 'other');
    const target = path.join(moduleDir, '1.0.0-a');
    await writeFile(path.join(target, 'integrity.json'), JSON.stringify(await integrityOf(target)));
    await expect(publish()).rejects.toThrow(
      'mfe-chats 1.0.0-a is in the registry with other content, and a release never changes. Different files: entry.js',
    );
  });

  it('moves a channel again after the former package was killed between its move and the end', async () => {
    const publishes = [await packageOf('1.0.0-a'), await packageOf('1.0.0-b'), await packageOf('1.0.0-c')];
    await publishes[0]();
    const published = path.join(moduleDir, 'published.json');
    const before = await readFile(published);
    await publishes[1]();
    await writeFile(published, before);
    expect(await publishes[2]()).toEqual([]);
    expect((await channels()).stable).toBe('1.0.0-c');
  });

  it('gives one registry when several processes publish at once', async () => {
    const publish = await packageOf('1.0.0-a', ['stable', 'next']);
    await Promise.all(Array.from({ length: 6 }, publish));
    expect(await readLog(moduleDir)).toHaveLength(3);
    expect(await channels()).toMatchObject({ stable: '1.0.0-a', next: '1.0.0-a' });
    expect(await read(`registry/${id}/1.0.0-a/entry.js`)).toBe('1.0.0-a');
    expect(await readdir(path.join(registryDir, '.building'))).toEqual([]);
  });
});

describe(publishShell.name, () => {
  it('keeps the assets of earlier shells and replaces the pages, also when several processes publish at once', async () => {
    await packageOf('1.0.0-a');
    await packageOf('1.0.0-b');
    const shellDir = path.join(dir, 'static/shell');
    const publish = (name) => publishShell({ from: path.join(dir, name, 'shell'), shellDir });
    const [first, second] = ['package-1', 'package-2'];
    await publish(first);
    await Promise.all([publish(second), publish(second), publish(second)]);
    expect((await readdir(path.join(shellDir, 'assets'))).sort()).toEqual(['1.0.0-a.js', '1.0.0-b.js']);
    expect(await read('shell/index.html')).toBe('1.0.0-b');
    expect(await readdir(path.join(shellDir, '.building'))).toEqual([]);
  });
});
