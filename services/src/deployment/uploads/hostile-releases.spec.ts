import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { brotliCompressSync, constants, createBrotliCompress, gzipSync } from 'node:zlib';
import {
  filePart,
  form,
  namesAroundRegistry,
  refusalOf,
  releaseKey,
  testRelease,
  upload,
  type UploadOptions,
} from '../../../test/release-upload.js';
import { startTestServices, type TestServices } from '../../../test/start-test-services.js';
import { until } from '../../../test/test-smtp.js';
import { uploadBounds } from './receive-files.js';

let services: TestServices;
let key: string;
let before: string[];
beforeAll(async () => {
  services = await startTestServices({ SERVICES: 'chats', RELEASE_UPLOADS: '1', RATE_LIMITS: 'off' });
  ({ key } = await releaseKey(services));
  before = await namesAroundRegistry(services);
});
afterEach(async () => {
  await until(async () => (await readdir(inRegistry('.building'))).length === 0);
  expect(await namesAroundRegistry(services)).toEqual(before);
});
afterAll(() => services.close());

const inRegistry = (...path: string[]) => join(services.folders.registryDir, ...path);

const valid = testRelease('1.0.0');
const send = (options: UploadOptions = {}, release = valid) => upload(services, release, { key, ...options });

function* megabyteOf(count: number) {
  const part = Buffer.alloc(1024 * 1024);
  for (let n = 0; n < count; n++) yield part;
}
/** Some hundred bytes that unpack to megabytes, made in little memory. */
function zeros(megabytes: number): Promise<Buffer> {
  const packing = createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 1 } });
  Readable.from(megabyteOf(megabytes)).pipe(packing);
  return buffer(packing);
}

describe('the paths of an upload', () => {
  it.each([
    '../escaped.js',
    'assets/../../escaped.js',
    '/tmp/escaped.js',
    '..\\escaped.js',
    'C:\\escaped.js',
    './entry.js',
    '.hidden.js',
    'assets/.hidden.js',
    'assets//entry.js',
    'assets/',
    'entry.js\0.css',
    'assets/%2e%2e/escaped.js',
    `assets/${'a'.repeat(200)}.js`,
    'page.html',
    'page.html.js/page.htm',
    'run.sh',
    'channels',
    '__proto__',
  ])('are not %j', async (path) => {
    const parts = [...Object.entries(valid.files), [path, 'x']].map(
      ([name, content]) => [filePart(name), content] as const,
    );
    const [status] = await refusalOf(send(form(parts)));
    expect([400, 409]).toContain(status);
  });

  it.each([
    ['twice', ['assets/entry.js', 'assets/entry.js']],
    ['below a file', ['assets/entry.js', 'assets/entry.js/more.js']],
    ['at a folder', ['assets/entry.js/more.js', 'assets/entry.js']],
  ])('are not there %s', async (_case, paths) =>
    expect(await refusalOf(send(form(paths.map((path) => [filePart(path), 'x']))))).toEqual([409, 'RELEASE_REFUSED']),
  );

  it('are those of files, not of fields', async () =>
    expect(await refusalOf(send(form([['name="assets/entry.js"', 'x']])))).toEqual([409, 'RELEASE_REFUSED']));
});

describe('the size of an upload', () => {
  it('is bounded for a file', async () => {
    const release = { ...valid, files: { 'assets/big.js': Buffer.alloc(uploadBounds.fileBytes + 1) } };
    expect(await refusalOf(send({}, release))).toEqual([413, 'BODY_TOO_LARGE']);
  });

  it('is bounded for all files together', async () => {
    const part = Buffer.alloc(uploadBounds.fileBytes - 1);
    const files = Object.fromEntries(['a', 'b', 'c', 'd', 'e'].map((name) => [`assets/${name}.js`, part]));
    expect(await refusalOf(send({}, { ...valid, files }))).toEqual([413, 'BODY_TOO_LARGE']);
  });

  it('is bounded in the number of files', async () => {
    const many = Array.from({ length: uploadBounds.files + 2 }, (_, n) => [`assets/${n}.js`, 'x'] as const);
    expect(await refusalOf(send({}, { ...valid, files: Object.fromEntries(many) }))).toEqual([413, 'BODY_TOO_LARGE']);
  });

  it('is not hidden by a coding of the request', async () => {
    const { body, headers } = form([[filePart('assets/big.js'), Buffer.alloc(64 * 1024 * 1024)]]);
    const packed = { body: gzipSync(body), headers: { ...headers, 'content-encoding': 'gzip' } };
    expect(await refusalOf(send(packed))).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
  });

  it('is not hidden by a compressed copy that unpacks to more than its file', async () => {
    const release = testRelease('1.0.0', { changes: { 'assets/entry.js.br': await zeros(512) } });
    // The largest that it ever was, in KB.
    const before = process.resourceUsage().maxRSS;
    const { status, body } = await send({}, release);
    expect([status, body['message']]).toEqual([409, expect.stringContaining('assets/entry.js.br')]);
    expect(process.resourceUsage().maxRSS - before).toBeLessThan(256 * 1024);
  });

  it('is bounded for the list of hashes, which is not read otherwise', async () => {
    const list = JSON.stringify(Object.fromEntries(Array.from({ length: 300 }, (_, n) => [`assets/${n}.js`, 'x'])));
    const { body } = await send({}, { ...valid, files: { ...valid.files, 'integrity.json': list } });
    expect(body['message']).toBe('integrity.json differs from the files: it is larger than a list of them');
  });

  it('does not show in a refusal', async () => {
    const tabs = Array.from({ length: 400 }, () => ({ surprise: 1 }));
    const release = testRelease('1.0.0', { manifest: { tabs } });
    const before = services.log.length;
    const { body } = await send({}, release);
    expect([body['code'], (body['message'] as string).length]).toEqual(['RELEASE_REFUSED', 2000]);
    const lines = services.log.slice(before).filter((line) => line.includes('upload refused'));
    expect(lines).toHaveLength(1);
    expect(lines[0]!.length).toBeLessThan(8000);
  });

  it('is bounded for the manifest, which every boot reply has', async () => {
    const links = Object.fromEntries(
      Array.from({ length: 2000 }, (_, n) => [`timing.link_${'x'.repeat(n % 90)}${n}`, '/x']),
    );
    const { body } = await send({}, testRelease('1.0.0', { manifest: { links } }));
    expect(body['message']).toBe('manifest.json has more than 32 KB');
  });
});

describe('the content of an upload', () => {
  const text = (content: unknown) => JSON.stringify(content);
  const entry = (name: string, js: unknown = { sync: [] }) =>
    text({ metaData: { remoteEntry: { path: 'assets', name } }, exposes: [{ assets: { js, css: { sync: [] } } }] });
  const bundled = testRelease('1.0.0');

  it.each<[string, Record<string, string | Buffer | undefined>, string]>([
    ['has no manifest', { 'manifest.json': undefined }, 'manifest.json is missing'],
    ['has a manifest that is no JSON', { 'manifest.json': '{' }, 'manifest.json'],
    ['has a manifest with an unknown key', { 'manifest.json': text({ id: 'mfe-timing', surprise: 1 }) }, 'surprise'],
    ['has no container', { 'mf-manifest.json': undefined }, 'mf-manifest.json is not that of a module'],
    ['has a container without an entry', { 'mf-manifest.json': '{}' }, 'mf-manifest.json is not that of a module'],
    ['loads a file of the server', { 'mf-manifest.json': entry('../../../../../../etc/passwd') }, 'does not have'],
    ['loads an endless file', { 'mf-manifest.json': entry('../../../../../../../../dev/zero') }, 'does not have'],
    ['loads files by another type', { 'mf-manifest.json': entry('entry.js', { sync: 'abc' }) }, 'does not have'],
    ['loads what is inherited', { 'mf-manifest.json': entry('entry.js', { sync: ['toString'] }) }, 'does not have'],
    [
      'is larger than its budget',
      { 'assets/first.js': randomBytes(30_000).toString('hex') },
      'exceeds its size budget',
    ],
    ['has a copy of other content', { 'assets/first.js.gz': gzipSync('// evil') }, 'assets/first.js.gz'],
    ['has a copy of no file', { 'assets/none.js.br': brotliCompressSync('// evil') }, 'assets/none.js.br'],
    ['has a copy of a copy', { 'assets/first.js.gz.br': brotliCompressSync(gzipSync('// first')) }, 'kind'],
  ])('is refused when it %s', async (_case, changes, message) => {
    const reply = await send({}, testRelease('1.0.0', { changes }));
    expect(reply).toEqual({
      status: 409,
      body: { code: 'RELEASE_REFUSED', message: expect.stringContaining(message) },
    });
  });

  it.each<[string, Record<string, unknown>, string]>([
    ['another version', { version: '1.0.1' }, 'manifest.json is that of mfe-timing 1.0.1'],
    ['another contract', { contract: '^2.0.0' }, 'wants contract ^2.0.0'],
    ['a contract that is no range', { contract: 'any' }, 'wants contract any'],
    ['an icon with a script', { tabs: [{ id: 'timing', title: { en: 'T' }, icon: [['script', {}]] }] }, 'tabs.0.icon'],
    [
      'a page of the shell as a tab',
      { tabs: [{ id: 'diagnostics', title: { en: 'T' }, icon: [['rect', {}]] }] },
      'tabs.0.id',
    ],
  ])('is refused when the manifest has %s', async (_case, manifest, message) => {
    const { body } = await send({}, testRelease('1.0.0', { manifest }));
    expect([body['code'], body['message']]).toEqual(['RELEASE_REFUSED', expect.stringContaining(message)]);
  });

  it.each<[string, Record<string, string>]>([
    ['the hash of another file', { 'assets/first.js': '// evil' }],
    ['no hash of a file', { 'assets/more.js': '// evil' }],
    [
      'hashes in a form that two readers could understand differently',
      { 'integrity.json': `${String(valid.files['integrity.json'])}\n` },
    ],
    ['no list of hashes', { 'integrity.json': '' }],
  ])('is refused when it has %s', async (_case, changes) => {
    const { status, body } = await send({}, { ...bundled, files: { ...bundled.files, ...changes } });
    expect([status, body['message']]).toEqual([409, expect.stringContaining('integrity.json differs from the files')]);
  });
});
