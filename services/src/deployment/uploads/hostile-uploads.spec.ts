import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { existsSync } from 'node:fs';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
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
import { StartError } from '../../infrastructure/start-error.js';
import { ReleaseKeyRepository } from './release-key.repository.js';
import { ReleaseKeys } from './release-keys.js';
import { ReleaseUploads } from './release-uploads.js';

let services: TestServices;
let key: string;
let before: string[];
beforeAll(async () => {
  services = await startTestServices({ SERVICES: 'chats', RELEASE_UPLOADS: '1', RATE_LIMITS: 'off' });
  ({ key } = await releaseKey(services));
  await mkdir(inRegistry('mfe-timing'));
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

describe('the key of an upload', () => {
  const invalid = [401, 'RELEASE_KEY_INVALID'];

  it.each([undefined, '', 'wrong', `paddock_release_${'A'.repeat(43)}`, 'paddock_release_'])(
    'is refused when it is %p',
    async (wrong) =>
      expect(await refusalOf(upload(services, valid, { ...(wrong !== undefined && { key: wrong }) }))).toEqual(invalid),
  );

  it('is refused when it is the token of a super admin', async () => {
    const { token } = await services.member({ admin: true });
    expect(await refusalOf(send({ key: token }))).toEqual(invalid);
  });

  it('is refused in the address', async () =>
    expect(
      await refusalOf(upload(services, valid, { query: `?key=${key}&token=${key}&authorization=${key}` })),
    ).toEqual(invalid));

  it('is refused from the moment when it is revoked, and again under a new key of its name', async () => {
    const revoked = await releaseKey(services);
    const keys = services.get(ReleaseKeys);
    expect([await keys.revoke(revoked.name), await keys.revoke(revoked.name)]).toEqual([true, false]);
    expect(await refusalOf(send({ key: revoked.key }))).toEqual(invalid);
    const renewed = await releaseKey(services, { name: revoked.name, modules: ['mfe-other'] });
    expect(await refusalOf(send({ key: revoked.key }))).toEqual(invalid);
    expect(await refusalOf(send({ key: renewed.key }))).toEqual([403, 'FORBIDDEN']);
  });

  it('is refused from its expiry on', async () => {
    const expired = await releaseKey(services, { days: 0 });
    expect(await refusalOf(send({ key: expired.key }))).toEqual(invalid);
  });

  it('is not found by its digest, which the database holds', async () => {
    const { digest } = (await services.get(ReleaseKeyRepository).all())[0]!;
    expect(await refusalOf(send({ key: digest }))).toEqual(invalid);
    expect(await refusalOf(send({ key: `paddock_release_${digest.slice(0, 43)}` }))).toEqual(invalid);
  });

  it.each(['mfe-chats', 'mfe-timings', 'mfe-tim'])('is refused for %s, which it does not name', async (id) =>
    expect(await refusalOf(send({}, testRelease('1.0.0', { id })))).toEqual([403, 'FORBIDDEN']),
  );

  it('releases no other module under the address of its own', async () =>
    expect(await refusalOf(send({}, { ...testRelease('1.0.0', { id: 'mfe-chats' }), id: 'mfe-timing' }))).toEqual([
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
    async (query) => expect(await refusalOf(send({ query }))).toEqual([400, 'MALFORMED_REQUEST']),
  );

  it('moves no channel that the key does not list', async () =>
    expect(await refusalOf(send({ query: '?channel=stable' }))).toEqual([403, 'FORBIDDEN']));
});

describe('an upload', () => {
  it.each<[string, UploadOptions, number]>([
    ['is JSON', { body: '{}', headers: { 'content-type': 'application/json' } }, 415],
    ['has no type', { body: Buffer.from('x'), headers: { 'content-type': 'application/gzip' } }, 415],
    ['has no boundary', { body: 'x', headers: { 'content-type': 'multipart/form-data' } }, 400],
    ['ends early', form([[filePart('assets/entry.js'), 'x']], false), 400],
    ['has no parts', form([]), 409],
  ])('that %s is refused', async (_case, options, status) => expect((await send(options)).status).toBe(status));

  /** Sends the first half of a release. */
  const begin = (own: string) => {
    const parts = Object.entries(valid.files).map(([path, content]) => [filePart(path), content] as const);
    const { body, headers } = form(parts);
    const socket = connect(services.port, '127.0.0.1');
    socket.write(
      `POST /api/releases/mfe-timing/1.0.0 HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${own}\r\n` +
        `content-type: ${headers['content-type']}\r\ncontent-length: ${body.length}\r\n\r\n`,
    );
    socket.write(body.subarray(0, body.length / 2));
    return { socket, rest: body.subarray(body.length / 2) };
  };
  const running = (count: number) => until(async () => (await readdir(inRegistry('.building'))).length === count);

  it('that breaks off leaves nothing', async () => {
    const { socket } = begin(key);
    await running(1);
    socket.destroy();
  });

  it('is refused while too many others are received, and taken after them', async () => {
    const keys = await Promise.all(Array.from({ length: 3 }, () => releaseKey(services)));
    const sockets = keys.map((own) => begin(own.key).socket);
    await running(3);
    const { status, body } = await send(form([]));
    expect([status, body]).toEqual([429, expect.objectContaining({ code: 'TOO_MANY_REQUESTS', retry_after: 10 })]);
    for (const socket of sockets) socket.destroy();
    await running(0);
    expect(await refusalOf(send(form([])))).toEqual([409, 'RELEASE_REFUSED']);
  });

  it('is refused while another one of its key is received', async () => {
    const other = await releaseKey(services);
    const { socket } = begin(key);
    await running(1);
    expect(await refusalOf(send(form([])))).toEqual([429, 'TOO_MANY_REQUESTS']);
    expect(await refusalOf(send({ ...form([]), key: other.key }))).toEqual([409, 'RELEASE_REFUSED']);
    socket.destroy();
    await running(0);
    expect(await refusalOf(send(form([])))).toEqual([409, 'RELEASE_REFUSED']);
  });

  it('that does not arrive in time is broken off', async () => {
    const uploads = services.get(ReleaseUploads);
    const usual = uploads.bodyMs;
    uploads.bodyMs = 300;
    const { socket } = begin(key);
    const closed = new Promise((resolve) => socket.on('error', () => undefined).once('close', resolve));
    await closed;
    uploads.bodyMs = usual;
  });

  it('is not published when its key is revoked meanwhile', async () => {
    const revoked = await releaseKey(services);
    const { socket, rest } = begin(revoked.key);
    await running(1);
    await services.get(ReleaseKeys).revoke(revoked.name);
    const replied = new Promise((resolve) => socket.once('data', (reply) => resolve(String(reply))));
    socket.write(rest);
    expect(await replied).toMatch(/^HTTP\/1.1 401 [^]*RELEASE_KEY_INVALID/);
    socket.destroy();
  });
});

describe('limits of uploads', () => {
  it('count failed keys by address, and uploads by key', async () => {
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
      expect(await codes(62)).toEqual({ RELEASE_KEY_INVALID: 62 });
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
