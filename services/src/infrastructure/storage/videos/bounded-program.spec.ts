import { describe, expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { type Bounds, runBounded } from './bounded-program.js';

const signal = new AbortController().signal;
const bounds: Bounds = { maxMs: 20_000, maxMemory: 3_000_000, signal };

/** Whether a process with this argument runs. */
const runs = async (argument: string) => {
  const { stdout } = await promisify(execFile)('ps', ['-e', '-o', 'args']);
  return stdout.split('\n').some((line) => line.trim() === `sleep ${argument}`);
};

async function ends(argument: string): Promise<boolean> {
  for (let tries = 0; tries < 100 && (await runs(argument)); tries++) await new Promise((done) => setTimeout(done, 20));
  return !(await runs(argument));
}

describe(runBounded, () => {
  it('returns the output, without our environment', async () => {
    process.env['PADDOCK_TEST_SECRET'] = 's3cret';
    const printed = await runBounded('env', [], bounds);
    delete process.env['PADDOCK_TEST_SECRET'];
    expect(printed).toContain('PATH=');
    expect(printed).not.toContain('s3cret');
  });

  it('has a low priority', async () => {
    expect((await runBounded('nice', [], bounds)).trim()).toBe('15');
  });

  it('reports a failure with what the program said', async () => {
    await expect(runBounded('sh', ['-c', 'echo broken >&2; exit 3'], bounds)).rejects.toThrow('ended with 3: broken');
  });

  it('keeps no more than the beginning of an endless complaint', async () => {
    let most = 0;
    const before = process.memoryUsage().heapUsed;
    const sampling = setInterval(() => (most = Math.max(most, process.memoryUsage().heapUsed - before)), 5);
    const complains = ['-c', 'head -c 60000000 /dev/zero | tr "\\0" x >&2; exit 3'];
    await expect(runBounded('sh', complains, bounds)).rejects.toThrow(/^sh ended with 3: x{500}$/);
    clearInterval(sampling);
    expect(most).toBeLessThan(40_000_000);
  });

  it('kills the program at the time limit', async () => {
    await expect(runBounded('sleep', ['61.71'], { ...bounds, maxMs: 300 })).rejects.toThrow('ended with 137');
    expect(await ends('61.71')).toBe(true);
  });

  it('kills the program on an abort', async () => {
    const abort = new AbortController();
    const run = runBounded('sleep', ['61.72'], { ...bounds, signal: abort.signal });
    setTimeout(() => abort.abort(), 300);
    await expect(run).rejects.toThrow('aborted');
    expect(await ends('61.72')).toBe(true);
  });

  it('limits the memory', async () => {
    const greedy = ['-c', 'x=$(head -c 300000000 /dev/zero | tr "\\0" x); echo ${#x}'];
    await expect(runBounded('sh', greedy, { ...bounds, maxMemory: 100_000 })).rejects.toThrow('ended with');
  });
});
