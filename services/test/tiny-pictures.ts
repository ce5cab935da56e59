import { readdir, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import sharp from 'sharp';

const formats = { '.jpg': 'jpeg', '.png': 'png' } as const;

/** Replaces each picture below a folder by a tiny one: a fill of the demo decodes them all, and few tests look at them. */
export async function makePicturesTiny(folder: string): Promise<void> {
  const blank = sharp({ create: { width: 9, height: 9, channels: 3, background: '#fff' } });
  for (const name of await readdir(folder, { recursive: true })) {
    const format = formats[extname(name) as keyof typeof formats];
    if (format) await writeFile(join(folder, name), await blank.clone().toFormat(format).toBuffer());
  }
}
