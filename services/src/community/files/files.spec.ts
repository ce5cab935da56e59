import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { changePassword } from '@paddock/contract/calls/account';
import { hourMs } from '@paddock/contract/core/durations';
import { connect } from 'node:net';
import sharp from 'sharp';
import { request } from 'undici';
import {
  startTestServices,
  tenantOfMember,
  type TestMember,
  type TestServices,
} from '../../../test/start-test-services.js';
import { storedFilesOf, uploadFile } from '../../../test/uploads.js';
import { Mongo } from '../../infrastructure/mongo/mongo.js';
import { FileAddresses } from './file-address.js';
import type { AttachmentKind } from './file.schema.js';
import { FilesService } from './files.service.js';

let services: TestServices;
/** Shouts that the test makes readable. */
const readable = new Set<string>();

beforeAll(async () => {
  services = await startTestServices();
});
afterAll(() => services.close());

const picture = () => sharp({ create: { width: 40, height: 20, channels: 3, background: '#ff5b1f' } });

const upload = (member: TestMember | undefined, name: string, content: Buffer | string, path?: string) =>
  uploadFile(services, member, { name, content, path });

const get = (path: string, headers: Record<string, string> = {}) => services.request('GET', path, { headers });

/** An address of the same file for another viewer, as if a secret or a reply had leaked. */
const addressFor = (viewer: TestMember, file: string) =>
  services.get(FileAddresses).fileAddress(tenantOfMember(viewer), viewer.id, file, 'original');

const storedFiles = () => storedFilesOf(services);

describe('POST /api/files', () => {
  it('stores a redrawn picture with a thumbnail, and returns addresses that work', async () => {
    const ann = await services.member();
    const original = await picture()
      .withExif({ IFD0: { Make: 'SecretCamera' } })
      .jpeg()
      .toBuffer();
    const { status, body } = await upload(ann, '../../car.jpg', original);
    expect(status).toBe(200);
    expect(body).toMatchObject({ name: 'car.jpg', type: 'image/jpeg', hasThumb: true });
    const reply = await request(`http://127.0.0.1:${services.port}${body.path}`, {
      headers: { host: 'motorsport.localhost' },
    });
    const stored = Buffer.from(await reply.body.arrayBuffer());
    expect(reply.statusCode).toBe(200);
    expect(stored.length).toBe(body.size);
    expect(stored.includes('SecretCamera')).toBe(false);
    expect(reply.headers).toMatchObject({
      'content-type': 'image/jpeg',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'content-disposition': `inline; filename="car.jpg"; filename*=UTF-8''car.jpg`,
    });
    expect(String(reply.headers['cache-control'])).toMatch(/^private, max-age=\d+$/);
    const thumb = await request(`http://127.0.0.1:${services.port}${body.thumb_path}`, {
      headers: { host: 'motorsport.localhost' },
    });
    expect(await sharp(Buffer.from(await thumb.body.arrayBuffer())).metadata()).toMatchObject({
      width: 200,
      height: 200,
    });
  });

  it('serves any other kind of file as a download only', async () => {
    const ann = await services.member();
    const { body } = await upload(ann, 'page.html', '<script>alert(1)</script>');
    expect(body).toMatchObject({ type: 'application/octet-stream', hasThumb: false });
    const reply = await get(body.path);
    expect(reply.headers['content-type']).toBe('application/octet-stream');
    expect(reply.headers['content-disposition']).toMatch(/^attachment;/);
  });

  it.each<[string, () => Promise<Buffer> | string]>([
    ['page.png', () => '<!doctype html><script>alert(1)</script>'],
    ['car.pdf', () => picture().png().toBuffer()],
    ['half.png', async () => (await picture().resize(400, 400).png().toBuffer()).subarray(0, 200)],
    ['empty.pdf', () => ''],
  ])('refuses %s with other content, and stores nothing of it', async (name, content) => {
    const before = await storedFiles();
    const { status, body } = await upload(await services.member(), name, await content());
    expect([status, body.code]).toEqual([400, 'INVALID_FILE']);
    expect(await storedFiles()).toEqual(before);
  });

  it.each([
    ['car.png', 'en', 'broken', 'This picture is damaged'],
    ['page.png', 'en', '<!doctype html>', 'is not what its name says'],
    ['page.png', 'ar', '<!doctype html>', 'محتوى هذا الملف'],
  ] as const)('names the reason for refusing %s in the language %s', async (name, language, content, text) => {
    const member = await services.member({ community: 'workplace', language });
    const bytes = content === 'broken' ? (await picture().png().toBuffer()).subarray(0, 60) : content;
    expect((await upload(member, name, bytes)).body.message).toContain(text);
  });

  it('stores a picture under the extension of its content', async () => {
    const ann = await services.member();
    const { body } = await upload(ann, 'car "one".png', await picture().jpeg().toBuffer());
    expect(body).toMatchObject({ name: 'car "one".jpg', type: 'image/jpeg', hasThumb: true, width: 40 });
  });

  it('refuses an upload without a session, and requests that are no upload', async () => {
    const { status, body } = await upload(undefined, 'a.txt', 'x');
    expect([status, body.code]).toEqual([401, 'INVALID_TOKEN']);
    const ann = await services.member();
    const reply = await services.request('POST', '/api/files', {
      headers: { authorization: `Bearer ${ann.token}` },
      body: {},
    });
    expect([reply.status, (JSON.parse(reply.text) as { code: string }).code]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
  });

  it('stores nothing of an interrupted upload', async () => {
    const ann = await services.member();
    const before = await storedFiles();
    const socket = connect(services.port, '127.0.0.1');
    socket.write(
      `POST /api/files HTTP/1.1\r\nhost: motorsport.localhost\r\nauthorization: Bearer ${ann.token}\r\n` +
        'content-type: multipart/form-data; boundary=x\r\ncontent-length: 900000\r\n\r\n' +
        '--x\r\ncontent-disposition: form-data; name="file"; filename="a.bin"\r\n\r\n' +
        'y'.repeat(300_000),
    );
    const arriving = async () => (await storedFiles()).length > before.length;
    for (let tries = 0; tries < 200 && !(await arriving()); tries++)
      await new Promise((resolve) => setTimeout(resolve, 10));
    expect(await arriving()).toBe(true);
    socket.destroy();
    for (let tries = 0; tries < 200 && (await arriving()); tries++)
      await new Promise((resolve) => setTimeout(resolve, 10));
    expect(await storedFiles()).toEqual(before);
  });
});

describe('GET /api/files/{viewer}/{file}', () => {
  const code = async (path: string, headers?: Record<string, string>) => {
    const reply = await get(path, headers);
    return [reply.status, reply.status === 200 ? undefined : (JSON.parse(reply.text) as { code: string }).code];
  };

  it('refuses an address that was altered in any part', async () => {
    const [ann, eve] = [await services.member(), await services.member()];
    const [mine, other] = [(await upload(ann, 'a.txt', 'mine')).body, (await upload(ann, 'b.txt', 'other')).body];
    expect(await code(mine.path)).toEqual([200, undefined]);
    const altered = [
      mine.path.replace(ann.id, eve.id),
      mine.path.replace(mine.id, other.id),
      mine.path.replace(/expires=\d+/, 'expires=99999999999'),
      mine.path.replace(/signature=./, (found) => (found.endsWith('A') ? 'signature=B' : 'signature=A')),
      mine.path.replace(/&signature=.*/, ''),
      `${mine.path}&variant=thumb`,
      `${mine.path}&variant=download`,
      `${mine.path}&variant=other`,
      `${mine.path}&expires=99999999999`,
      mine.path.replace(mine.id, '..%2F..%2Fsecret'),
    ];
    for (const path of altered) expect(await code(path)).toEqual([404, 'FILE_NOT_FOUND']);
  });

  it('refuses an expired address', async () => {
    const ann = await services.member();
    const { body } = await upload(ann, 'a.txt', 'mine');
    const addresses = services.get(FileAddresses);
    const now = Date.now;
    Date.now = () => now() - 26 * hourMs;
    const old = addresses.fileAddress(tenantOfMember(ann), ann.id, body.id, 'original');
    Date.now = now;
    expect(await code(old)).toEqual([403, 'LINK_EXPIRED']);
  });

  it('refuses another community, also with its own member’s address', async () => {
    const [ann, other] = [await services.member(), await services.member({ community: 'workplace' })];
    const { body } = await upload(ann, 'a.txt', 'mine');
    expect(await code(body.path, { host: 'workplace.localhost' })).toEqual([404, 'FILE_NOT_FOUND']);
    expect(await code(addressFor(other, body.id), { host: 'workplace.localhost' })).toEqual([404, 'FILE_NOT_FOUND']);
  });

  it('checks at each request whether the viewer can read the record that the file is attached to', async () => {
    const [ann, bob] = [await services.member(), await services.member()];
    const files = services.get(FilesService);
    // A kind of its own: those of the services have their checks already.
    const kind = 'test' as AttachmentKind;
    files.attachedTo(kind, async (_tenant, viewer, id) => readable.has(`${viewer._id} ${id}`));
    const { body } = await upload(ann, 'a.txt', 'mine');
    expect(await code(addressFor(bob, body.id))).toEqual([404, 'FILE_NOT_FOUND']);
    await services
      .get(Mongo)
      .transaction((session) =>
        files.attach(tenantOfMember(ann), ann.id, [body.path], { kind, id: 'e1' }, { session }),
      );
    expect(await code(addressFor(bob, body.id))).toEqual([404, 'FILE_NOT_FOUND']);
    readable.add(`${bob.id} e1`);
    expect(await code(addressFor(bob, body.id))).toEqual([200, undefined]);
    readable.clear();
    expect(await code(addressFor(bob, body.id))).toEqual([404, 'FILE_NOT_FOUND']);
    expect(await code(body.path)).toEqual([200, undefined]);
  });

  it('attaches only the member’s own files, and each to one thing', async () => {
    const [ann, eve] = [await services.member(), await services.member()];
    const files = services.get(FilesService);
    const { body } = await upload(ann, 'a.txt', 'mine');
    const attach = (member: TestMember, address: string, id: string) =>
      files.attach(tenantOfMember(member), member.id, [address], { kind: 'shout', id });
    await expect(attach(eve, body.path, 's1')).rejects.toMatchObject({ code: 'FILE_NOT_FOUND' });
    await expect(attach(ann, 'https://example.org/a.png', 's1')).rejects.toMatchObject({ code: 'FILE_NOT_FOUND' });
    expect(await attach(ann, body.path, 's1')).toEqual([body.id]);
    expect(await attach(ann, body.path, 's1')).toEqual([body.id]);
    await expect(attach(ann, body.path, 's2')).rejects.toMatchObject({ code: 'FILE_NOT_FOUND' });
  });

  it('serves a range of a video, or refuses one outside it', async () => {
    const ann = await services.member();
    const { body } = await upload(ann, 'a.bin', '0123456789');
    const part = await get(body.path, { range: 'bytes=3-5' });
    expect([part.status, part.text, part.headers['content-range']]).toEqual([206, '345', 'bytes 3-5/10']);
    const etag = String(part.headers['etag']);
    expect((await get(body.path, { range: 'bytes=3-5', 'if-range': etag })).status).toBe(206);
    // Of another content, or several at once: the whole.
    const others: Record<string, string>[] = [
      { range: 'bytes=3-5', 'if-range': '"other"' },
      { range: 'bytes=0-1,3-5' },
    ];
    for (const headers of others) {
      const whole = await get(body.path, headers);
      expect([whole.status, whole.text]).toEqual([200, '0123456789']);
    }
    expect((await get(body.path, { 'if-none-match': etag })).status).toBe(304);
    const none = await get(body.path, { range: 'bytes=10-' });
    expect([none.status, none.headers['content-range']]).toEqual([416, 'bytes */10']);
  });
});

describe('POST /api/profile_images', () => {
  it('shows the picture to every member of the community, and replaces the previous one', async () => {
    const [ann, bob, other] = [
      await services.member(),
      await services.member(),
      await services.member({ community: 'workplace' }),
    ];
    const image = await picture().png().toBuffer();
    const first = (await upload(ann, 'me.png', image, '/api/profile_images')).body as unknown as {
      profile_image: string;
    };
    const idOf = (address: string) => /\/files\/[^/]+\/([^?]+)/.exec(address)![1]!;
    expect((await get(addressFor(bob, idOf(first.profile_image)))).status).toBe(200);
    expect((await get(addressFor(other, idOf(first.profile_image)), { host: 'workplace.localhost' })).status).toBe(404);
    const second = (await upload(ann, 'me.png', image, '/api/profile_images')).body as unknown as {
      profile_image: string;
    };
    expect((await get(second.profile_image)).status).toBe(200);
    expect((await get(first.profile_image)).status).toBe(404);
  });

  it.each([
    ['cv.pdf', '%PDF-1.4\n'],
    ['me.svg', '<svg/>'],
  ])('refuses %s', async (name, content) => {
    const { status, body } = await upload(await services.member(), name, content, '/api/profile_images');
    expect([status, body.code]).toEqual([400, 'INVALID_FILE']);
  });
});

it('never logs a token, a password or a signature', async () => {
  const ann = await services.member();
  const { body } = await upload(ann, 'a.txt', 'mine');
  await get(body.path);
  await services.request('GET', `/api/users/me?token=${ann.token}`);
  await services.call(
    changePassword,
    {
      id: ann.id,
      verb: 'change_password',
      password: 'hunter2hunter2',
      new_password: 'hunter3hunter3',
      confirm_password: 'hunter3hunter3',
    },
    { as: ann },
  );
  const log = services.log.join('');
  expect(log).toContain('request answered');
  for (const secret of [ann.token, 'hunter2', 'hunter3', /signature=([\w-]+)/.exec(body.path)![1]!])
    expect(log).not.toContain(secret);
});
