import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { ServerEvent, ServerEventPayload } from '@paddock/contract/calls/realtime';
import { deleteFile, readFile, type AttachedFile } from '@paddock/contract/calls/files';
import { postShout } from '@paddock/contract/calls/shouts';
import { hourMs } from '@paddock/contract/core/durations';
import { MongoNetworkError } from 'mongodb';
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile as readDisk, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { request } from 'undici';
import { startTestServices, type TestMember, type TestServices } from '../../../../test/start-test-services.js';
import { TestWindows, type TestWindow, until } from '../../../../test/test-windows.js';
import { storedFilesOf, uploadFile } from '../../../../test/uploads.js';
import { newId } from '../../../infrastructure/mongo/row.js';
import { Mongo } from '../../../infrastructure/mongo/mongo.js';
import { PaddockError } from '../../../infrastructure/errors/paddock-error.js';
import { FILE_STORAGE, type FileStorage } from '../../../infrastructure/storage/storage.js';
import { tenantOf } from '../../../infrastructure/tenancy/tenant.js';
import { FileRepository } from '../file.repository.js';
import type { FileRow } from '../file.schema.js';
import { canTranscode } from '../../../infrastructure/storage/videos/transcoder.js';
import { VideoJobs } from './video-jobs.js';

const run = promisify(execFile);
let services: TestServices;
let folder: string;
let clip: Buffer;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'paddock-videos-'));
  services = await startTestServices({ RATE_LIMITS: 'off' });
  if (canTranscode()) clip = await videoOf(3);
});
afterAll(async () => {
  await services.close();
  await rm(folder, { recursive: true });
});

/** A video of 960×540 with sound and a place in its metadata, made on this machine. */
async function videoOf(seconds: number): Promise<Buffer> {
  const path = join(folder, `${randomUUID()}.mov`);
  const sources = [`testsrc2=size=960x540:rate=30:duration=${seconds}`, `sine=duration=${seconds}`];
  const inputs = sources.flatMap((source) => ['-f', 'lavfi', '-i', source]);
  const place = ['-metadata', 'location=+48.1374+11.5755/', '-metadata', 'title=Secret garage'];
  await run('ffmpeg', [
    '-v',
    'error',
    ...inputs,
    '-c:v',
    'libx264',
    '-preset',
    'ultrafast',
    '-c:a',
    'aac',
    ...place,
    path,
  ]);
  return readDisk(path);
}

const upload = async (member: TestMember, content: Buffer, name = 'lap 7.mov') =>
  (await uploadFile(services, member, { name, content })).body;
const read = async (member: TestMember, id: string) => (await services.call(readFile, { id }, { as: member })).body;

async function processed(member: TestMember, id: string): Promise<AttachedFile> {
  for (let tries = 0; tries < 500; tries++) {
    const file = await read(member, id);
    if (file.processing === undefined) return file;
    await new Promise((done) => setTimeout(done, 100));
  }
  throw new Error('the video is still being processed');
}

async function bytesOf(path: string): Promise<Buffer> {
  const reply = await request(`http://127.0.0.1:${services.port}${path}`, {
    headers: { host: 'motorsport.localhost' },
  });
  return Buffer.from(await reply.body.arrayBuffer());
}

/** Waits for an event of this kind that fits. */
async function next<E extends ServerEvent>(
  { received }: TestWindow,
  kind: E,
  fits: (payload: ServerEventPayload<E>) => boolean,
): Promise<ServerEventPayload<E>> {
  const payloads = () => received.filter(({ event }) => event === kind).map(({ payload }) => payload);
  await until(() => (payloads() as ServerEventPayload<E>[]).some(fits));
  return (payloads() as ServerEventPayload<E>[]).find(fits)!;
}

const rows = () => services.get(Mongo).connection.collection<FileRow>('files');
const ofId = async (id: string) => (await rows().findOne({ _id: id }))!;
const isLogged = (text: string) => services.log.some((line) => line.includes(text));
afterEach(() => void jest.restoreAllMocks());
const asDownload = { type: 'application/octet-stream', icon: 'video', hasThumb: false };
// A machine without ffmpeg runs what needs none; `npm test` installs it where it can.
const withFfmpeg = canTranscode() ? describe : describe.skip;

withFfmpeg('an uploaded video', () => {
  it('becomes an MP4 within 640×640 at 24 frames, without its metadata, with poster and thumbnail', async () => {
    const ann = await services.member();
    const uploaded = await upload(ann, clip);
    expect(uploaded).toMatchObject({ type: 'video/quicktime', processing: 0 });
    expect((await services.request('GET', uploaded.path)).headers['content-type']).toBe('application/octet-stream');
    const file = await processed(ann, uploaded.id);
    expect(file).toMatchObject({
      name: 'lap 7.mp4',
      type: 'video/mp4',
      icon: 'video',
      width: 640,
      height: 360,
      hasThumb: true,
    });

    const content = await bytesOf(file.path);
    expect(content).toHaveLength(file.size);
    expect(content.includes('Secret garage') || content.includes('+48.13')).toBe(false);
    const path = join(folder, 'result.mp4');
    await writeFile(path, content);
    const wanted = ['-show_entries', 'stream=codec_name,avg_frame_rate:format_tags=location', '-of', 'json'];
    const { stdout } = await run('ffprobe', ['-v', 'error', ...wanted, path]);
    const { streams } = JSON.parse(stdout) as { streams: { codec_name: string; avg_frame_rate: string }[] };
    expect(streams).toMatchObject([{ codec_name: 'h264', avg_frame_rate: '24/1' }, { codec_name: 'aac' }]);

    const poster = await sharp(await bytesOf(file.poster_path!)).metadata();
    expect(poster).toMatchObject({ format: 'jpeg', width: 640, height: 360 });
    const part = await services.request('GET', file.path, { headers: { range: 'bytes=0-99' } });
    expect([part.status, part.headers['content-type']]).toEqual([206, 'video/mp4']);
    expect(part.headers['content-range']).toBe(`bytes 0-99/${file.size}`);
  }, 60_000);

  it('stays a download when it cannot be transcoded', async () => {
    const ann = await services.member();
    for (const content of [clip.subarray(0, 4000), Buffer.concat([clip.subarray(0, 40), Buffer.alloc(9000)])]) {
      const file = await processed(ann, (await upload(ann, content, 'lap.mp4')).id);
      expect(file).toMatchObject({ ...asDownload, name: 'lap.mp4', size: content.length });
      const { headers } = await services.request('GET', file.path);
      expect(String(headers['content-disposition'])).toMatch(/^attachment/);
    }
  }, 60_000);

  it('is told to its uploader, and to readers of the shout that it is attached to', async () => {
    const [ann, bob] = [await services.member(), await services.member()];
    const windows = new TestWindows(services);
    const [annsWindow, bobsWindow] = [await windows.open(ann), await windows.open(bob)];
    const uploaded = await upload(ann, await videoOf(8));
    const shout = { client_id: randomUUID(), group: '0', shout: 'Lap 7', files: [uploaded.path] };
    const id = (await services.call(postShout, shout, { as: ann })).body.id;
    const shown = await next(
      annsWindow,
      'updating_file',
      ({ file }) => file.id === uploaded.id && file.type === 'video/mp4',
    );
    expect(shown.file).toMatchObject({ width: 640, height: 360 });
    const updated = await next(
      bobsWindow,
      'updating_shout',
      (event) => event.shout.id === id && event.shout.files[0]?.poster_path !== undefined,
    );
    expect(updated.shout.files[0]!.processing).toBeUndefined();
    expect((await services.request('GET', updated.shout.files[0]!.path)).status).toBe(200);
    windows.closeAll();
  }, 90_000);

  it('goes on when another process takes it over, and is given up after three attempts', async () => {
    const ann = await services.member();
    const [first, second] = [await upload(ann, clip), await upload(ann, clip)];
    await Promise.all([first, second].map(({ id }) => processed(ann, id)));
    // As a process leaves them that was killed, with a content that can be transcoded.
    const left = { type: 'video/mp4' as const, processing: 40, lease: new Date(Date.now() - 1000) };
    await rows().updateOne({ _id: first.id }, { $set: { ...left, attempts: 1 } });
    await rows().updateOne({ _id: second.id }, { $set: { ...left, attempts: 3 } });
    services.get(VideoJobs).wake();
    expect(await processed(ann, first.id)).toMatchObject({ type: 'video/mp4', width: 640 });
    expect(await processed(ann, second.id)).toMatchObject({ type: 'application/octet-stream' });
  }, 60_000);

  it('is transcoded after an outage of the storage, which ends it at the third attempt only', async () => {
    const ann = await services.member();
    const storage = services.get<FileStorage>(FILE_STORAGE as never);
    const away = jest.spyOn(storage, 'get').mockRejectedValue(new PaddockError('SERVICE_UNAVAILABLE'));
    const [first, second] = [await upload(ann, clip), await upload(ann, clip)];
    const isPostponed = async ({ id }: AttachedFile) => ((await ofId(id)).lease?.getTime() ?? 0) > Date.now() + 40_000;
    for (const file of [first, second])
      for (let tries = 0; !(await isPostponed(file)) && tries < 100; tries++)
        await new Promise((done) => setTimeout(done, 100));
    expect(await ofId(first.id)).toMatchObject({ processing: 0, attempts: 1, type: 'video/quicktime' });
    await rows().updateOne({ _id: second.id }, { $set: { attempts: 2, lease: new Date(0) } });
    services.get(VideoJobs).wake();
    expect(await processed(ann, second.id)).toMatchObject({ type: 'application/octet-stream' });
    away.mockRestore();
    await rows().updateOne({ _id: first.id }, { $set: { lease: new Date(0) } });
    services.get(VideoJobs).wake();
    expect(await processed(ann, first.id)).toMatchObject({ type: 'video/mp4', width: 640 });
  }, 60_000);

  it('keeps its content when the database stores the result and breaks off before its reply', async () => {
    const ann = await services.member();
    const mongo = services.get(Mongo);
    const transaction = mongo.transaction.bind(mongo);
    jest.spyOn(mongo, 'transaction').mockImplementation(async (work) => {
      const result = await transaction(work);
      if ((result as Partial<FileRow> | null)?.type === 'video/mp4') throw new MongoNetworkError('connection closed');
      return result;
    });
    const { id } = await upload(ann, clip);
    const file = await processed(ann, id);
    for (let tries = 0; !isLogged(`"file":"${id}"`) && tries < 100; tries++)
      await new Promise((done) => setTimeout(done, 100));
    expect(isLogged('connection closed')).toBe(true);
    expect(await bytesOf(file.path)).toHaveLength(file.size);
  }, 60_000);

  it('is not ended or given back by a process whose lease another one has taken', async () => {
    const ann = await services.member();
    const { id } = await upload(ann, clip.subarray(0, 4000), 'lap.mp4');
    await processed(ann, id);
    const job = { attempts: 2, lease: new Date(Date.now() + hourMs), processing: 40 };
    await rows().updateOne({ _id: id }, { $set: job });
    const files = services.get(FileRepository);
    const [tenant, former] = [tenantOf('motorsport'), { _id: id, attempts: 1 }];
    await files.releaseVideo(tenant, former);
    await files.leaseVideo(tenant, former, new Date(0));
    const end = (of: typeof former) =>
      services.get(Mongo).transaction((session) => files.endVideo(tenant, of, { type: 'video/mp4' }, { session }));
    expect([await end(former), await ofId(id)]).toEqual([null, expect.objectContaining(job)]);
    expect(await end({ _id: id, attempts: 2 })).toMatchObject({ type: 'video/mp4' });
  });

  it('stays a download above ten waiting videos of its member', async () => {
    const [ann, bob] = [await services.member(), await services.member()];
    const { id } = await upload(ann, clip.subarray(0, 4000), 'lap.mp4');
    await processed(ann, id);
    const { _id, ...row } = (await rows().findOne({ _id: id }))!;
    // Another process holds them, so that none ends during the test.
    const waiting = { processing: 0, lease: new Date(Date.now() + hourMs) };
    const ids = Array.from({ length: 10 }, () => newId());
    await rows().insertMany(ids.map((copy) => ({ ...row, ...waiting, _id: copy })));
    expect((await upload(ann, clip)).processing).toBeUndefined();
    const ofBob = await upload(bob, clip);
    expect(ofBob.processing).toBe(0);
    await rows().deleteMany({ _id: { $in: ids } });
    // The next test counts the stored files.
    await processed(bob, ofBob.id);
  }, 60_000);

  it('leaves nothing when it is deleted meanwhile', async () => {
    const ann = await services.member();
    const before = await storedFilesOf(services);
    const { id } = await upload(ann, clip);
    await services.call(deleteFile, { id }, { as: ann });
    for (let tries = 0; tries < 200 && (await storedFilesOf(services)).length > before.length; tries++)
      await new Promise((done) => setTimeout(done, 100));
    expect(await storedFilesOf(services)).toEqual(before);
  }, 60_000);
});

describe('without ffmpeg', () => {
  it('a video is stored as a download', async () => {
    const ann = await services.member();
    const { PATH } = process.env;
    process.env['PATH'] = folder;
    const mp4 = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypisom\0\0\0\0isommp42'), Buffer.alloc(64)]);
    const file = await upload(ann, mp4, 'lap.mp4').finally(() => void (process.env['PATH'] = PATH));
    expect(file).toMatchObject(asDownload);
    expect(file.processing).toBeUndefined();
    expect(String((await services.request('GET', file.path)).headers['content-disposition'])).toMatch(/^attachment/);
  });

  it('the download tells no place', async () => {
    const ann = await services.member();
    const content = await readDisk(join(import.meta.dirname, '../../../../test/videos/place-in-keys.mov'));
    expect(content.includes('+48.13')).toBe(true);
    const { PATH } = process.env;
    process.env['PATH'] = folder;
    const files = [await upload(ann, content), await upload(ann, content, 'lap.3gp')];
    process.env['PATH'] = PATH;
    for (const file of files) {
      const served = await bytesOf(file.safeFilePath);
      expect(served).toHaveLength(content.length);
      expect(served.includes('48.13')).toBe(false);
    }
  });
});
