import { describe, expect, it } from '@jest/globals';
import { HashQueue } from './hash-queue.js';

/** A job that the test ends. */
function held() {
  const ends: ((failure?: Error) => void)[] = [];
  const work = () =>
    new Promise<void>((resolve, reject) => ends.push((failure) => (failure ? reject(failure) : resolve())));
  return { ends, work };
}
const settled = () => new Promise((resolve) => setImmediate(resolve));

describe(HashQueue, () => {
  it('runs jobs in order and within its concurrency', async () => {
    const queue = new HashQueue(2, 10);
    const { ends, work } = held();
    const done: number[] = [];
    const all = [0, 1, 2, 3].map((index) => queue.run(work).then(() => done.push(index)));
    await settled();
    expect(ends).toHaveLength(2);
    ends[1]!();
    await settled();
    expect([ends.length, done]).toEqual([3, [1]]);
    ends[0]!();
    await settled();
    ends[2]!();
    ends[3]!();
    await Promise.all(all);
    expect(done).toEqual([1, 0, 2, 3]);
  });

  it('refuses jobs beyond its bound and accepts more once there is room', async () => {
    const queue = new HashQueue(1, 2);
    const { ends, work } = held();
    const all = [0, 1, 2].map(() => queue.run(work));
    await expect(queue.run(work)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    for (let index = 0; index < 3; index++) {
      ends[index]!();
      await settled();
    }
    await Promise.all(all);
    const again = queue.run(work);
    await settled();
    expect(ends).toHaveLength(4);
    ends[3]!();
    await again;
  });

  it('continues after a failed job', async () => {
    const queue = new HashQueue(1, 10);
    const { ends, work } = held();
    const [first, second] = [queue.run(work), queue.run(work)];
    await settled();
    ends[0]!(new Error('no memory'));
    await expect(first).rejects.toThrow('no memory');
    await settled();
    expect(ends).toHaveLength(2);
    ends[1]!();
    await second;
  });
});
