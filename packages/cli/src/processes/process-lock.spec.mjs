import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { takeProcessLock, withProcessLock } from './process-lock.mjs';

let folder;
let file;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'paddock-lock-'));
  file = join(folder, 'data', 'lock');
});
afterEach(() => rm(folder, { recursive: true }));

describe('takeProcessLock', () => {
  it('names the process that holds it', async () => {
    await takeProcessLock(file);
    expect(await takeProcessLock(file)).toEqual({ heldBy: process.pid });
  });

  it('can be taken again after its release', async () => {
    await (await takeProcessLock(file)).release();
    expect(await takeProcessLock(file)).toHaveProperty('release');
  });

  it.each([
    ['a process that is gone', '4194303 12'],
    ['another process that had this id', `${process.pid} 12`],
    ['a crash before its first byte', ''],
  ])('takes over a lock left by %s', async (_whose, text) => {
    await (await takeProcessLock(file)).release();
    await writeFile(file, text);
    expect(await takeProcessLock(file)).toHaveProperty('release');
    expect(await readFile(file, 'utf8')).toMatch(new RegExp(`^${process.pid} `));
  });
});

describe('withProcessLock', () => {
  it('runs one task after the other', async () => {
    const order = [];
    const work = (name) => async () => {
      order.push(`${name} begins`);
      await new Promise((resolve) => setTimeout(resolve, 50));
      order.push(`${name} ends`);
    };
    await Promise.all([withProcessLock(file, work('a')), withProcessLock(file, work('b'))]);
    expect(order).toHaveLength(4);
    expect(order[0].slice(0, 1)).toBe(order[1].slice(0, 1));
    expect(order[2].slice(0, 1)).toBe(order[3].slice(0, 1));
  });
});
