import { existsSync, readdirSync } from 'node:fs';
import { setPriority } from 'node:os';
import process from 'node:process';
import timers from 'node:timers';

/**
 * The process that decodes and encodes pictures, started by `image-process.ts`. A decoder that is slow, greedy or broken
 * costs one picture and no request: it has a low priority, its own threads and its own memory.
 *
 * @typedef {import('./image-process.js').ImageTask} ImageTask
 */

/** A tenth of the share of a request's process; the lowest, 19, starves on a busy machine. */
const lowPriority = 10;
lowerPriority();
// Threads that sharp starts inherit the priority.
const { default: sharp } = await import('sharp');
sharp.concurrency(1);
sharp.cache(false);
// Blocks sharp's decoders for formats that are not accepted: their faults cannot be exploited.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Nsgif', 'Webp', 'Heif'].map((format) => `VipsForeignLoad${format}File`),
});

/** A progressive picture of the largest size needs 950 MB. */
const maxMemory = 1_200_000_000;
/** Time on a core, not on the clock: on a busy machine a good picture waits long. */
const maxCpuMs = 30_000;
const maxSide = 1920;
const feedSide = 960;
const thumbSide = 200;

// The parent decides when this process ends; a signal to the whole process group must not break off a picture.
process.on('SIGTERM', () => {});
process.on('SIGINT', () => {});
process.on('disconnect', () => process.exit());
let usedBefore = process.cpuUsage();
process.on('message', (/** @type {ImageTask} */ task) => {
  usedBefore = process.cpuUsage();
  draw(task).then(
    (drawn) => process.send?.({ drawn }),
    (/** @type {unknown} */ error) => process.send?.({ refused: error instanceof TooLarge ? error.reason : 'broken' }),
  );
});
// sharp works on other threads, so this timer runs while a picture is decoded.
timers.setInterval(() => {
  const { user, system } = process.cpuUsage(usedBefore);
  if (process.memoryUsage.rss() > maxMemory || user + system > maxCpuMs * 1000) process.exit(1);
}, 100);

/** A picture above the limits. */
class TooLarge extends Error {
  /** @param {'animation' | 'pixels'} reason */
  constructor(reason) {
    super(reason);
    this.reason = reason;
  }
}

/** Linux keeps a priority for each thread, and Node has started some already. */
function lowerPriority() {
  setPriority(lowPriority);
  const threads = '/proc/self/task';
  if (existsSync(threads)) for (const id of readdirSync(threads)) setPriority(Number(id), lowPriority);
}

/**
 * @param {ImageTask} task
 * @returns {Promise<import('./image-process.js').Drawn>}
 */
async function draw({ path, type, isStill, limits, image, feed, thumb }) {
  const keepsFrames = type === 'image/gif' && !isStill;
  const frames = await checkSize(path, keepsFrames, limits);
  const isAnimated = keepsFrames && frames > 1;
  // Formats that can be are decoded at the size that is needed.
  const options = { limitInputPixels: limits.pixels, failOn: /** @type {const} */ ('truncated') };
  // sharp writes no metadata unless asked to: location, camera and comments are dropped.
  const whole = within(maxSide, sharp(path, { ...options, animated: isAnimated }));
  const encoded =
    type === 'image/jpeg'
      ? whole.flatten({ background: '#fff' }).jpeg({ quality: 100, mozjpeg: false })
      : type === 'image/png'
        ? whole.png()
        : whole.gif({ effort: 3 });
  const { width, height, pageHeight = height } = await encoded.toFile(image);
  // The smaller pictures are made of the reduced one: the upload is decoded once.
  await sharp(image).resize(thumbSide, thumbSide, { fit: 'cover' }).webp({ quality: 80 }).toFile(thumb);
  // A feed shows an animation itself.
  if (!isAnimated) await within(feedSide, sharp(image)).webp({ quality: 80 }).toFile(feed);
  return { width, height: pageHeight, hasFeed: !isAnimated };
}

/**
 * @param {number} side
 * @param {import('sharp').Sharp} picture
 */
function within(side, picture) {
  return picture.autoOrient().resize(side, side, { fit: 'inside', withoutEnlargement: true });
}

/**
 * Reads the header alone; nothing is decoded yet. Returns the number of frames.
 *
 * @param {string} path
 * @param {boolean} isAnimated
 * @param {ImageTask['limits']} limits
 */
async function checkSize(path, isAnimated, limits) {
  const {
    width,
    height,
    pages = 1,
    pageHeight = height,
  } = await sharp(path, {
    pages: isAnimated ? -1 : 1,
    limitInputPixels: false,
  }).metadata();
  const pixels = width * pageHeight * pages;
  if (pages > 1 && (pages > limits.frames || pixels > limits.animatedPixels)) throw new TooLarge('animation');
  if (pixels > limits.pixels) throw new TooLarge('pixels');
  return pages;
}
