import { Blob } from 'node:buffer';
import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import sharp from 'sharp';
import { FormData, Pool } from 'undici';

/**
 * Strangers who upload one animated picture after the other: 5 MB of noise, the slowest content to encode. After a refusal they wait,
 * as a script does that wants its picture stored. Sends how many pictures were stored and refused.
 * @typedef {{ port: number, host: string, strangers: number, seconds: number }} Job
 */

const retryMs = 250;

process.on('message', async (/** @type {Job} */ job) => process.send?.(await uploaded(job)));
process.on('disconnect', () => process.exit(0));

/** @type {Blob | undefined} */
let made;
async function picture() {
  const side = 1000;
  const raw = /** @type {const} */ ({ width: side, height: side, channels: 3 });
  const frames = Array.from({ length: 5 }, () =>
    sharp(randomBytes(side * side * 3), { raw })
      .png()
      .toBuffer(),
  );
  const joined = sharp(await Promise.all(frames), { join: { animated: true } });
  return new Blob([new Uint8Array(await joined.gif({ effort: 1, dither: 0 }).toBuffer())]);
}

/** @param {Job} job */
async function uploaded({ port, host, strangers, seconds }) {
  const content = (made ??= await picture());
  const pool = new Pool(`http://127.0.0.1:${port}`, { connections: strangers });
  const counts = { stored: 0, refused: 0, megabytes: content.size / 1e6 };
  const end = performance.now() + seconds * 1000;
  const stranger = async () => {
    while (performance.now() < end) {
      const body = new FormData();
      body.append('file', content, 'me.gif');
      const reply = await pool.request({ method: 'POST', path: '/api/profile_images', headers: { host }, body });
      await reply.body.dump();
      if (reply.statusCode === 200) counts.stored++;
      else {
        counts.refused++;
        await wait(retryMs);
      }
    }
  };
  await Promise.all(Array.from({ length: strangers }, stranger));
  await pool.destroy();
  return counts;
}
