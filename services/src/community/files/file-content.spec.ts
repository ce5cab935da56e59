import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import sharp from 'sharp';
import { pngOf } from '../../../test/hostile-files.js';
import type { ImageType } from '../../infrastructure/storage/file-types.js';
import { Images } from '../../infrastructure/storage/images/images.js';
import { Incoming } from '../../infrastructure/storage/incoming.js';
import { rangeOf } from './serve-file.js';

let folder: string;
const images = new Images();
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'paddock-files-'));
});
afterAll(() => {
  images.onApplicationShutdown();
  return rm(folder, { recursive: true });
});

async function fileOf(content: Buffer | string): Promise<string> {
  const path = join(folder, randomBytes(8).toString('hex'));
  await writeFile(path, content);
  return path;
}

const picture = (width = 40, height = 20) => sharp({ create: { width, height, channels: 3, background: '#ff5b1f' } });

const html = '<!doctype html><script>alert(1)</script>';
describe(Images, () => {
  const redrawn = (path: string, type: ImageType, isStill = false) =>
    images.redraw(path, type, { from: { member: 'ann' }, isStill }, async ({ image, thumb, feed, width, height }) => ({
      image: await readFile(image),
      thumb: await readFile(thumb),
      feed: feed && (await readFile(feed)),
      size: { width, height },
    }));
  const invalid = { code: 'INVALID_FILE' };

  /** An animation without two equal consecutive frames, which would be merged. */
  const animation = async (side: number, frames: number) => {
    const pictures = Array.from({ length: frames }, (_, frame) => {
      const background = frame % 2 === 0 ? '#ff0000' : '#0000ff';
      return sharp({ create: { width: side, height: side, channels: 3, background } })
        .png()
        .toBuffer();
    });
    const joined = sharp(await Promise.all(pictures), { join: { animated: true } });
    return fileOf(await joined.gif({ effort: 1 }).toBuffer());
  };

  it('drops location and camera, and turns the picture upright', async () => {
    const exif = {
      IFD0: { Make: 'Camera' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '48/1 8/1 0/1' },
    };
    const path = await fileOf(await picture(40, 20).withExif(exif).withMetadata({ orientation: 6 }).jpeg().toBuffer());
    expect((await sharp(path).metadata()).exif).toBeDefined();
    const after = await sharp((await redrawn(path, 'image/jpeg')).image).metadata();
    expect(after).toMatchObject({ format: 'jpeg', width: 20, height: 40 });
    expect(after.exif).toBeUndefined();
    expect(after.orientation).toBeUndefined();
  });

  it('drops content that is appended to the picture', async () => {
    const path = await fileOf(Buffer.concat([await picture().png().toBuffer(), Buffer.from(html)]));
    expect((await redrawn(path, 'image/png')).image.includes('script')).toBe(false);
  });

  it.each<[number, number, number, number]>([
    [4000, 2000, 1920, 960],
    [1000, 3840, 500, 1920],
    [1920, 40, 1920, 40],
    [40, 20, 40, 20],
  ])('stores a picture of %i×%i as %i×%i', async (width, height, ...[storedWidth, storedHeight]) => {
    const path = await fileOf(await picture(width, height).jpeg().toBuffer());
    const { image, size } = await redrawn(path, 'image/jpeg');
    expect(size).toEqual({ width: storedWidth, height: storedHeight });
    expect(await sharp(image).metadata()).toMatchObject(size);
  });

  it.each([
    [4000, 2000, 960, 480],
    [1000, 3840, 250, 960],
    [40, 20, 40, 20],
  ])('draws a picture of %i×%i as %i×%i for feeds', async (width, height, ...[feedWidth, feedHeight]) => {
    const exif = { IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '48/1 8/1 0/1' } };
    const path = await fileOf(await picture(width, height).withExif(exif).jpeg().toBuffer());
    const feed = await sharp((await redrawn(path, 'image/jpeg')).feed).metadata();
    expect(feed).toMatchObject({ format: 'webp', width: feedWidth, height: feedHeight });
    expect(feed.exif).toBeUndefined();
  });

  it('stores a JPEG with quality 100', async () => {
    const { image } = await redrawn(await fileOf(await picture().jpeg({ quality: 50 }).toBuffer()), 'image/jpeg');
    // A quantization table: marker, length, number, 64 divisors, which are all 1 at quality 100.
    const table = image.indexOf(Buffer.from([0xff, 0xdb])) + 5;
    expect([...image.subarray(table, table + 64)]).toEqual(Array.from({ length: 64 }, () => 1));
  });

  it('keeps an animation, and takes its first frame for the thumbnail', async () => {
    const { image, thumb, feed, size } = await redrawn(await animation(8, 2), 'image/gif');
    expect((await sharp(image, { animated: true }).metadata()).pages).toBe(2);
    expect([feed, size]).toEqual([undefined, { width: 8, height: 8 }]);
    expect((await sharp(thumb).metadata()).pages ?? 1).toBe(1);
  });

  it('keeps the first frame alone for a still picture', async () => {
    const { image } = await redrawn(await animation(8, 2), 'image/gif', true);
    expect((await sharp(image, { animated: true }).metadata()).pages ?? 1).toBe(1);
  });

  it('reads no format but those of uploads', async () => {
    const path = await fileOf('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');
    await expect(redrawn(path, 'image/png')).rejects.toMatchObject(invalid);
    await expect(redrawn(await fileOf(await picture().tiff().toBuffer()), 'image/png')).rejects.toMatchObject(invalid);
  });

  it.each(['webp', 'avif'] as const)('draws a picture of the format %s as JPEG on white', async (format) => {
    const clear = sharp({ create: { width: 400, height: 200, channels: 4, background: '#0000' } });
    const exif = { IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '48/1 8/1 0/1' } };
    const { image } = await redrawn(await fileOf(await clear.withExif(exif).toFormat(format).toBuffer()), 'image/jpeg');
    const { format: stored, width, exif: place } = await sharp(image).metadata();
    expect([stored, width, place]).toEqual(['jpeg', 400, undefined]);
    expect((await sharp(image).stats()).dominant.r).toBeGreaterThan(240);
  });

  it('refuses a truncated picture', async () => {
    const noise = sharp(randomBytes(300 * 300 * 3), { raw: { width: 300, height: 300, channels: 3 } });
    const whole = await noise.jpeg().toBuffer();
    const path = await fileOf(whole.subarray(0, whole.length / 2));
    await expect(redrawn(path, 'image/jpeg')).rejects.toMatchObject({ ...invalid, details: { reason: 'broken' } });
  });

  it('reduces a picture of 249 million pixels', async () => {
    const options = { limitInputPixels: false } as const;
    const create = { width: 20_000, height: 12_450, channels: 3, background: '#ff5b1f' } as const;
    const path = join(folder, randomBytes(8).toString('hex'));
    await sharp({ create, ...options })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toFile(path);
    expect((await redrawn(path, 'image/jpeg')).size).toEqual({ width: 1195, height: 1920 });
  }, 120_000);

  it('refuses a decompression bomb before it is unpacked', async () => {
    const path = await fileOf(pngOf(20_000, 12_501));
    const refused = { ...invalid, details: { reason: 'pixels' } };
    await expect(redrawn(path, 'image/png')).rejects.toMatchObject(refused);
  });

  it.each([
    ['20 million pixels in all frames', 1_500, 9],
    ['500 frames', 2, 501],
  ])('refuses an animation above %s', async (_, side, frames) => {
    await expect(redrawn(await animation(side, frames), 'image/gif')).rejects.toMatchObject({
      ...invalid,
      details: { reason: 'animation' },
    });
  });

  it('makes a thumbnail of 200×200', async () => {
    const { thumb } = await redrawn(await fileOf(await picture(640, 480).png().toBuffer()), 'image/png');
    expect(await sharp(thumb).metadata()).toMatchObject({ format: 'webp', width: 200, height: 200 });
  });

  it('leaves no temporary file behind', async () => {
    const path = await fileOf(await picture().png().toBuffer());
    await redrawn(path, 'image/png');
    expect((await readdir(folder)).filter((name) => name.includes('.'))).toEqual([]);
  });
});

describe(Incoming, () => {
  it('removes an upload after the work, after a failure, and after an interruption', async () => {
    const place = join(folder, 'incoming');
    const incoming = new Incoming(place);
    await incoming.receive(Readable.from(['x']), async (path) => expect(existsSync(path)).toBe(true));
    await expect(incoming.receive(Readable.from(['x']), () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    const broken = new Readable({
      read() {
        this.push('half');
        this.destroy(new Error('gone'));
      },
    });
    await expect(incoming.receive(broken, async () => undefined)).rejects.toThrow('gone');
    expect(await readdir(place)).toEqual([]);
  });
});

describe(rangeOf, () => {
  it.each<[string | undefined, ReturnType<typeof rangeOf>]>([
    [undefined, undefined],
    ['bytes=0-0', { start: 0, end: 0 }],
    ['bytes=90-', { start: 90, end: 99 }],
    ['bytes=-10', { start: 90, end: 99 }],
    ['bytes=90-500', { start: 90, end: 99 }],
    ['bytes=-500', { start: 0, end: 99 }],
    ['bytes=100-', 'unsatisfiable'],
    ['bytes=5-4', 'unsatisfiable'],
    ['bytes=-0', 'unsatisfiable'],
    ['bytes=0-1,5-6', undefined],
    ['lines=1-2', undefined],
    ['bytes=-', undefined],
  ])('reads %j of 100 bytes', (header, range) => expect(rangeOf(header, 100)).toEqual(range));
});
