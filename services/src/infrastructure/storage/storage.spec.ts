import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { hourMs } from '@paddock/contract/core/durations';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';
import { S3Server } from '../../../test/s3-server.js';
import { S3Storage } from './s3-storage.js';
import { DiskStorage, type FileStorage, newFileKey, renditionKey } from './storage.js';

const credentials = { accessKeyId: 'paddock', secretAccessKey: randomBytes(16).toString('hex') };
const s3 = new S3Server('files', credentials);
let endpoint: string;
let folder: string;
beforeAll(async () => {
  endpoint = await s3.start();
});
afterAll(() => s3.close());
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'paddock-storage-'));
  s3.objects.clear();
  s3.uploads.clear();
  s3.failing = undefined;
  s3.silent = [];
});
afterEach(() => rm(folder, { recursive: true }));

const onS3 = (secretAccessKey = credentials.secretAccessKey) =>
  new S3Storage({ bucket: 'files', region: 'eu-central-1', endpoint }, { ...credentials, secretAccessKey });
const interrupted = (before: Buffer | string) =>
  Readable.from(
    (async function* () {
      yield before;
      throw new Error('connection lost');
    })(),
  );
async function keysOf(storage: FileStorage, before: Date) {
  const keys: string[] = [];
  for await (const some of storage.olderThan(before)) keys.push(...some);
  return keys.sort();
}

describe.each<[string, () => FileStorage]>([
  ['the disk', () => new DiskStorage(folder)],
  ['S3', () => onS3()],
])('on %s', (_, storageOf) => {
  it('contents are listed whole each time', async () => {
    const storage = storageOf();
    const stored = Array.from({ length: 5 }, () => newFileKey());
    for (const key of stored) await storage.put(key, Readable.from(['a lap']));
    const later = new Date(Date.now() + 60_000);
    for (let sweep = 0; sweep < 3; sweep++)
      expect(await keysOf(storage, later)).toEqual(expect.arrayContaining(stored));
    for (const key of stored) await storage.delete(key);
  });

  it('a content is stored, returned whole and in part, and deleted', async () => {
    const storage = storageOf();
    const key = newFileKey();
    expect(await storage.put(key, Readable.from(['hello ', 'pit lane']))).toEqual({
      size: 14,
      crc32: crc32('hello pit lane'),
    });
    expect(await storage.stat(key)).toBe(14);
    expect(await text(await storage.get(key))).toBe('hello pit lane');
    expect(await text(await storage.get(key, { start: 6, end: 8 }))).toBe('pit');
    await storage.delete(key);
    expect(await storage.stat(key)).toBeUndefined();
    await expect(storage.get(key)).rejects.toThrow();
    await storage.delete(key);
  });

  it('an empty content and one of 20 MB are the same afterwards', async () => {
    const storage = storageOf();
    for (const content of [Buffer.alloc(0), randomBytes(20 * 1024 * 1024)]) {
      const key = newFileKey();
      expect((await storage.put(key, Readable.from([content]))).size).toBe(content.length);
      expect((await buffer(await storage.get(key))).equals(content)).toBe(true);
    }
  });

  it.each([
    ['a short', 'half'],
    ['a long', randomBytes(10 * 1024 * 1024)],
  ])('nothing is left of %s content that breaks off', async (__, half) => {
    const storage = storageOf();
    const key = newFileKey();
    await expect(storage.put(key, interrupted(half))).rejects.toThrow('connection lost');
    expect(await storage.stat(key)).toBeUndefined();
    expect([s3.objects.size, s3.uploads.size]).toEqual([0, 0]);
    expect((await readdir(folder, { recursive: true })).filter((name) => name.includes(key))).toEqual([]);
  });

  it.each(['../../etc/passwd', '..', '', 'mark', 'x'.repeat(32), `${'a'.repeat(32)}/..`])(
    'the key %j is refused',
    async (key) => {
      const storage = storageOf();
      await expect(storage.get(key)).rejects.toThrow('not a key');
      await expect(storage.put(key, Readable.from(['x']))).rejects.toThrow('not a key');
      await expect(storage.delete(key)).rejects.toThrow('not a key');
      expect([await readdir(folder), s3.objects.size]).toEqual([[], 0]);
    },
  );

  it('keys are listed by age, over all pages, without the mark', async () => {
    const storage = storageOf();
    const key = newFileKey();
    const keys = [key, renditionKey(key, 'thumb'), newFileKey(), newFileKey(), newFileKey()].sort();
    for (const one of keys) await storage.put(one, Readable.from(['x']));
    expect(await storage.readMark()).toBeUndefined();
    await storage.writeMark('of this database');
    expect(await storage.readMark()).toBe('of this database');
    expect(await keysOf(storage, new Date(Date.now() + 60_000))).toEqual(keys);
    expect(await keysOf(storage, new Date(Date.now() - 60_000))).toEqual([]);
  });
});

describe(S3Storage, () => {
  it('counts as away when the bucket accepts a request and does not answer', async () => {
    const settings = { bucket: 'files', region: 'eu-central-1', endpoint, answerMs: 100 };
    const storage = new S3Storage(settings, credentials);
    const key = newFileKey();
    await storage.put(key, Readable.from(['x']));
    s3.silent = ['HEAD', 'GET', 'DELETE'];
    const requests = [() => storage.stat(key), () => storage.get(key), () => storage.delete(key)];
    for (const request of requests) await expect(request()).rejects.toThrow('SERVICE_UNAVAILABLE');
    s3.silent = [];
    expect(await storage.stat(key)).toBe(1);
  });

  it('refuses a wrong secret, and a bucket that does not exist', async () => {
    await expect(onS3('other').put(newFileKey(), Readable.from(['x']))).rejects.toThrow('SignatureDoesNotMatch');
    const elsewhere = new S3Storage({ bucket: 'other', region: 'eu-central-1', endpoint }, credentials);
    await expect(elsewhere.put(newFileKey(), Readable.from(['x']))).rejects.toThrow('NoSuchBucket');
    await expect(elsewhere.readMark()).rejects.toThrow('NoSuchBucket');
  });

  it('fails, and stops reading, when a part is refused', async () => {
    s3.failing = 'partNumber';
    const content = Readable.from(
      (function* () {
        for (let part = 0; part < 64; part++) yield randomBytes(1024 * 1024);
      })(),
    );
    await expect(onS3().put(newFileKey(), content)).rejects.toThrow('InvalidRequest');
    expect(content.destroyed).toBe(true);
    expect([s3.objects.size, s3.uploads.size]).toEqual([0, 0]);
  });

  it('notices a content that the service has altered', async () => {
    const storage = onS3();
    const key = newFileKey();
    await storage.put(key, Readable.from(['hello pit lane']));
    s3.objects.get(key)!.bytes.write('j', 0);
    await expect(storage.get(key).then(text)).rejects.toThrow(/[Cc]hecksum/);
  });

  it('ends uploads of a killed process when they are old', async () => {
    const initiated = new Date(Date.now() - hourMs);
    s3.uploads.set('left', { key: newFileKey(), parts: new Map(), initiated });
    s3.uploads.set('running', { key: newFileKey(), parts: new Map(), initiated: new Date() });
    await keysOf(onS3(), new Date(Date.now() - 60_000));
    expect([...s3.uploads.keys()]).toEqual(['running']);
  });
});

describe(DiskStorage, () => {
  it('removes what a killed process left half written when it is old', async () => {
    const storage = new DiskStorage(folder);
    const [old, running] = [newFileKey(), newFileKey()];
    for (const key of [old, running]) {
      await storage.put(key, Readable.from(['x']));
      await storage.delete(key);
    }
    const part = (key: string) => join(folder, key.slice(0, 2), `${key}.part`);
    for (const key of [old, running]) await writeFile(part(key), 'half');
    await utimes(part(old), new Date(0), new Date(0));
    expect(await keysOf(storage, new Date(Date.now() - 60_000))).toEqual([]);
    const left = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.part'));
    expect(left.map((name) => join(folder, name))).toEqual([part(running)]);
  });
});
