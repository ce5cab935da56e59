import sharp, { type Sharp } from 'sharp';
import type { ImageType } from './file-types.js';

/** Pixels of all frames together; a larger one is a decompression bomb or of no use here. */
const mostPixels = 60_000_000;
const mostSeconds = 20;
const thumbSide = 200;
const thumbQuality = 80;
export const thumbType = 'image/webp';

// One thread an image: the members of one machine share its cores.
sharp.concurrency(1);
sharp.cache(false);

/**
 * An image drawn anew: turned as its camera held it, and without anything else that stood in the file (location, camera,
 * comments, appended content). Reading it fails for a broken, truncated or too large image.
 */
export function redrawn(path: string, type: ImageType): Sharp {
  const image = open(path, type === 'image/gif').autoOrient();
  if (type === 'image/jpeg') return image.jpeg({ quality: 90, mozjpeg: false });
  return type === 'image/png' ? image.png() : image.gif();
}

/** 200×200 from the middle of the image's first frame. */
export function thumbnail(path: string): Sharp {
  return open(path, false).autoOrient().resize(thumbSide, thumbSide, { fit: 'cover' }).webp({ quality: thumbQuality });
}

function open(path: string, animated: boolean): Sharp {
  return sharp(path, { animated, limitInputPixels: mostPixels, failOn: 'truncated' }).timeout({ seconds: mostSeconds });
}
