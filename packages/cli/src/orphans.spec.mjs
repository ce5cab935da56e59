import { readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { startChild } from './children.mjs';
import { endOrphans, noteChild } from './orphans.mjs';

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
  it('ends what was noted, and says so', async () => {
    noteChild(folder, child);
    const said = [];
    await endOrphans(folder, (sentence) => said.push(sentence));
    await child.closed;
    expect(child.process.signalCode).toBe('SIGTERM');
    expect(said).toEqual([
      `the database (process ${child.process.pid}) is left from a Paddock that was killed; waiting for its end.`,
    ]);
    expect(await readdir(folder)).toEqual([]);
  });

  it.each([
    ['start time', (line) => line.replace(/^(\S+ \d+) \d+/, '$1 12')],
    ['boot of the machine', (line) => line.replace(/^\S+/, '00000000-0000')],
    ['unknown start time', (line) => line.replace(/^(\S+ \d+) \d+/, '$1 ')],
  ])('leaves alone a process with the same id and another %s', async (_what, change) => {
    noteChild(folder, child);
    const file = join(folder, 'paddock.children');
    writeFileSync(file, change(readFileSync(file, 'utf8')));
    await endOrphans(folder, () => undefined);
    expect(isAlive()).toBe(true);
  });
});
