import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { releaseKey, testRelease, upload } from '../../../test/release-upload.js';
import { S3Server } from '../../../test/s3-server.js';
import { startTestServices, type TestServices } from '../../../test/start-test-services.js';
import { makeTestFolders } from '../../../test/test-folders.js';
import { RegistryBucket } from '../registry/registry-bucket.js';
import { ReleaseUploads } from './release-uploads.js';

const credentials = { accessKeyId: 'of-this-test', secretAccessKey: 'secret-of-this-test' };
const former = { ...process.env };

let server: S3Server;
let folder: string;
let services: TestServices;
let key: string;
beforeAll(async () => {
  process.env['AWS_ACCESS_KEY_ID'] = credentials.accessKeyId;
  process.env['AWS_SECRET_ACCESS_KEY'] = credentials.secretAccessKey;
  server = new S3Server('releases', credentials);
  server.pageSize = 50;
  const endpoint = await server.start();
  folder = await mkdtemp(join(tmpdir(), 'paddock-uploads-'));
  const { registryDir } = await makeTestFolders();
  await new RegistryBucket({ bucket: 'releases', region: 'us-east-1', endpoint }, registryDir, credentials).push();
  services = await startTestServices({
    SERVICES: 'chats',
    RELEASE_UPLOADS: '1',
    REGISTRY_S3_BUCKET: 'releases',
    S3_ENDPOINT: endpoint,
    REGISTRY_DIR: join(folder, 'copy'),
  });
  ({ key } = await releaseKey(services, { modules: ['mfe-chats', 'mfe-timing'], channels: ['next'] }));
});
afterAll(async () => {
  await services.close();
  await server.close();
  await rm(folder, { recursive: true, force: true });
  process.env = former;
});

const keys = (start: string) => [...server.objects.keys()].filter((name) => name.startsWith(start)).sort();
const stored = (name: string) => server.objects.get(name)?.bytes.toString();
const logged = (version: string) =>
  (stored('mfe-timing/log.jsonl') ?? '').split('\n').filter((line) => line.includes(`"version":"${version}"`));

describe(ReleaseUploads, () => {
  it('stores a release in the bucket, and the process serves it at once', async () => {
    const others = keys('mfe-people/');
    const release = testRelease('1.1.0', { id: 'mfe-chats' });
    expect(await upload(services, release, { key, query: '?channel=next' })).toEqual({
      status: 200,
      body: { is_new: true, missing_calls: [] },
    });
    expect(keys('mfe-chats/1.1.0/')).toEqual(
      Object.keys(release.files)
        .map((path) => `mfe-chats/1.1.0/${path}`)
        .sort(),
    );
    expect(JSON.parse(stored('mfe-chats/channels.json')!)).toMatchObject({ stable: '1.0.0', next: '1.1.0' });
    expect(keys('mfe-chats/1.0.0/').length).toBeGreaterThan(0);
    expect(keys('mfe-people/')).toEqual(others);
    const entry = await services.request('GET', '/mfe-chats/1.1.0/assets/entry.js');
    expect(entry).toMatchObject({ status: 200, text: '// 1.1.0' });
    expect(await readdir(join(folder, 'copy/.building'))).toEqual([]);
  });

  it('answers a resend as done, and refuses other files', async () => {
    const release = testRelease('1.0.0');
    await upload(services, release, { key });
    const state = server.objects.get('state');
    expect(await upload(services, release, { key })).toMatchObject({ status: 200, body: { is_new: false } });
    expect(server.objects.get('state')).toBe(state);
    const other = testRelease('1.0.0', { changes: { 'assets/first.js': '// other' } });
    expect(await upload(services, other, { key })).toMatchObject({ status: 409, body: { code: 'RELEASE_EXISTS' } });
    expect(stored('mfe-timing/1.0.0/assets/first.js')).toBe('// first');
    expect(logged('1.0.0')).toHaveLength(1);
  });

  it('completes what a killed process has sent in part', async () => {
    const release = testRelease('1.2.0', { changes: { 'assets/first.js.gz': gzipSync('// first', { level: 1 }) } });
    await upload(services, release, { key });
    server.objects.delete('mfe-timing/1.2.0/integrity.json');
    server.objects.set('mfe-timing/log.jsonl', { bytes: Buffer.from(''), crc32: undefined, modified: new Date() });
    const recompressed = testRelease('1.2.0', {
      changes: { 'assets/first.js.gz': gzipSync('// first', { level: 9 }) },
    });
    expect(await upload(services, recompressed, { key })).toMatchObject({ status: 200, body: { is_new: true } });
    expect(stored('mfe-timing/1.2.0/integrity.json')).toBe(release.files['integrity.json']);
    expect(logged('1.2.0')).toHaveLength(1);
  });

  it('never completes a version with files of another upload', async () => {
    await upload(services, testRelease('1.3.0'), { key });
    server.objects.delete('mfe-timing/1.3.0/integrity.json');
    server.objects.set('mfe-timing/log.jsonl', { bytes: Buffer.from(''), crc32: undefined, modified: new Date() });
    const other = testRelease('1.3.0', { changes: { 'assets/first.js': '// other' } });
    expect(await upload(services, other, { key })).toMatchObject({ status: 409, body: { code: 'CONFLICT' } });
    expect(stored('mfe-timing/1.3.0/assets/first.js')).toBe('// first');
    expect(stored('mfe-timing/1.3.0/integrity.json')).toBeUndefined();
  });

  it('keeps the lines and channels of uploads that arrive at once', async () => {
    const versions = ['2.0.0', '2.1.0', '2.2.0'];
    const replies = await Promise.all(
      versions.map(async (version) => {
        const own = await releaseKey(services, { channels: ['next'] });
        return upload(services, testRelease(version), { ...own, query: '?channel=next' });
      }),
    );
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
    for (const version of versions)
      expect(logged(version).filter((line) => !line.includes('"channel"'))).toHaveLength(1);
    const { next } = JSON.parse(stored('mfe-timing/channels.json')!) as { next: string };
    expect(versions).toContain(next);
  });

  it('stores nothing while the bucket is away, and everything at the next try', async () => {
    server.failing = 'PUT';
    const before = keys('');
    const release = testRelease('1.4.0');
    expect(await upload(services, release, { key })).toMatchObject({
      status: 503,
      body: { code: 'SERVICE_UNAVAILABLE' },
    });
    expect(keys('')).toEqual(before);
    expect(existsSync(join(folder, 'copy/mfe-timing/1.4.0'))).toBe(false);
    server.failing = undefined;
    expect(await upload(services, release, { key })).toMatchObject({ status: 200, body: { is_new: true } });
  });
});
