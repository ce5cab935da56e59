import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readFile, resumableUploadPath } from '@paddock/contract/calls/files';
import { hourMs } from '@paddock/contract/core/durations';
import { randomBytes } from 'node:crypto';
import { stat, writeFile } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { join } from 'node:path';
import sharp from 'sharp';
import { type DetailedError, Upload, type UploadOptions } from 'tus-js-client';
import {
  startTestServices,
  tenantOfMember,
  type TestMember,
  type TestServices,
} from '../../../../test/start-test-services.js';
import { storedFilesOf } from '../../../../test/uploads.js';
import { ExtensionPoints } from '../../extension-points/extension-points.js';
import { ResumableUploads } from './resumable-uploads.js';
import { unfinishedLimits } from './unfinished.repository.js';

let services: TestServices;
beforeAll(async () => {
  services = await startTestServices({ RATE_LIMITS: 'off' });
});
afterAll(() => services.close());

const hostOf = (member: TestMember) => `${member.community}.localhost`;
const headersOf = (member: TestMember) => ({ host: hostOf(member), authorization: `Bearer ${member.token}` });

/** Uploads with the client library of the page; resolves to the file's id. */
function upload(member: TestMember, filename: string, content: Buffer, options: Partial<UploadOptions> = {}) {
  return new Promise<string>((resolve, reject) => {
    const upload: Upload = new Upload(content, {
      endpoint: `http://127.0.0.1:${services.port}${resumableUploadPath}`,
      headers: headersOf(member),
      metadata: { filename },
      retryDelays: null,
      onError: (error) => reject(error),
      onSuccess: () => resolve(idOf(upload.url!)),
      ...options,
    });
    upload.start();
  });
}
const idOf = (location: string) => location.split('/').at(-1)!;

/** The code of a refused request of the client library. */
const codeOf = (refused: Promise<unknown>) =>
  refused.then(
    () => 'done',
    (error: DetailedError) => (JSON.parse(error.originalResponse!.getBody()) as { code: string }).code,
  );

/** A request of the protocol by hand. */
function send(
  method: string,
  member: TestMember | undefined,
  path = '',
  headers: Record<string, string> = {},
  body = '',
) {
  return services.request(method, `${resumableUploadPath}${path}`, {
    headers: { 'tus-resumable': '1.0.0', ...(member && headersOf(member)), ...headers },
    ...(body && { body }),
  });
}
const metadata = (filename: string, more: Record<string, string> = {}) =>
  Object.entries({ filename, ...more })
    .map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`)
    .join(',');
const create = (member: TestMember | undefined, length: number, given = metadata('a.bin')) =>
  send('POST', member, '', { 'upload-length': String(length), 'upload-metadata': given });
const created = async (member: TestMember, length: number, name = 'a.bin') =>
  idOf(String((await create(member, length, metadata(name))).headers['location']));
const patch = { 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' };
const code = ({ text }: { text: string }) => (JSON.parse(text) as { code: string }).code;

describe('an upload in parts', () => {
  it('becomes the file of its id, with the content that was sent', async () => {
    const ann = await services.member();
    const content = randomBytes(900_000);
    const id = await upload(ann, 'lap data.bin', content, { chunkSize: 200_000 });
    const { body } = await services.call(readFile, { id }, { as: ann });
    expect(body).toMatchObject({ id, name: 'lap data.bin', size: 900_000, type: 'application/octet-stream' });
    expect((await services.request('GET', body.path)).text.length).toBeGreaterThan(0);
    expect(Number((await services.request('GET', body.path)).headers['content-length'])).toBe(900_000);
  });

  it('may begin with its content in the first request', async () => {
    const ann = await services.member();
    const reply = await send(
      'POST',
      ann,
      '',
      { ...patch, 'upload-length': '5', 'upload-metadata': metadata('a.txt') },
      'whole',
    );
    expect([reply.status, reply.headers['upload-offset']]).toEqual([201, '5']);
    const { body } = await services.call(readFile, { id: idOf(String(reply.headers['location'])) }, { as: ann });
    expect((await services.request('GET', body.path)).text).toBe('whole');
  });

  it('is examined as any other upload: a picture is redrawn', async () => {
    const ann = await services.member();
    const content = await sharp({ create: { width: 2400, height: 1200, channels: 3, background: '#ff5b1f' } })
      .withExif({ IFD0: { Make: 'SecretCamera' } })
      .jpeg()
      .toBuffer();
    const { body } = await services.call(readFile, { id: await upload(ann, 'car.jpg', content) }, { as: ann });
    expect(body).toMatchObject({ type: 'image/jpeg', width: 1920, height: 960, hasThumb: true });
    expect((await services.request('GET', body.path)).text).not.toContain('SecretCamera');
  });

  it('leaves nothing when its content is refused', async () => {
    const ann = await services.member();
    const before = await storedFilesOf(services);
    expect(await codeOf(upload(ann, 'car.png', Buffer.from('<script>')))).toBe('INVALID_FILE');
    expect(await storedFilesOf(services)).toEqual(before);
  });

  it('goes on where a cut connection left it', async () => {
    const ann = await services.member();
    const content = randomBytes(3_000_000);
    const id = await created(ann, content.length);
    const cut = httpRequest({
      ...{ host: '127.0.0.1', port: services.port, method: 'PATCH', path: `${resumableUploadPath}/${id}` },
      headers: { ...headersOf(ann), ...patch, 'tus-resumable': '1.0.0', 'content-length': content.length },
    });
    cut.on('error', () => undefined);
    cut.write(content.subarray(0, 1_200_000));
    const path = join(services.folders.dataDir, 'resumable', id);
    for (let tries = 0; (await stat(path)).size < 1_200_000 && tries < 200; tries++)
      await new Promise((resolve) => setTimeout(resolve, 10));
    cut.destroy();
    expect((await send('HEAD', ann, `/${id}`)).headers).toMatchObject({
      'upload-offset': '1200000',
      'upload-length': '3000000',
      'cache-control': 'no-store',
    });
    let sent = 0;
    await upload(ann, 'a.bin', content, {
      uploadUrl: `http://127.0.0.1:${services.port}${resumableUploadPath}/${id}`,
      onProgress: (bytes) => (sent ||= bytes),
    });
    expect(sent).toBeGreaterThanOrEqual(1_200_000);
    const { body } = await services.call(readFile, { id }, { as: ann });
    expect(body.size).toBe(3_000_000);
  });

  it('takes over from a connection that is silent', async () => {
    const ann = await services.member();
    const id = await created(ann, 10);
    const silent = httpRequest({
      ...{ host: '127.0.0.1', port: services.port, method: 'PATCH', path: `${resumableUploadPath}/${id}` },
      headers: { ...headersOf(ann), ...patch, 'tus-resumable': '1.0.0', 'content-length': 10 },
    });
    silent.on('error', () => undefined);
    silent.write('01234');
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect((await send('HEAD', ann, `/${id}`)).headers['upload-offset']).toBe('5');
    const rest = await send('PATCH', ann, `/${id}`, { ...patch, 'upload-offset': '5' }, '56789');
    expect(rest.status).toBe(204);
    const { body } = await services.call(readFile, { id }, { as: ann });
    expect((await services.request('GET', body.path)).text).toBe('0123456789');
    silent.destroy();
  });

  it('is finished by the next request when the process ended after the last byte, and answers a client that missed the end', async () => {
    const ann = await services.member();
    const id = await created(ann, 5);
    await writeFile(join(services.folders.dataDir, 'resumable', id), 'whole');
    const whole = { 'upload-offset': '5', 'upload-length': '5' };
    const heads = await Promise.all(Array.from({ length: 4 }, () => send('HEAD', ann, `/${id}`)));
    for (const head of heads) expect([head.status, head.headers]).toEqual([200, expect.objectContaining(whole)]);
    expect((await services.call(readFile, { id }, { as: ann })).body.size).toBe(5);
    expect((await send('HEAD', ann, `/${id}`)).headers).toMatchObject(whole);
  });

  it('is removed on request', async () => {
    const ann = await services.member();
    const before = await storedFilesOf(services);
    const id = await created(ann, 10);
    expect((await send('DELETE', ann, `/${id}`)).status).toBe(204);
    expect(code(await send('PATCH', ann, `/${id}`, patch, '0123456789'))).toBe('FILE_NOT_FOUND');
    expect(await storedFilesOf(services)).toEqual(before);
  });
});

describe('a refused request', () => {
  it.each<[string, number, string | undefined, string]>([
    ['more bytes than allowed', 188_743_681, undefined, 'BODY_TOO_LARGE'],
    ['no name', 10, 'parent bnVsbA==', 'INVALID_INPUT'],
    ['an unknown folder', 10, metadata('a.bin', { parent: 'f'.repeat(24) }), 'NOT_FOUND'],
    ['a workplace of others', 10, metadata('a.bin', { workplace: 'pit' }), 'FORBIDDEN'],
    ['unreadable metadata', 10, 'filename ???', 'MALFORMED_REQUEST'],
  ])('with %s has the catalogue’s body and leaves nothing', async (_, length, given, expected) => {
    const ann = await services.member();
    const before = await storedFilesOf(services);
    const reply = await create(ann, length, given);
    expect([code(reply), reply.headers['tus-resumable']]).toEqual([expected, '1.0.0']);
    expect(reply.headers['access-control-allow-origin']).toBeUndefined();
    expect(await storedFilesOf(services)).toEqual(before);
  });

  it.each([
    ['a length that follows', { 'upload-defer-length': '1' }],
    ['parts to put together', { 'upload-concat': 'final;/a /b' }],
  ])('for %s, which is not offered, is the client’s fault', async (_, headers) => {
    const ann = await services.member();
    const { status, text } = await send('POST', ann, '', { 'upload-metadata': metadata('a.bin'), ...headers });
    expect([status, code({ text })]).toEqual([400, 'MALFORMED_REQUEST']);
  });

  it('without a session, or with one of another community', async () => {
    expect(code(await create(undefined, 10))).toBe('INVALID_TOKEN');
    const other = await services.member({ community: 'workplace' });
    const reply = await send('POST', undefined, '', {
      ...{ authorization: `Bearer ${other.token}`, 'upload-length': '1', 'upload-metadata': metadata('a.bin') },
    });
    expect(code(reply)).toBe('INVALID_TOKEN');
  });

  it('by another member finds no upload', async () => {
    const [ann, eve] = [await services.member(), await services.member()];
    const id = await created(ann, 10);
    expect((await send('HEAD', eve, `/${id}`)).status).toBe(404);
    expect(code(await send('PATCH', eve, `/${id}`, patch, '0123456789'))).toBe('FILE_NOT_FOUND');
    expect(code(await send('DELETE', eve, `/${id}`))).toBe('FILE_NOT_FOUND');
    expect((await send('HEAD', ann, `/${id}`)).headers['upload-offset']).toBe('0');
    const done = await upload(ann, 'b.bin', Buffer.from('b'));
    expect((await send('HEAD', eve, `/${done}`)).status).toBe(404);
  });

  it('at a wrong offset, or past the announced length, changes nothing', async () => {
    const ann = await services.member();
    const id = await created(ann, 10);
    expect(code(await send('PATCH', ann, `/${id}`, { ...patch, 'upload-offset': '5' }, '01234'))).toBe('CONFLICT');
    expect(code(await send('PATCH', ann, `/${id}`, patch, '0123456789ab'))).toBe('BODY_TOO_LARGE');
    expect((await send('HEAD', ann, `/${id}`)).headers['upload-offset']).toBe('0');
  });

  it('above the limit of unfinished uploads, also when they begin at once', async () => {
    const ann = await services.member();
    const replies = await Promise.all(Array.from({ length: unfinishedLimits.count + 10 }, () => create(ann, 1)));
    const made = replies.filter(({ status }) => status === 201);
    expect(made).toHaveLength(unfinishedLimits.count);
    expect(new Set(replies.filter(({ status }) => status !== 201).map(code))).toEqual(new Set(['TOO_MANY_FILES']));
    // One that is removed makes room for one.
    await send('DELETE', ann, `/${idOf(String(made[0]!.headers['location']))}`);
    expect([(await create(ann, 1)).status, (await create(ann, 1)).status]).toEqual([201, 400]);
  });

  it('above the bytes of unfinished uploads', async () => {
    const ann = await services.member();
    const replies = await Promise.all(Array.from({ length: 14 }, () => create(ann, 180_000_000)));
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(11);
  });
});

describe(ResumableUploads, () => {
  it('sweeps what is unfinished after a day, and bytes without a record', async () => {
    const ann = await services.member();
    const sweeper = services.get(ResumableUploads);
    const day = new Date(Date.now() + 25 * hourMs);
    await sweeper.sweep(day);
    const before = await storedFilesOf(services);
    const id = await created(ann, 10);
    await writeFile(join(services.folders.dataDir, 'resumable', 'f'.repeat(24)), 'left over');
    await sweeper.sweep();
    expect((await send('HEAD', ann, `/${id}`)).headers['upload-offset']).toBe('0');
    await sweeper.sweep(day);
    expect((await send('HEAD', ann, `/${id}`)).status).toBe(404);
    expect(await storedFilesOf(services)).toEqual(before);
  });

  it('is part of the export, and of the erasure of an account', async () => {
    const ann = await services.member();
    const before = await storedFilesOf(services);
    const id = await created(ann, 10, 'diary.txt');
    const extensions = services.get(ExtensionPoints);
    const of = <P extends 'export' | 'forget'>(point: P) => extensions.all(point).get('unfinished uploads')!;
    const exported = await of('export')(tenantOfMember(ann), ann.row);
    expect(exported).toMatchObject({ unfinished_uploads: [{ id, name: 'diary.txt', size: 10 }] });
    await of('forget')(tenantOfMember(ann), ann.row);
    expect((await send('HEAD', ann, `/${id}`)).status).toBe(404);
    expect(await storedFilesOf(services)).toEqual(before);
  });
});
