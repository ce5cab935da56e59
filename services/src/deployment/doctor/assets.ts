import type { Deployment } from '@paddock/contract/core/deployment';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** A file of the deployments' assets folder. */
export interface Asset {
  bytes: number;
  /** The text, if it is UTF-8. */
  text: string | undefined;
  /** Absent for a file that is not a picture. */
  picture: AssetPicture | undefined;
}

export interface AssetPicture {
  /** As sharp calls it: `svg`, `png`, `jpeg`, … */
  format: string;
  width: number;
  height: number;
  /** Red, green, blue and alpha of each pixel of a small copy, 0 to 255. */
  pixels: readonly (readonly number[])[];
}

/** Pixels of the longer side of the small copy. */
const copySize = 64;

/** Reads the files that a deployment names; missing ones are not in the map. */
export async function readAssets(
  assetsDir: string,
  configs: Iterable<Deployment>,
): Promise<ReadonlyMap<string, Asset>> {
  const names = new Set([...configs].flatMap(namesIn));
  const assets = await Promise.all(
    [...names].map(async (name) => [name, await readAsset(join(assetsDir, name))] as const),
  );
  return new Map(assets.flatMap(([name, asset]) => (asset ? [[name, asset] as const] : [])));
}

function namesIn({ look, legal, flags, workplaces }: Deployment): string[] {
  const { logo, icon, splash_image, splash_image_dark } = look;
  const pictures = [logo, icon, splash_image, splash_image_dark, flags.home_tab.default_image];
  return [...pictures, ...workplaces.map(({ image_url }) => image_url), legal.terms, legal.privacy].flatMap(
    (name) => name ?? [],
  );
}

/** Far above the limit of any asset; a device or a pipe has no end. */
const maxBytes = 20 * 1024 ** 2;

async function readAsset(path: string): Promise<Asset | undefined> {
  const file = await stat(path).catch(() => undefined);
  if (!file?.isFile() || file.size > maxBytes) return undefined;
  const content = await readFile(path).catch(() => undefined);
  return content && { bytes: content.length, text: textOf(content), picture: await readPicture(content) };
}

function textOf(content: Buffer): string | undefined {
  try {
    return new TextDecoder('utf8', { fatal: true }).decode(content);
  } catch {
    return undefined;
  }
}

async function readPicture(content: Buffer): Promise<AssetPicture | undefined> {
  try {
    const { default: sharp } = await import('sharp');
    const { format, width, height } = await sharp(content).metadata();
    const copy = sharp(content).resize(copySize, copySize, { fit: 'inside' }).toColourspace('srgb').ensureAlpha();
    const data = await copy.raw().toBuffer();
    const pixels = Array.from({ length: data.length / 4 }, (_, at) => [...data.subarray(at * 4, at * 4 + 4)]);
    return { format, width, height, pixels };
  } catch {
    return undefined;
  }
}
