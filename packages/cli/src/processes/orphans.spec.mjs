import { readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { startChild } from './children.mjs';
import { endOrphans, recordChild } from './orphans.mjs';

let folder;
let child;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'paddock-orphans-'));
  child = startChild('the database', 'sleep', ['100'], { stdio: 'ignore' });
});
afterEach(async () => {
  await child.stop();
  await rm(folder, { recursive: true });
});
const isAlive = () => child.process.exitCode === null && child.process.signalCode === null;

describe('endOrphans', () => {
  it('ends recorded processes, and reports them', async () => {
    recordChild(folder, child);
    const reported = [];
    await endOrphans(folder, (sentence) => reported.push(sentence));
    await child.closed;
    expect(child.process.signalCode).toBe('SIGTERM');
    expect(reported).toEqual([
      `the database (process ${child.process.pid}) was left by a killed Paddock; waiting for it to end.`,
    ]);
    expect(await readdir(folder)).toEqual([]);
  });

  it.each([
    ['start time', (line) => line.replace(/^(\S+ \d+) \d+/, '$1 12')],
    ['boot of the machine', (line) => line.replace(/^\S+/, '00000000-0000')],
    ['start time, which is unknown', (line) => line.replace(/^(\S+ \d+) \d+/, '$1 ')],
  ])('does not end a process with the same id and another %s', async (_what, change) => {
    recordChild(folder, child);
    const file = join(folder, 'paddock.children');
    writeFileSync(file, change(readFileSync(file, 'utf8')));
    await endOrphans(folder, () => undefined);
    expect(isAlive()).toBe(true);
  });
});
