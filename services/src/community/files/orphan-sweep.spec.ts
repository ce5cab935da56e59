import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readFile } from '@paddock/contract/calls/files';
import { postShout } from '@paddock/contract/calls/shouts';
import { hourMs } from '@paddock/contract/core/durations';
import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { expectNoCollectionScan } from '../../../test/expect-no-collection-scan.js';
import {
  startTestServices,
  tenantOfMember,
  type TestMember,
  type TestServices,
} from '../../../test/start-test-services.js';
import { storedFilesOf, uploadFile } from '../../../test/uploads.js';
import { Mongo } from '../../infrastructure/mongo/mongo.js';
import { FILE_STORAGE, type FileStorage, newFileKey } from '../../infrastructure/storage/storage.js';
import { FileRepository } from './file.repository.js';
import { OrphanSweep } from './orphan-sweep.js';
import { Readable } from 'node:stream';

let services: TestServices;
let sweep: OrphanSweep;
beforeAll(async () => {
  services = await startTestServices({ RATE_LIMITS: 'off' });
  sweep = services.get(OrphanSweep);
});
afterAll(() => services.close());

/** Everything stored by now is more than a day old then. */
const tomorrow = () => new Date(Date.now() + 25 * hourMs);
const storage = () => services.get<FileStorage>(FILE_STORAGE as never);

async function upload(member: TestMember) {
  const content = await sharp({ create: { width: 40, height: 20, channels: 3, background: '#ff5b1f' } })
    .png()
    .toBuffer();
  return (await uploadFile(services, member, { name: 'car.png', content })).body;
}
const post = (as: TestMember, path: string) =>
  services.call(postShout, { client_id: randomUUID(), group: '0', shout: 'car', image_urls: [path] }, { as });
const status = async (path: string) => (await services.request('GET', path)).status;

describe('an upload that is attached to nothing', () => {
  it('is removed after a day with its renditions, and an attached one stays', async () => {
    const ann = await services.member();
    const before = await storedFilesOf(services);
    const [used, unused] = [await upload(ann), await upload(ann)];
    await post(ann, used.path);
    await sweep.sweepUploads();
    expect(await status(unused.path)).toBe(200);
    await expectNoCollectionScan(services, () => sweep.sweepUploads(tomorrow()));
    expect((await services.call(readFile, { id: unused.id }, { as: ann })).body.code).toBe('FILE_NOT_FOUND');
    expect([await status(used.path), await status(used.feed_path!), await status(used.thumb_path!)]).toEqual([
      200, 200, 200,
    ]);
    expect(await storedFilesOf(services)).toHaveLength(before.length + 3);
  });

  it('stays when it was attached after the sweep had found it', async () => {
    const ann = await services.member();
    const { id, path } = await upload(ann);
    await post(ann, path);
    expect(await services.get(FileRepository).deleteUnattached(tenantOfMember(ann), id)).toBe(false);
    expect(await status(path)).toBe(200);
  });

  it('either is attached or removed when both happen at once', async () => {
    const ann = await services.member();
    const files = await Promise.all(Array.from({ length: 12 }, () => upload(ann)));
    const [replies] = await Promise.all([
      Promise.all(files.map(({ path }) => post(ann, path))),
      ...Array.from({ length: 4 }, () => sweep.sweepUploads(tomorrow())),
    ]);
    for (const [index, { status: posted, body }] of replies.entries()) {
      if (posted === 200) expect(await status(body.image_urls[0]!)).toBe(200);
      else expect([body.code, await status(files[index]!.path)]).toEqual(['FILE_NOT_FOUND', 404]);
    }
  });
});

describe('a content', () => {
  it('without a record is removed after a day, and one with a record stays', async () => {
    const ann = await services.member();
    const used = await upload(ann);
    await post(ann, used.path);
    const before = await storedFilesOf(services);
    const key = newFileKey();
    for (const one of [key, `${key}-thumb`, `${key}-feed`]) await storage().put(one, Readable.from(['left over']));
    await writeFile(join(services.folders.dataDir, 'files', key.slice(0, 2), `${newFileKey()}.part`), 'half');
    expect(await storedFilesOf(services)).toHaveLength(before.length + 4);
    await sweep.sweepContents();
    expect(await storedFilesOf(services)).toHaveLength(before.length + 4);
    await expectNoCollectionScan(services, () => sweep.sweepContents(tomorrow()));
    expect(await storedFilesOf(services)).toEqual(before);
    expect([await status(used.path), await status(used.feed_path!), await status(used.thumb_path!)]).toEqual([
      200, 200, 200,
    ]);
  });

  it('of a community that is not configured, and a thumbnail with a key of its own, stay', async () => {
    const ann = await services.member();
    const { id, path, thumb_path } = await upload(ann);
    const key = newFileKey();
    await storage().put(key, Readable.from(['thumbnail']));
    const rows = services.get(Mongo).connection.collection<{ _id: string }>('files');
    await rows.updateOne({ _id: id }, { $set: { community: 'elsewhere', thumb_key: key } });
    await sweep.sweepContents(tomorrow());
    await rows.updateOne({ _id: id }, { $set: { community: 'motorsport' } });
    expect([await status(path), await status(thumb_path!)]).toEqual([200, 200]);
  });

  it('is not removed when the database is not the one of the files', async () => {
    const ann = await services.member();
    await upload(ann);
    const { connection } = services.get(Mongo);
    const before = await storedFilesOf(services);
    const [marks, rows] = [connection.collection('storage_marks'), connection.collection('files')];
    const [mark, all] = [await marks.find().toArray(), await rows.find().toArray()];
    await marks.deleteMany({});
    await rows.deleteMany({});
    await sweep.sweepContents(tomorrow());
    expect(await storedFilesOf(services)).toEqual(before);
    await rows.insertMany(all);
    await marks.insertMany(mark);
  });
});
