import { mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { inTurn } from './in-turn.mjs';
import { addToLog, readLog } from './registry-log.mjs';

/** @type {string} */
let moduleDir;
beforeEach(async () => {
  moduleDir = await mkdtemp(join(tmpdir(), 'paddock-turn-'));
});
afterEach(() => rm(moduleDir, { recursive: true }));

describe(inTurn, () => {
  it('refuses a command whose turn another process took meanwhile, and goes on', async () => {
    const losesTurn = async () => {
      // As after a sleep of the machine: another process took the lock over, and has renewed it.
      const later = new Date(Date.now() + 60_000);
      await utimes(join(moduleDir, '.channels.lock'), later, later);
      await new Promise((renewed) => setTimeout(renewed, 1500));
    };
    await expect(inTurn(moduleDir, losesTurn, 2000)).rejects.toThrow(/^Another command may have moved channels/);
  });

  it('gives the turn back after work that failed', async () => {
    const fail = () => Promise.reject(new Error('no space'));
    await expect(inTurn(moduleDir, fail)).rejects.toThrow('no space');
    await inTurn(moduleDir, () => Promise.resolve());
  });
});

describe(addToLog, () => {
  it('keeps an entry after one that a killed command left incomplete', async () => {
    await addToLog(moduleDir, { version: '1.0.0', channel: 'stable' });
    const file = join(moduleDir, 'log.jsonl');
    await writeFile(file, `${await readFile(file, 'utf8')}{"at":"2026-`);
    await addToLog(moduleDir, { version: '2.0.0', channel: 'stable', before: '1.0.0', recall: true });
    expect((await readLog(moduleDir)).map(({ version }) => version)).toEqual(['1.0.0', '2.0.0']);
  });
});
