import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { deleteFile, readFile } from '@paddock/contract/calls/files';
import { postShout } from '@paddock/contract/calls/shouts';
import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { underFlags } from '../../../test/under-flags.js';
import { startTestServices, type TestMember, type TestServices } from '../../../test/start-test-services.js';
import { storedFilesOf, uploadFile } from '../../../test/uploads.js';

let services: TestServices;
beforeAll(async () => {
  services = await startTestServices();
});
afterAll(() => services.close());

const picture = (width = 40, height = 20) => sharp({ create: { width, height, channels: 3, background: '#ff5b1f' } });
const get = (path: string) => services.request('GET', path);

describe('GET and DELETE /api/files/{id}', () => {
  it('answers an own upload and a file of a readable record, and no other', async () => {
    const [ann, bob] = [await services.member(), await services.member()];
    const { body } = await uploadFile(services, ann, { name: 'lap times.csv', content: 'lap,time' });
    const reply = await services.call(readFile, { id: body.id }, { as: ann });
    expect(reply.body).toMatchObject({ id: body.id, name: 'lap times.csv', icon: 'spreadsheet', hasThumb: false });
    expect((await services.call(readFile, { id: body.id }, { as: bob })).body.code).toBe('FILE_NOT_FOUND');
    const shout = { client_id: randomUUID(), group: '0', shout: 'times', files: [body.path] };
    expect((await services.call(postShout, shout, { as: ann })).status).toBe(200);
    const read = (await services.call(readFile, { id: body.id }, { as: bob })).body;
    expect((await get(read.safeFilePath)).headers['content-disposition']).toMatch(
      /^attachment; filename="lap times.csv"/,
    );
  });

  it('serves a picture in the page, and at its safe address as a download', async () => {
    const { body } = await uploadFile(services, await services.member(), {
      name: 'car.png',
      content: await picture().png().toBuffer(),
    });
    expect((await get(body.path)).headers['content-disposition']).toMatch(/^inline/);
    const download = await get(body.safeFilePath);
    expect(download.headers).toMatchObject({ 'content-type': 'image/png', 'x-content-type-options': 'nosniff' });
    expect(download.headers['content-disposition']).toMatch(/^attachment/);
  });

  it('deletes an own upload, and refuses an attached one and any other id', async () => {
    const [ann, eve] = [await services.member(), await services.member()];
    const before = await storedFilesOf(services);
    const { body } = await uploadFile(services, ann, { name: 'a.png', content: await picture().png().toBuffer() });
    const remove = async (as: TestMember, id = body.id) => (await services.call(deleteFile, { id }, { as })).status;
    expect(await remove(eve)).toBe(404);
    expect((await get(body.path)).status).toBe(200);
    expect([await remove(ann), await remove(ann)]).toEqual([200, 404]);
    // Another member's, a deleted and an unknown id look alike.
    expect(await remove(eve, '0'.repeat(24))).toBe(404);
    expect((await get(body.path)).status).toBe(404);
    expect(await storedFilesOf(services)).toEqual(before);
    const posted = (await uploadFile(services, ann, { name: 'b.txt', content: 'b' })).body;
    const shout = { client_id: randomUUID(), group: '0', shout: 'b', files: [posted.path] };
    await services.call(postShout, shout, { as: ann });
    expect((await services.call(deleteFile, { id: posted.id }, { as: ann })).body.code).toBe('FORBIDDEN');
    expect((await get(posted.path)).status).toBe(200);
  });

  it('deletes no upload under disable_upload_modification', async () => {
    const ann = await services.member();
    const { body } = await uploadFile(services, ann, { name: 'a.txt', content: 'a' });
    await underFlags(services, 'motorsport', { disable_upload_modification: true }, async () =>
      expect((await services.call(deleteFile, { id: body.id }, { as: ann })).body.code).toBe('FEATURE_DISABLED'),
    );
    expect((await get(body.path)).status).toBe(200);
  });

  it('names a file with quotation marks in its headers, for clients of both forms', async () => {
    const ann = await services.member();
    const { body } = await uploadFile(services, ann, { name: 'Ann\'s "fast" laps – 100 %.csv', content: 'lap' });
    expect(body.name).toBe('Ann\'s "fast" laps – 100 %.csv');
    expect((await get(body.safeFilePath)).headers['content-disposition']).toBe(
      'attachment; filename="Ann\'s \\"fast\\" laps _ 100 _.csv"; ' +
        "filename*=UTF-8''Ann%27s%20%22fast%22%20laps%20%E2%80%93%20100%20%25.csv",
    );
  });

  it('gives a picture its pixels, a thumbnail and a smaller one for feeds', async () => {
    const content = await picture(2400, 1200).jpeg().toBuffer();
    const { body } = await uploadFile(services, await services.member(), { name: 'car.jpg', content });
    expect(body).toMatchObject({ icon: 'image', width: 1920, height: 960, hasThumb: true });
    for (const path of [body.feed_path!, body.thumb_path!])
      expect((await get(path)).headers).toMatchObject({ 'content-type': 'image/webp' });
    expect((await get(body.feed_path!.replace('variant=feed', 'variant=poster'))).status).toBe(404);
  });
});
