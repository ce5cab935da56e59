import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { readFile } from '@paddock/contract/calls/files';
import { hourMs } from '@paddock/contract/core/durations';
import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import sharp from 'sharp';
import { Clamd, infected } from '../../../test/clamd.js';
import { S3Server } from '../../../test/s3-server.js';
import { startTestServices, type TestServices } from '../../../test/start-test-services.js';
import { storedFilesOf, uploadFile } from '../../../test/uploads.js';
import { Deadline } from '../../infrastructure/calls/deadline.js';
import { FILE_STORAGE, type FileStorage } from '../../infrastructure/storage/storage.js';
import { OrphanSweep } from './orphan-sweep.js';

const credentials = { accessKeyId: 'paddock', secretAccessKey: randomBytes(16).toString('hex') };
const s3 = new S3Server('files', credentials);
const clamd = new Clamd();
let services: TestServices;
let endpoint: string;
beforeAll(async () => {
  let scanner: string;
  [endpoint, scanner] = await Promise.all([s3.start(), clamd.start()]);
  process.env['AWS_ACCESS_KEY_ID'] = credentials.accessKeyId;
  process.env['AWS_SECRET_ACCESS_KEY'] = credentials.secretAccessKey;
  services = await startTestServices({ S3_BUCKET: 'files', S3_ENDPOINT: endpoint, CLAMD: scanner });
});
afterAll(async () => {
  await services.close();
  await Promise.all([s3.close(), clamd.close()]);
});

const notes = { name: 'notes.txt', content: 'Tyre pressures for lap 12.' };
const tomorrow = () => new Date(Date.now() + 25 * hourMs);

it('a file is stored in the bucket, scanned, served whole and in part, and swept', async () => {
  const ann = await services.member();
  const { status, body } = await uploadFile(services, ann, notes);
  expect([status, body.size]).toEqual([200, notes.content.length]);
  expect(clamd.scanned.at(-1)!.toString()).toBe(notes.content);
  expect([...s3.objects.values()].map(({ bytes }) => bytes.toString())).toContain(notes.content);
  expect(await storedFilesOf(services)).toEqual([]);

  expect((await services.request('GET', body.path)).text).toBe(notes.content);
  const part = await services.request('GET', body.path, { headers: { range: 'bytes=5-13' } });
  expect([part.status, part.text]).toEqual([206, 'pressures']);

  const picture = sharp({ create: { width: 900, height: 600, channels: 3, background: '#ff5b1f' } }).png();
  const car = await uploadFile(services, ann, { name: 'car.png', content: await picture.toBuffer() });
  expect((await services.request('GET', car.body.thumb_path!)).status).toBe(200);

  await services.get(OrphanSweep).sweepUploads(tomorrow());
  expect([...s3.objects.keys()].filter((key) => key !== 'mark')).toEqual([]);
  expect((await services.call(readFile, { id: body.id }, { as: ann })).body.code).toBe('FILE_NOT_FOUND');
});

it('contents without a record are swept from the bucket, and others stay', async () => {
  const ann = await services.member();
  await uploadFile(services, ann, notes);
  const storage = services.get<FileStorage>(FILE_STORAGE as never);
  const key = 'a'.repeat(32);
  await storage.put(key, Readable.from(['left by a crash']));
  await services.get(OrphanSweep).sweepContents(tomorrow());
  expect(s3.objects.has(key)).toBe(false);
  expect([...s3.objects.values()].map(({ bytes }) => bytes.toString())).toContain(notes.content);
});

it('a file with a virus is refused in the member’s words, and nothing of it is stored', async () => {
  const ann = await services.member();
  const before = s3.objects.size;
  const { status, body } = await uploadFile(services, ann, { name: 'a.txt', content: `once ${infected} more` });
  expect([status, body.code, body.message]).toEqual([400, 'INVALID_FILE', 'The virus scanner has refused this file.']);
  expect(s3.objects.size).toBe(before);
});

it('answers SERVICE_UNAVAILABLE while the bucket is unreachable, and logs why', async () => {
  const ann = await services.member();
  const { body } = await uploadFile(services, ann, notes);
  await s3.close();
  const replies = [
    await uploadFile(services, ann, notes),
    await services.request('GET', body.path).then(({ status, text }) => ({ status, body: JSON.parse(text) })),
  ];
  for (const { status, body: refusal } of replies)
    expect([status, (refusal as { code: string }).code]).toEqual([503, 'SERVICE_UNAVAILABLE']);
  await s3.start(new URL(endpoint).port);
  expect(services.log.some((line) => line.includes('a file could not be served') && /ECONNREFUSED/.test(line))).toBe(
    true,
  );
});

it.each(['HEAD', 'GET'])('answers SERVICE_UNAVAILABLE when the bucket leaves a %s without a reply', async (method) => {
  const ann = await services.member();
  const { body } = await uploadFile(services, ann, notes);
  const deadline = services.get(Deadline);
  const { ms } = deadline;
  deadline.ms = 500;
  s3.silent = [method];
  const { status, headers, text } = await services.request('GET', body.path);
  [s3.silent, deadline.ms] = [[], ms];
  expect([status, (JSON.parse(text) as { code: string }).code]).toEqual([503, 'SERVICE_UNAVAILABLE']);
  expect(headers['content-type']).toContain('application/json');
});

it('no file is stored while the scanner is unreachable or the bucket refuses it', async () => {
  const ann = await services.member();
  const before = s3.objects.size;
  s3.failing = 'PUT';
  const { status } = await uploadFile(services, ann, notes);
  s3.failing = undefined;
  expect(status).toBe(500);
  await clamd.close();
  const { body } = await uploadFile(services, ann, notes);
  expect(body.code).toBe('SERVICE_UNAVAILABLE');
  expect(s3.objects.size).toBe(before);
  expect(services.log.filter((line) => line.includes('the virus scanner refused'))).toHaveLength(2);
});
