import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';

/** A file that an attacker uploads. */
export interface HostileFile {
  name: string;
  content: Buffer;
  /**
   * `refused`: its content is not what its name says, or too much work. `download`: stored, and never shown in a page.
   * `harmless`: stored as a picture that is drawn again. Without one any of these is right.
   */
  outcome?: 'refused' | 'download' | 'harmless';
}

/** Text that no stored picture may contain. */
export const marker = 'PADDOCK-HOSTILE-PAYLOAD';
const script = `<script>alert('${marker}')</script>`;
const shown = ['gif', 'png', 'jpg', 'jpeg', 'pdf', 'mp4', 'mov'];
const unshown = ['html', 'svg', 'js', 'exe', 'php', 'xhtml', 'mht', 'docx', 'zip', 'webp'];

const texts: Buffer[] = [
  `<!doctype html>${script}`,
  `\uFEFF<html><body onload="alert('${marker}')">`,
  `<?php system('${marker}'); ?>`,
  `<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg">${script}</svg>`,
  `<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "bbbb"><!ENTITY c "&b;&b;&b;&b;">]><svg xmlns="http://www.w3.org/2000/svg">&c;</svg>`,
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"><image xlink:href="file:///etc/passwd"/></svg>`,
  `#!/bin/sh\necho ${marker}`,
  `#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd\n#EXT-X-ENDLIST`,
  `ffconcat version 1.0\nfile /etc/passwd`,
  `push graphic-context\nviewbox 0 0 9 9\nimage over 0,0 0,0 'https://127.0.0.1/${marker}'`,
].map((text) => Buffer.from(text));

const zip = Buffer.concat([
  Buffer.from('504b0304140000000800', 'hex'),
  Buffer.alloc(20),
  deflateSync(Buffer.alloc(9_000_000)),
]);
const programs = [
  Buffer.concat([Buffer.from('MZ'), Buffer.alloc(200)]),
  Buffer.concat([Buffer.from([0x7f]), Buffer.from('ELF'), Buffer.alloc(200)]),
  Buffer.concat([Buffer.from('0061736d01000000', 'hex'), Buffer.alloc(50)]),
  zip,
  Buffer.alloc(0),
  Buffer.alloc(5000),
];

/** The same files in each run. */
function* numbers(seed: number): Generator<number, never> {
  for (let state = seed; ;) {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    yield state;
  }
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}
const pngStart = Buffer.from('89504e470d0a1a0a', 'hex');

/** A PNG of these pixels by its header; only `rows` rows of data follow. */
export function pngOf(
  width: number,
  height: number,
  { rows = 1, before = [] }: { rows?: number; before?: Buffer[] } = {},
): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 0, 0, 0, 0], 8);
  const data = deflateSync(Buffer.alloc(rows * (Math.min(width, 100_000) + 1)));
  return Buffer.concat([
    pngStart,
    chunk('IHDR', header),
    ...before,
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** A GIF of these pixels with this many frames of one pixel. */
function gifOf(width: number, height: number, frames: number): Buffer {
  const screen = Buffer.from('GIF89a\0\0\0\0\x80\0\0\0\0\0\xff\xff\xff', 'latin1');
  screen.writeUInt16LE(width, 6);
  screen.writeUInt16LE(height, 8);
  const frame = Buffer.from('21f90400010000002c000000000100010000020244010 0'.replace(' ', ''), 'hex');
  return Buffer.concat([screen, ...Array.from({ length: frames }, () => frame), Buffer.from(';')]);
}

/** A JPEG segment. */
function segment(kind: number, data: Buffer): Buffer {
  const head = Buffer.from([0xff, kind, 0, 0]);
  head.writeUInt16BE(Math.min(65_535, data.length + 2), 2);
  return Buffer.concat([head, data]);
}

async function pictures() {
  const picture = sharp({
    create: {
      width: 60,
      height: 40,
      channels: 3,
      background: '#ff5b1f',
      noise: { type: 'gaussian', mean: 90, sigma: 40 },
    },
  });
  const [png, jpg, gif, webp] = await Promise.all([
    picture.clone().png().toBuffer(),
    picture.clone().jpeg().toBuffer(),
    picture.clone().gif().toBuffer(),
    picture.clone().webp().toBuffer(),
  ]);
  return { png, jpg, gif, webp };
}

/** More than 500 files, the same in each run. */
export async function hostileFiles(): Promise<HostileFile[]> {
  const { webp, ...drawn } = await pictures();
  const kinds = Object.entries(drawn);
  const files: HostileFile[] = [];
  const add = (name: string, content: Buffer, outcome?: HostileFile['outcome']) =>
    files.push({ name, content, ...(outcome && { outcome }) });

  const isPicture = (extension: string) => ['gif', 'png', 'jpg', 'jpeg', 'webp'].includes(extension);
  for (const content of [...texts, ...programs]) {
    for (const extension of shown) add(`car.${extension}`, content, 'refused');
    for (const extension of unshown) add(`car.${extension}`, content, 'download');
  }
  // A picture is stored by its content, unless its name says that it is none.
  for (const content of [webp, drawn.png, drawn.jpg, drawn.gif]) {
    for (const extension of shown) add(`car.${extension}`, content, isPicture(extension) ? 'harmless' : 'refused');
    for (const extension of unshown) add(`car.${extension}`, content, isPicture(extension) ? 'harmless' : 'download');
  }

  for (const [kind, content] of kinds) {
    for (let part = 1; part <= 12; part++)
      add(`cut.${kind}`, content.subarray(0, Math.floor((content.length * part) / 13)));
    // Polyglots: a picture, and something else behind it.
    for (const tail of [...texts, zip]) add(`both.${kind}`, Buffer.concat([content, tail]), 'harmless');
    const random = numbers(7);
    for (let count = 0; count < 16; count++) {
      const broken = Buffer.from(content);
      for (let flips = 0; flips < 12; flips++)
        broken[10 + (random.next().value % (broken.length - 10))] = random.next().value % 256;
      add(`broken.${kind}`, broken);
    }
  }

  for (const [width, height] of [
    [20_000, 20_000],
    [100_000, 100_000],
    [65_535, 65_535],
    [2_147_483_647, 2_147_483_647],
    [60_000_001, 1],
    [8000, 8000],
  ] as const)
    add('bomb.png', pngOf(width, height), 'refused');
  add('wide.png', pngOf(20_000, 1), 'harmless');
  for (const rows of [0, 2, 9000]) add('rows.png', pngOf(9, 9, { rows }));
  for (const length of [1_000_000, 50_000_000]) {
    const bomb = deflateSync(Buffer.alloc(length, 'a'));
    add(
      'text-bomb.png',
      pngOf(4, 4, { rows: 4, before: [chunk('zTXt', Buffer.concat([Buffer.from('Comment\0\0'), bomb]))] }),
    );
    add(
      'profile-bomb.png',
      pngOf(4, 4, { rows: 4, before: [chunk('iCCP', Buffer.concat([Buffer.from('icc\0\0'), bomb]))] }),
    );
  }
  for (const frames of [501, 10_000]) add('frames.gif', gifOf(1, 1, frames), 'refused');
  // The reader takes such a screen for an error and keeps the frames' one pixel.
  for (const side of [5000, 60_000, 65_535]) add('screen.gif', gifOf(side, side, 2));

  const [start, rest] = [drawn.jpg.subarray(0, 2), drawn.jpg.subarray(2)];
  const size = rest.indexOf(Buffer.from([0xff, 0xc0]));
  const vast = Buffer.from(rest);
  vast.writeUInt16BE(65_500, size + 5);
  vast.writeUInt16BE(65_500, size + 7);
  add('vast.jpg', Buffer.concat([start, vast]), 'refused');
  for (const count of [1, 40, 100]) {
    const exif = segment(0xe1, Buffer.concat([Buffer.from('Exif\0\0'), Buffer.alloc(60_000, marker)]));
    add('exif.jpg', Buffer.concat([start, ...Array.from({ length: count }, () => exif), rest]), 'harmless');
  }
  for (const kind of [0xfe, 0xe0, 0xe2, 0xed])
    add('comment.jpg', Buffer.concat([start, segment(kind, Buffer.from(script)), rest]));
  for (let orientation = 0; orientation < 12; orientation++) {
    const tiff = Buffer.from('4d4d002a0000000800010112000300000001000000000000', 'hex');
    tiff.writeUInt8(orientation * 20, 19);
    add('turned.jpg', Buffer.concat([start, segment(0xe1, Buffer.concat([Buffer.from('Exif\0\0'), tiff])), rest]));
  }

  // Films by their first bytes alone: they stay downloads.
  for (const brand of ['isom', 'mp42', 'qt  '])
    for (const tail of [texts[7]!, texts[8]!, Buffer.alloc(64, 0xff)])
      add(
        `film.${brand === 'qt  ' ? 'mov' : 'mp4'}`,
        Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from(`ftyp${brand}\0\0\0\0isommp42`), tail]),
        'download',
      );

  const names = [
    '../../../etc/passwd.png',
    '..\\..\\boot.png',
    '/etc/cron.d/x.png',
    'a\0b.png',
    'a\r\nset-cookie: b=c.png',
    '\u202Egnp.exe.png',
    'gpj\u202E.png',
    '\u200B\u2066x.png',
    '.png',
    '...png',
    '.htaccess',
    'con.png',
    `${'x'.repeat(5000)}.png`,
    `${'é'.repeat(300)}.png`,
    '"><img src=x onerror=alert(1)>.png',
    "';drop table files;--.png",
    '%2e%2e%2fa.png',
    '${7*7}.png',
    '`id`.png',
    'a;b|c&d.png',
    '🏁'.repeat(100) + '.png',
    '\u0000\u0001\u001F.png',
    'a'.repeat(139) + '.png.png',
    ' .png ',
    'x.PNG',
    'x.png\n',
    'x.\u0440ng',
    'x.png:stream',
    'x.png/..',
    '\uD800.png',
  ];
  for (const name of names) add(name, drawn.png);
  return files;
}
