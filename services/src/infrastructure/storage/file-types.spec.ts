import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { safeFileName, detectFileType } from './file-types.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'paddock-types-'));
});
afterAll(() => rm(folder, { recursive: true }));

let count = 0;
async function fileOf(content: Buffer | string): Promise<string> {
  const path = join(folder, String((count += 1)));
  await writeFile(path, content);
  return path;
}

const picture = () => sharp({ create: { width: 40, height: 20, channels: 3, background: '#ff5b1f' } });
const html = '<!doctype html><script>alert(1)</script>';
const pdf = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n');
const heic = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypheic\0\0\0\0mif1heic'), Buffer.alloc(64)]);
const mp4 = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypisom\0\0\0\0isommp42'), Buffer.alloc(64)]);

describe(detectFileType, () => {
  it.each<[string, () => Promise<Buffer> | Buffer | string, string, string]>([
    ['car.png', () => picture().png().toBuffer(), 'car.png', 'image/png'],
    ['car.JPG', () => picture().jpeg().toBuffer(), 'car.JPG', 'image/jpeg'],
    ['car.jpeg', () => picture().jpeg().toBuffer(), 'car.jpeg', 'image/jpeg'],
    ['car.gif', () => picture().gif().toBuffer(), 'car.gif', 'image/gif'],
    // Pictures by their content, whatever they are called.
    ['car.png', () => picture().jpeg().toBuffer(), 'car.jpg', 'image/jpeg'],
    ['car.1.JPEG', () => picture().png().toBuffer(), 'car.1.png', 'image/png'],
    ['car.jpg', () => picture().gif().toBuffer(), 'car.gif', 'image/gif'],
    ['car.webp', () => picture().webp().toBuffer(), 'car.jpg', 'image/jpeg'],
    ['car.jpg', () => picture().webp().toBuffer(), 'car.jpg', 'image/jpeg'],
    ['car.avif', () => picture().avif().toBuffer(), 'car.jpg', 'image/jpeg'],
    ['car.heic', () => picture().avif().toBuffer(), 'car.jpg', 'image/jpeg'],
    ['car.webp', () => picture().png().toBuffer(), 'car.png', 'image/png'],
    ['rules.pdf', () => pdf, 'rules.pdf', 'application/pdf'],
    ['lap.mp4', () => mp4, 'lap.mp4', 'video/mp4'],
    ['lap.mov', () => mp4, 'lap.mov', 'video/quicktime'],
    ['page.html', () => html, 'page.html', 'application/octet-stream'],
    ['page.webp', () => html, 'page.webp', 'application/octet-stream'],
    ['drawing.svg', () => '<svg xmlns="http://www.w3.org/2000/svg"/>', 'drawing.svg', 'application/octet-stream'],
    ['README', () => 'text', 'README', 'application/octet-stream'],
    ['constructor', () => 'text', 'constructor', 'application/octet-stream'],
  ])('stores %s by content', async (given, content, name, type) => {
    expect(await detectFileType(given, await fileOf(await content()))).toEqual({ name, type });
  });

  it.each<[string, () => Promise<Buffer> | Buffer | string, string]>([
    ['page.png', () => html, 'content'],
    ['car.pdf', () => picture().png().toBuffer(), 'content'],
    ['rules.png', () => pdf, 'content'],
    ['empty.jpg', () => '', 'content'],
    ['car.heic', () => heic, 'undrawn'],
    ['car.jpg', () => heic, 'undrawn'],
  ])('refuses %s by its content, and says why', async (name, content, reason) => {
    const refused = { code: 'INVALID_FILE', details: { reason } };
    await expect(detectFileType(name, await fileOf(await content()))).rejects.toMatchObject(refused);
  });
});

describe(safeFileName, () => {
  it.each([
    ['../../etc/passwd', 'passwd'],
    ['..\\..\\boot.ini', 'boot.ini'],
    ['..', 'file'],
    ['', 'file'],
    ['lap\r\nset-cookie: a=1.png', 'lapset-cookie: a=1.png'],
    ['gpj.\u202Eexe.png', 'gpj.exe.png'],
    ['Größe 1.pdf', 'Größe 1.pdf'],
    [`${'x'.repeat(300)}.png`, `${'x'.repeat(136)}.png`],
  ])('makes %j into %j', (given, safe) => expect(safeFileName(given)).toBe(safe));
});
