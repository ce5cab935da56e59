import { readFile } from 'node:fs/promises';
import { describe, expect, it } from '@jest/globals';
import { firstLine, startChild } from './children.mjs';

const shell = (script) => startChild('the child', 'sh', ['-c', script], { stdio: ['ignore', 'pipe', 'pipe'] });
/** A process whose parent has not reaped it yet is still listed, as a zombie. */
const runs = async (pid) => !/\) Z |^$/.test(await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => ''));

describe('startChild', () => {
  it('stops a child with its descendants, even if they ignore SIGTERM', async () => {
    const child = shell("(trap '' TERM; while :; do sleep 0.1; done) & echo $!; wait");
    const grandchild = Number(await firstLine(child));
    expect(await runs(grandchild)).toBe(true);
    await child.stop();
    await child.closed;
    expect(await runs(grandchild)).toBe(false);
  });

  it('names an ended child and its exit code', async () =>
    expect(await shell('exit 3').ended).toBe('the child ended unexpectedly (exit code 3)'));

  it('names a missing command', async () => {
    const child = startChild('the child', '/no/such/command', [], {});
    expect(await child.ended).toMatch(/^the child could not be started \(spawn \/no\/such\/command ENOENT\)$/);
    await child.closed;
  });
});

describe('firstLine', () => {
  it('rejects when the child ends without printing a line', async () =>
    await expect(firstLine(shell('exit 0'))).rejects.toThrow('the child ended unexpectedly (exit code 0)'));
});
