import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { blankMetadata } from './blank-metadata.js';
import { canTranscode } from './transcoder.js';

/**
 * Two seconds of picture, sound and a track of positions, as action cameras write it; with a place in the user data (`©xyz`), or in
 * Apple's keys and `loci`. Made by ffmpeg.
 */
const videos = ['place-in-user-data.mov', 'place-in-keys.mov'];
const fixture = (name: string) => join(import.meta.dirname, '../../../../test/videos', name);
/** Texts and numbers that tell where it was: 48.1374 as 16.16 fixed point in `loci`. */
const secrets = ['48.137', '11.575', 'Secret garage', 'Apple', 'location', '\xa9xyz', 'loci', '\x00\x30\x23\x2c'];

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'paddock-metadata-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function blanked(content: Buffer, name = 'lap.mov'): Promise<Buffer> {
  const path = join(folder, 'video');
  await writeFile(path, content);
  await blankMetadata(name, path);
  return readFile(path);
}
const found = (content: Buffer) => secrets.filter((secret) => content.includes(Buffer.from(secret, 'latin1')));

function box(type: string, ...parts: (Buffer | string)[]): Buffer {
  const body = Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part)));
  const head = Buffer.from(`0000${type}`, 'latin1');
  head.writeUInt32BE(body.length + 8);
  return Buffer.concat([head, body]);
}

const track = (handler: string, ...others: Buffer[]) =>
  box('trak', box('mdia', box('hdlr', Buffer.alloc(8), handler, Buffer.alloc(12))), ...others);

describe(blankMetadata, () => {
  it.each(videos)('leaves no place in %s, and every byte of picture and sound', async (name) => {
    const content = await readFile(fixture(name));
    expect(found(content).length).toBeGreaterThan(3);
    const after = await blanked(content);
    expect(found(after)).toEqual([]);
    expect(after).toHaveLength(content.length);
    if (!canTranscode()) return;
    const path = join(folder, 'after.mov');
    await writeFile(path, after);
    const of = async (file: string, stream: string) =>
      (await promisify(execFile)('ffmpeg', ['-v', 'error', '-i', file, '-map', stream, '-f', 'md5', '-'])).stdout;
    for (const stream of ['0:v', '0:a']) expect(await of(path, stream)).toBe(await of(fixture(name), stream));
  });

  it('finds descriptions of the file, the film, a track and a fragment', async () => {
    const secret = box('uuid', 'GPS 48.137');
    const content = Buffer.concat([
      box('ftyp', 'isom'),
      box('free', 'loci'),
      box('moov', box('meta', '48.137'), track('vide', box('udta', '48.137'))),
      box('moof', secret, box('traf', box('meta', '48.137'))),
      box('mdat', 'picture'),
      secret,
    ]);
    const after = await blanked(content);
    expect(found(after)).toEqual([]);
    expect(after.includes('picture')).toBe(true);
  });

  it('reads long boxes, a last box without a size, and a file that was cut off', async () => {
    const long = Buffer.concat([
      Buffer.from([0, 0, 0, 1]),
      Buffer.from('moov'),
      Buffer.alloc(8),
      box('udta', '48.137'),
    ]);
    long.writeBigUInt64BE(BigInt(long.length), 8);
    const open = box('moov', box('udta', '48.137'));
    open.writeUInt32BE(0);
    const cut = box('moov', box('udta', '48.137', Buffer.alloc(50))).subarray(0, 40);
    for (const content of [long, open, cut]) expect(found(await blanked(content))).toEqual([]);
  });

  it('changes no other kind of file, and no length', async () => {
    const content = box('udta', '48.137');
    expect(await blanked(content, 'lap.bin')).toEqual(content);
    for (const strange of ['', 'xyz', 'no video at all', '\0\0\0\0\0\0\0\0', '\xff\xff\xff\xffmoov'])
      expect(await blanked(Buffer.from(strange, 'latin1'))).toHaveLength(strange.length);
  });

  it('leaves nothing beside the parts of a film, nor behind its last box', async () => {
    const film = [box('ftyp', 'isom'), box('moov', box('mvhd', 'times'), 'loci'), box('mdat', 'picture')];
    const wide = box('wide', '48.137');
    for (const other of [wide, box('pnot', '48.137'), box('JUNK', '48.137'), box('\xa9xyz', '11.575')]) {
      const after = await blanked(Buffer.concat([other, ...film, other]));
      expect(found(after)).toEqual([]);
      for (const kept of ['isom', 'times', 'picture']) expect(after.includes(kept)).toBe(true);
    }
    for (const tail of ['\0\0\0\0loci 48.137', 'loci', '\0\0\0\x01mdat']) {
      const after = await blanked(Buffer.concat([...film, Buffer.from(tail, 'latin1')]));
      expect(after.subarray(-tail.length)).toEqual(tail === 'loci' ? Buffer.alloc(4) : expect.anything());
      expect(found(after)).toEqual([]);
    }
  });

  it('refuses what it cannot search: a compressed index, and fragments of a track that is not played', async () => {
    const fragment = box('moof', box('traf', 'trun'));
    const refused = [
      [box('moov', box('cmov', 'x'))],
      [box('moov', track('vide'), track('meta')), fragment],
      [fragment, box('moov', track('meta'))],
    ];
    for (const boxes of refused)
      await expect(blanked(Buffer.concat(boxes))).rejects.toMatchObject({ code: 'INVALID_FILE' });
    await blanked(Buffer.concat([box('moov', track('vide'), track('soun')), fragment]));
    await blanked(box('moov', track('vide'), track('meta')));
  });

  it('refuses a file of endless boxes, and a track that names the same bytes again and again', async () => {
    await expect(blanked(Buffer.concat(Array.from({ length: 100_001 }, () => box('abcd'))))).rejects.toMatchObject({
      code: 'INVALID_FILE',
    });
    const numbers = (...values: number[]) => Buffer.from(new Uint32Array(values).buffer).swap32();
    const chunks = Array.from({ length: 100 }, () => 0);
    const stbl = box(
      'stbl',
      box('stco', numbers(0, chunks.length, ...chunks)),
      box('stsz', numbers(0, 60_000, chunks.length)),
      box('stsc', numbers(0, 1, 1, 1, 1)),
    );
    const hdlr = box('hdlr', numbers(0, 0), 'meta', Buffer.alloc(12));
    const track = box('moov', box('trak', box('mdia', hdlr, box('minf', stbl))));
    await expect(blanked(Buffer.concat([track, Buffer.alloc(100_000)]))).rejects.toMatchObject({
      code: 'INVALID_FILE',
    });
  });

  it('is done at once for the largest film', async () => {
    const content = await readFile(fixture(videos[0]!));
    const large = Buffer.concat([
      box('ftyp', 'isom'),
      box('mdat', Buffer.alloc(180_000_000)),
      content.subarray(28 + 5764),
    ]);
    const before = process.cpuUsage();
    const after = await blanked(large);
    const { user, system } = process.cpuUsage(before);
    expect(after.includes('Secret garage')).toBe(false);
    expect((user + system) / 1000).toBeLessThan(10_000);
  });
});
