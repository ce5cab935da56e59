import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { ImageProcess, imageLimits, type ImageTask } from '../../../infrastructure/storage/images/image-process.js';
import { ImageQueue, type Sender } from '../../../infrastructure/storage/images/image-queue.js';

let folder: string;
const processes: ImageProcess[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'paddock-images-'));
  await sharp({ create: { width: 40, height: 20, channels: 3, background: '#ff5b1f' } })
    .png()
    .toFile(join(folder, 'car.png'));
});
afterEach(() => processes.splice(0).forEach((process) => process.stop()));
afterAll(() => rm(folder, { recursive: true }));

function processWith(maxMs?: number): ImageProcess {
  const process = new ImageProcess(maxMs);
  processes.push(process);
  return process;
}

let count = 0;
function task(fields: Partial<ImageTask> = {}): ImageTask {
  const target = join(folder, String(++count));
  const [image, feed, thumb] = [`${target}.image`, `${target}.feed`, `${target}.thumb`];
  return {
    path: join(folder, 'car.png'),
    type: 'image/png',
    isStill: true,
    limits: imageLimits,
    image,
    feed,
    thumb,
    ...fields,
  };
}

describe(ImageProcess, () => {
  it('kills a process that takes too long for a picture, and draws the next one in a new process', async () => {
    const images = processWith(1);
    await expect(images.draw(task())).rejects.toMatchObject({ code: 'INVALID_FILE' });
    const next = processWith();
    await next.draw(task());
    const { pid } = next;
    process.kill(pid!, 'SIGKILL');
    while (next.pid === pid) await new Promise((resolve) => setTimeout(resolve, 5));
    await next.draw(task());
    expect(next.pid).not.toBe(pid);
  });

  it('reports a process that is killed from outside as unavailable, not as a bad picture', async () => {
    const images = processWith();
    const drawn = images.draw(task());
    process.kill(images.pid!, 'SIGKILL');
    await expect(drawn).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  });

  it('survives signals to the process group', async () => {
    const images = processWith();
    await images.draw(task());
    const { pid } = images;
    process.kill(pid!, 'SIGTERM');
    await images.draw(task());
    expect(images.pid).toBe(pid);
  });
});

describe(ImageQueue, () => {
  const [ann, bob] = [{ member: 'ann' }, { member: 'bob' }];

  it('alternates between members, and draws strangers’ pictures last', async () => {
    const queue = new ImageQueue([processWith()]);
    const order: string[] = [];
    const sent: [string, Sender][] = [
      ['first', 'stranger'],
      ['stranger', 'stranger'],
      ['ann 1', ann],
      ['ann 2', ann],
      ['ann 3', ann],
      ['bob 1', bob],
    ];
    await Promise.all(sent.map(async ([name, from]) => order.push((await queue.draw(from, task()), name))));
    expect(order).toEqual(['first', 'ann 1', 'bob 1', 'ann 2', 'ann 3', 'stranger']);
  });

  it('draws one picture of a member at a time', async () => {
    const [one, other] = [processWith(), processWith()];
    const queue = new ImageQueue([one, other]);
    await Promise.all([queue.draw(ann, task()), queue.draw(ann, task())]);
    expect([one.pid, other.pid].filter((pid) => pid !== undefined)).toHaveLength(1);
    await Promise.all([queue.draw(ann, task()), queue.draw(bob, task())]);
    expect([one.pid, other.pid].filter((pid) => pid !== undefined)).toHaveLength(2);
  });

  it('refuses a sender with too many waiting pictures, and still takes those of others', async () => {
    const queue = new ImageQueue([processWith()]);
    const drawn = Promise.allSettled(Array.from({ length: 30 }, () => queue.draw('stranger', task())));
    await queue.draw(ann, task());
    const refused = (await drawn).filter(({ status }) => status === 'rejected');
    expect(refused).toHaveLength(9);
    expect(refused[0]).toMatchObject({ reason: { code: 'SERVICE_UNAVAILABLE' } });
  });

  it('refuses waiting pictures when it stops', async () => {
    const queue = new ImageQueue([processWith()]);
    const drawn = Promise.allSettled([ann, ann, bob].map((from) => queue.draw(from, task())));
    queue.stop();
    for (const outcome of await drawn)
      expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'SERVICE_UNAVAILABLE' } });
  });
});
