import { readFile } from 'node:fs/promises';
import { describe, expect, it } from '@jest/globals';
import { firstLine, startChild } from './children.mjs';

const shell = (script) => startChild('the child', 'sh', ['-c', script], { stdio: ['ignore', 'pipe', 'pipe'] });
/** A process that nobody has waited for yet is still listed, as a zombie. */
const runs = async (pid) => !/\) Z |^$/.test(await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => ''));

describe('startChild', () => {
  it('ends a child with what it started, also what ignores SIGTERM', async () => {
    const child = shell("(trap '' TERM; while :; do sleep 0.1; done) & echo $!; wait");
    const grandchild = Number(await firstLine(child));
    expect(await runs(grandchild)).toBe(true);
    await child.stop();
    await child.closed;
    expect(await runs(grandchild)).toBe(false);
  });

  it('names a child that ended, and how', async () =>
    expect(await shell('exit 3').ended).toBe('the child ended by itself (exit code 3)'));

  it('names a command that is not there', async () => {
    const child = startChild('the child', '/no/such/command', [], {});
    expect(await child.ended).toMatch(/^the child could not be started \(spawn \/no\/such\/command ENOENT\)$/);
    await child.closed;
  });
});

describe('firstLine', () => {
  it('fails when the child ends without one', async () =>
    await expect(firstLine(shell('exit 0'))).rejects.toThrow('the child ended by itself (exit code 0)'));
});
