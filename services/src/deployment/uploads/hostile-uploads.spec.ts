import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { brotliCompressSync, constants, createBrotliCompress, gzipSync } from 'node:zlib';
import { releaseKey, testRelease, upload, type UploadOptions } from '../../../test/release-upload.js';
import { startTestServices, type TestServices } from '../../../test/start-test-services.js';
import { until } from '../../../test/test-smtp.js';
import { StartError } from '../../infrastructure/start-error.js';
import { uploadBounds } from './receive-files.js';
import { ReleaseKeyRepository } from './release-key.repository.js';
import { ReleaseKeys } from './release-keys.js';

let services: TestServices;
let key: string;
let before: string[];
beforeAll(async () => {
  services = await startTestServices({ SERVICES: 'chats', RELEASE_UPLOADS: '1', RATE_LIMITS: 'off' });
  ({ key } = await releaseKey(services));
  before = await contents();
});
afterEach(async () => {
  await until(async () => (await readdir(inRegistry('.building'))).length === 0);
  expect(await contents()).toEqual(before);
});
afterAll(() => services.close());

const inRegistry = (...path: string[]) => join(services.folders.registryDir, ...path);
/** Everything around the registry, where a hostile path could lead. */
const contents = async () =>
  (await readdir(join(services.folders.registryDir, '..'), { recursive: true }))
    .filter((name) => !/^(data|registry\/\.building)/.test(name))
    .sort();

const valid = testRelease('1.0.0');
const send = (options: UploadOptions = {}, release = valid) => upload(services, release, { key, ...options });
const refusal = async (reply: ReturnType<typeof send>) => {
  const { status, body } = await reply;
  return [status, body['code']];
};

/** A multipart body whose parts have exactly these names. */
function form(parts: readonly (readonly [disposition: string, content: string | Buffer])[], end = true) {
  const boundary = randomUUID();
  const body = Buffer.concat([
    ...parts.map(([disposition, content]) =>
      Buffer.concat([
        Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; ${disposition}\r\n\r\n`),
        Buffer.from(content),
        Buffer.from('\r\n'),
      ]),
    ),
    Buffer.from(end ? `--${boundary}--\r\n` : ''),
  ]);
  return { body, headers: { 'content-type': `multipart/form-data; boundary=${boundary}` } };
}
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
const file = (path: string) => `name="${path}"; filename="file"`;

describe('the key of an upload', () => {
  const invalid = [401, 'RELEASE_KEY_INVALID'];

  it.each([undefined, '', 'wrong', `paddock_release_${'A'.repeat(43)}`, 'paddock_release_'])(
    'is refused when it is %p',
    async (wrong) =>
      expect(await refusal(upload(services, valid, { ...(wrong !== undefined && { key: wrong }) }))).toEqual(invalid),
  );

  it('is refused when it is the token of a super admin', async () => {
    const { token } = await services.member({ admin: true });
    expect(await refusal(send({ key: token }))).toEqual(invalid);
  });

  it('is refused in the address', async () =>
    expect(await refusal(upload(services, valid, { query: `?key=${key}&token=${key}&authorization=${key}` }))).toEqual(
      invalid,
    ));

  it('is refused from the moment when it is revoked, and again under a new key of its name', async () => {
    const revoked = await releaseKey(services);
    const keys = services.get(ReleaseKeys);
    expect([await keys.revoke(revoked.name), await keys.revoke(revoked.name)]).toEqual([true, false]);
    expect(await refusal(send({ key: revoked.key }))).toEqual(invalid);
    const renewed = await releaseKey(services, { name: revoked.name, modules: ['mfe-other'] });
    expect(await refusal(send({ key: revoked.key }))).toEqual(invalid);
    expect(await refusal(send({ key: renewed.key }))).toEqual([403, 'FORBIDDEN']);
  });

  it('is refused from its expiry on', async () => {
    const expired = await releaseKey(services, { days: 0 });
    expect(await refusal(send({ key: expired.key }))).toEqual(invalid);
  });

  it('is not found by its digest, which the database holds', async () => {
    const { digest } = (await services.get(ReleaseKeyRepository).all())[0]!;
    expect(await refusal(send({ key: digest }))).toEqual(invalid);
    expect(await refusal(send({ key: `paddock_release_${digest.slice(0, 43)}` }))).toEqual(invalid);
  });

  it.each(['mfe-chats', 'mfe-timings', 'mfe-tim'])('is refused for %s, which it does not name', async (id) =>
    expect(await refusal(send({}, testRelease('1.0.0', { id })))).toEqual([403, 'FORBIDDEN']),
  );

  it('releases no other module under the address of its own', async () =>
    expect(await refusal(send({}, { ...testRelease('1.0.0', { id: 'mfe-chats' }), id: 'mfe-timing' }))).toEqual([
      409,
      'RELEASE_REFUSED',
    ]));
});

describe('the address of an upload', () => {
  it.each(['..', '%2e%2e', '1.0.0%2f..%2f..', 'latest', `1.${'0'.repeat(70)}`, '1.0.0%00'])(
    'has no version %s',
    async (version) => expect((await send({}, { ...valid, version })).status).toBeGreaterThanOrEqual(400),
  );

  it.each(['?channel=previous', '?channel=..%2f', '?channel=a&channel=b', '?commit=$(id)', '?commit=0123456%0A'])(
    'has no query %s',
    async (query) => expect(await refusal(send({ query }))).toEqual([400, 'MALFORMED_REQUEST']),
  );

  it('moves no channel that the key does not list', async () =>
    expect(await refusal(send({ query: '?channel=stable' }))).toEqual([403, 'FORBIDDEN']));
});

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
      ([name, content]) => [file(name!), content!] as const,
    );
    const [status] = await refusal(send(form(parts)));
    expect([400, 409]).toContain(status);
  });

  it.each([
    ['twice', ['assets/entry.js', 'assets/entry.js']],
    ['below a file', ['assets/entry.js', 'assets/entry.js/more.js']],
    ['at a folder', ['assets/entry.js/more.js', 'assets/entry.js']],
  ])('are not there %s', async (_case, paths) =>
    expect(await refusal(send(form(paths.map((path) => [file(path), 'x']))))).toEqual([409, 'RELEASE_REFUSED']),
  );

  it('are those of files, not of fields', async () =>
    expect(await refusal(send(form([['name="assets/entry.js"', 'x']])))).toEqual([409, 'RELEASE_REFUSED']));
});

describe('the size of an upload', () => {
  it('is bounded for a file', async () => {
    const release = { ...valid, files: { 'assets/big.js': Buffer.alloc(uploadBounds.fileBytes + 1) } };
    expect(await refusal(send({}, release))).toEqual([413, 'BODY_TOO_LARGE']);
  });

  it('is bounded for all files together', async () => {
    const part = Buffer.alloc(uploadBounds.fileBytes - 1);
    const files = Object.fromEntries(['a', 'b', 'c', 'd', 'e'].map((name) => [`assets/${name}.js`, part]));
    expect(await refusal(send({}, { ...valid, files }))).toEqual([413, 'BODY_TOO_LARGE']);
  });

  it('is bounded in the number of files', async () => {
    const many = Array.from({ length: uploadBounds.files + 2 }, (_, n) => [`assets/${n}.js`, 'x'] as const);
    expect(await refusal(send({}, { ...valid, files: Object.fromEntries(many) }))).toEqual([413, 'BODY_TOO_LARGE']);
  });

  it('is not hidden by a coding of the request', async () => {
    const { body, headers } = form([[file('assets/big.js'), Buffer.alloc(64 * 1024 * 1024)]]);
    const packed = { body: gzipSync(body), headers: { ...headers, 'content-encoding': 'gzip' } };
    expect(await refusal(send(packed))).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
  });

  it('is not hidden by a compressed copy that unpacks to more than its file', async () => {
    const release = testRelease('1.0.0', { changes: { 'assets/entry.js.br': await zeros(512) } });
    // The largest that it ever was, in KB.
    const before = process.resourceUsage().maxRSS;
    const { status, body } = await send({}, release);
    expect([status, body['message']]).toEqual([409, expect.stringContaining('assets/entry.js.br')]);
    expect(process.resourceUsage().maxRSS - before).toBeLessThan(256 * 1024);
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
      { 'integrity.json': `${valid.files['integrity.json']!}\n` },
    ],
    ['no list of hashes', { 'integrity.json': '' }],
  ])('is refused when it has %s', async (_case, changes) => {
    const { status, body } = await send({}, { ...bundled, files: { ...bundled.files, ...changes } });
    expect([status, body['message']]).toEqual([409, expect.stringContaining('integrity.json differs from the files')]);
  });
});

describe('an upload', () => {
  it.each<[string, UploadOptions, number]>([
    ['is JSON', { body: '{}', headers: { 'content-type': 'application/json' } }, 415],
    ['has no type', { body: Buffer.from('x'), headers: { 'content-type': 'application/gzip' } }, 415],
    ['has no boundary', { body: 'x', headers: { 'content-type': 'multipart/form-data' } }, 400],
    ['ends early', form([[file('assets/entry.js'), 'x']], false), 400],
    ['has no parts', form([]), 409],
  ])('that %s is refused', async (_case, options, status) => expect((await send(options)).status).toBe(status));

  it('that breaks off leaves nothing', async () => {
    const { body, headers } = form([[file('assets/entry.js'), Buffer.alloc(1024 * 1024)]]);
    const socket = connect(services.port, '127.0.0.1');
    socket.write(
      `POST /api/releases/mfe-timing/1.0.0 HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${key}\r\n` +
        `content-type: ${headers['content-type']}\r\ncontent-length: ${body.length}\r\n\r\n`,
    );
    socket.write(body.subarray(0, body.length / 2));
    await until(async () => (await readdir(inRegistry('.building'))).length === 1);
    socket.destroy();
  });

  it('is refused while too many others are received, and taken after them', async () => {
    const { body, headers } = form([[file('assets/entry.js'), Buffer.alloc(1024 * 1024)]]);
    const sockets = Array.from({ length: 3 }, () => connect(services.port, '127.0.0.1'));
    for (const socket of sockets) {
      socket.write(
        `POST /api/releases/mfe-timing/1.0.0 HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${key}\r\n` +
          `content-type: ${headers['content-type']}\r\ncontent-length: ${body.length}\r\n\r\n`,
      );
      socket.write(body.subarray(0, 1000));
    }
    await until(async () => (await readdir(inRegistry('.building'))).length === 3);
    expect(await refusal(send(form([])))).toEqual([429, 'TOO_MANY_REQUESTS']);
    for (const socket of sockets) socket.destroy();
    await until(async () => (await readdir(inRegistry('.building'))).length === 0);
    expect(await refusal(send(form([])))).toEqual([409, 'RELEASE_REFUSED']);
  });
});

describe('limits of uploads', () => {
  it('count by address before the key is known, and by key', async () => {
    const limited = await startTestServices({ SERVICES: 'chats', RELEASE_UPLOADS: '1' });
    try {
      const own = await releaseKey(limited, { modules: ['mfe-other'] });
      const codes = async (times: number, sent?: string) => {
        const counts: Record<string, number> = {};
        for (let n = 0; n < times; n++) {
          const { body } = await upload(limited, valid, sent === undefined ? {} : { key: sent });
          const code = String(body['code']);
          counts[code] = (counts[code] ?? 0) + 1;
        }
        return counts;
      };
      expect(await codes(62, own.key)).toEqual({ FORBIDDEN: 60, TOO_MANY_REQUESTS: 2 });
      expect(await codes(62)).toEqual({ RELEASE_KEY_INVALID: 58, TOO_MANY_REQUESTS: 4 });
    } finally {
      await limited.close();
    }
  });
});

describe('a start that takes uploads', () => {
  it('ends with a sentence when the registry cannot be written', async () => {
    const folder = inRegistry('../data/no-registry');
    await writeFile(folder, '');
    const start = startTestServices({ SERVICES: 'chats', RELEASE_UPLOADS: '1', REGISTRY_DIR: folder });
    await expect(start).rejects.toThrow(StartError);
    await rm(folder);
    expect(existsSync(folder)).toBe(false);
  });
});
