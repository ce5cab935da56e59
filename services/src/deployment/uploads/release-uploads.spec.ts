import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readBoot } from '@paddock/contract/calls/boot';
import { readDeployment, setOverride } from '@paddock/contract/calls/operations';
import { hourMs } from '@paddock/contract/core/durations';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { releaseKey, testRelease, upload } from '../../../test/release-upload.js';
import { startTestServices, type TestServices } from '../../../test/start-test-services.js';
import { DeploymentService } from '../deployment.service.js';
import { ReleaseKeys } from './release-keys.js';
import { ReleaseUploads } from './release-uploads.js';

let services: TestServices;
beforeAll(async () => {
  services = await startTestServices({ SERVICES: 'account,chats', RELEASE_UPLOADS: '1', RATE_LIMITS: 'off' });
});
afterAll(() => services.close());

const inRegistry = (...path: string[]) => join(services.folders.registryDir, ...path);
const drafts = async () => (await readdir(inRegistry('.building')).catch(() => [])).length;
const log = async (id: string) =>
  (await readFile(inRegistry(id, 'log.jsonl'), 'utf8'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);

describe(ReleaseUploads, () => {
  it('stores a release that no channel points to, with the name of its key and its commit in the log', async () => {
    const { key, name } = await releaseKey(services);
    const release = testRelease('1.0.0-00000001');
    expect(await upload(services, release, { key, query: '?commit=0123456789ab%2B' })).toEqual({
      status: 200,
      body: { is_new: true, missing_calls: [] },
    });
    const served = await services.request('GET', '/mfe-timing/1.0.0-00000001/assets/entry.js');
    expect(served).toMatchObject({ status: 200, text: '// 1.0.0-00000001' });
    expect(await log('mfe-timing')).toEqual([
      { at: expect.any(String), by: name, version: '1.0.0-00000001', commit: '0123456789ab+' },
    ]);
    expect(existsSync(inRegistry('mfe-timing/channels.json'))).toBe(false);
    expect(await drafts()).toBe(0);
  });

  it('moves a channel that the request names and the key lists', async () => {
    const { key, name } = await releaseKey(services, { channels: ['next'] });
    expect(await upload(services, testRelease('1.1.0'), { key, query: '?channel=next' })).toMatchObject({
      status: 200,
    });
    expect(JSON.parse(await readFile(inRegistry('mfe-timing/channels.json'), 'utf8'))).toMatchObject({ next: '1.1.0' });
    expect((await log('mfe-timing')).at(-1)).toMatchObject({ by: name, channel: 'next', version: '1.1.0' });
    const refused = await upload(services, testRelease('1.1.1'), { key, query: '?channel=stable' });
    expect(refused).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
    expect(existsSync(inRegistry('mfe-timing/1.1.1'))).toBe(false);
  });

  it('answers a resend as done, and adds no second line to the log', async () => {
    const { key } = await releaseKey(services);
    const release = testRelease('1.2.0');
    await upload(services, release, { key });
    const before = await log('mfe-timing');
    const { mtimeMs } = await stat(inRegistry('mfe-timing/1.2.0/assets/entry.js'));
    expect(await upload(services, release, { key })).toMatchObject({ status: 200, body: { is_new: false } });
    expect(await log('mfe-timing')).toEqual(before);
    expect((await stat(inRegistry('mfe-timing/1.2.0/assets/entry.js'))).mtimeMs).toBe(mtimeMs);
  });

  it('refuses other files of a version that is there', async () => {
    const { key } = await releaseKey(services);
    await upload(services, testRelease('1.3.0'), { key });
    const other = testRelease('1.3.0', { changes: { 'assets/first.js': '// other' } });
    const { status, body } = await upload(services, other, { key });
    expect([status, body['code'], body['message']]).toEqual([
      409,
      'RELEASE_EXISTS',
      expect.stringContaining('assets/first.js'),
    ]);
    expect(await readFile(inRegistry('mfe-timing/1.3.0/assets/first.js'), 'utf8')).toBe('// first');
  });

  it('publishes one of several uploads of a version that arrive at once', async () => {
    const keys = await Promise.all([1, 2, 3].map(() => releaseKey(services)));
    const own = testRelease('1.4.0');
    const other = testRelease('1.4.0', { changes: { 'assets/first.js': '// other' } });
    const replies = await Promise.all([own, other, own].map((release, n) => upload(services, release, keys[n])));
    const stored = await readFile(inRegistry('mfe-timing/1.4.0/assets/first.js'), 'utf8');
    const isOwn = stored === '// first';
    expect(replies.map(({ status }) => status)).toEqual(isOwn ? [200, 409, 200] : [409, 200, 409]);
    expect((await log('mfe-timing')).filter(({ version }) => version === '1.4.0')).toHaveLength(1);
    expect(await readFile(inRegistry('mfe-timing/1.4.0/integrity.json'), 'utf8')).toBe(
      (isOwn ? own : other).files['integrity.json'],
    );
  });

  it('completes the log of a version whose process was killed before it wrote the line', async () => {
    const { key, name } = await releaseKey(services);
    const release = testRelease('1.5.0');
    await upload(services, release, { key });
    await writeFile(inRegistry('mfe-timing/log.jsonl'), '{"at":"2026-');
    expect(await upload(services, release, { key })).toMatchObject({ body: { is_new: false } });
    expect(await readFile(inRegistry('mfe-timing/log.jsonl'), 'utf8')).toContain(`"by":"${name}","version":"1.5.0"`);
  });

  it('removes what a killed upload has left, and keeps what another one is sending', async () => {
    const { key } = await releaseKey(services);
    for (const name of ['killed', 'running']) await mkdir(inRegistry('.building', name, 'files'), { recursive: true });
    const before = new Date(Date.now() - 2 * hourMs);
    await utimes(inRegistry('.building/killed'), before, before);
    await upload(services, testRelease('1.6.0'), { key });
    expect(await readdir(inRegistry('.building'))).toEqual(['running']);
    await rm(inRegistry('.building/running'), { recursive: true });
  });

  it('names the calls that the services lack', async () => {
    const { key } = await releaseKey(services);
    const release = testRelease('1.7.0', { manifest: { calls: ['GET /workplaces', 'GET /timing/laps'] } });
    expect(await upload(services, release, { key })).toEqual({
      status: 200,
      body: { is_new: true, missing_calls: ['GET /timing/laps'] },
    });
  });

  it('holds a release that makes calls which the services lack', async () => {
    const { key } = await releaseKey(services, { modules: ['mfe-chats'], channels: ['stable'] });
    const manifest = { calls: ['GET /chats/of_the_future'] };
    const release = testRelease('1.8.0', { id: 'mfe-chats', manifest });
    expect(await upload(services, release, { key, query: '?channel=stable' })).toMatchObject({ status: 200 });
    services.get(DeploymentService).poll();
    const { modules } = (await services.call(readBoot, {})).body;
    expect(modules.find(({ id }) => id === 'mfe-chats')).toMatchObject({
      version: '1.0.0',
      held: { version: '1.8.0', calls: ['GET /chats/of_the_future'] },
    });
  });

  it('stores compressed copies that unpack to their files', async () => {
    const { key } = await releaseKey(services);
    const release = testRelease('1.9.0', {
      changes: { 'assets/first.js.br': brotliCompressSync('// first') },
    });
    expect(await upload(services, release, { key })).toMatchObject({ status: 200 });
    const address = '/mfe-timing/1.9.0/assets/first.js';
    const { headers } = await services.request('GET', address, { headers: { 'accept-encoding': 'br' } });
    expect(headers['content-encoding']).toBe('br');
  });

  it('lets a super admin show an uploaded release to their session before a channel points to it', async () => {
    const admin = await services.member({ admin: true });
    const { key, name } = await releaseKey(services, { modules: ['mfe-chats'] });
    await upload(services, testRelease('2.0.0', { id: 'mfe-chats' }), { key });
    const { body } = await services.call(readDeployment, {}, { as: admin });
    const chats = body.modules.find(({ id }) => id === 'mfe-chats')!;
    expect(chats.releases).toContainEqual({ version: '2.0.0', channels: [], recalled: false });
    const override = { module: 'mfe-chats', version: '2.0.0' };
    expect(await services.call(setOverride, override, { as: admin })).toMatchObject({ status: 200 });
    const shown = async (as?: typeof admin) =>
      (await services.call(readBoot, {}, as ? { as } : {})).body.modules.find(({ id }) => id === 'mfe-chats')!.version;
    expect([await shown(admin), await shown()]).toEqual(['2.0.0', '1.0.0']);
    expect((await log('mfe-chats')).at(-1)).toMatchObject({ by: name });
  });

  it('notes the use of the key, and puts the key into no log', async () => {
    const { key, name } = await releaseKey(services);
    await upload(services, testRelease('2.1.0'), { key });
    const used = (await services.get(ReleaseKeys).list()).find(({ _id }) => _id === name)!;
    expect(used.last_used!.getTime()).toBeGreaterThan(used.made.getTime());
    expect(JSON.stringify(used)).not.toContain(key);
    expect(services.log.some((line) => line.includes('release uploaded') && line.includes(name))).toBe(true);
    expect(services.log.join('\n')).not.toContain(key);
  });
});

describe('services without the setting', () => {
  it('have no address for uploads, whatever the key', async () => {
    const others = await startTestServices({ SERVICES: 'chats' });
    try {
      const { key } = await releaseKey(others);
      expect(await upload(others, testRelease('1.0.0'), { key })).toMatchObject({
        status: 404,
        body: { code: 'NOT_FOUND' },
      });
    } finally {
      await others.close();
    }
  });
});
