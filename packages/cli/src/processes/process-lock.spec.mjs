import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { identity, takeProcessLock, withProcessLock } from './process-lock.mjs';

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

describe('identity', () => {
  const stat = (pid, state, start) =>
    `${pid} (a (name)) ${state} ${Array.from({ length: 18 }).fill(0).join(' ')} ${start} 0 0\n`;

  async function list(states) {
    for (const [index, state] of states.entries()) {
      const task = join(folder, '7', 'task', String(7 + index));
      await mkdir(task, { recursive: true });
      await writeFile(join(task, 'stat'), stat(7 + index, state, 900 + index));
    }
    await writeFile(join(folder, '7', 'stat'), stat(7, states[0], 900));
  }

  it.each([
    ['of a running process has its start', ['S', 'S'], '7 900'],
    ['of a zombie has none', ['Z'], '7 '],
    ['of a process whose other threads still hold its ports has its start', ['Z', 'D'], '7 900'],
    ['of a process whose threads have all ended has none', ['Z', 'X'], '7 '],
  ])('%s', async (_title, states, expected) => {
    await list(states);
    expect(identity(7, folder)).toBe(expected);
  });

  it('of an unknown process has no start', () => expect(identity(8, folder)).toBe('8 '));
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
