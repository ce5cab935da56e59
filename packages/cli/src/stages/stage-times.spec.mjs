import { describe, expect, it } from '@jest/globals';
import { childSeconds, measureCpu, pieceOfWork } from './cpu-time.mjs';
import { runTool } from './run-tool.mjs';
import { growth, judgeTimes, slowestFiles } from './stage-times.mjs';

const stored = { work: 0.1, stages: { lint: { cpu: 40, wall: 25 }, sizes: { cpu: 0.2, wall: 0.2 } } };
const lint = (/** @type {number} */ cpu) => ({ name: 'lint', cpu, wall: 30, ok: true });

describe('growth', () => {
  it('compares the CPU time with the stored one', () => expect(growth(lint(60), stored, 0.1)).toBeCloseTo(1.5));

  it('allows a machine on which the same work takes longer as much more', () =>
    expect(growth(lint(80), stored, 0.2)).toBeCloseTo(1));

  it('is undefined for a stage without a stored time, and for one of a few seconds', () => {
    expect(growth({ ...lint(60), name: 'new' }, stored, 0.1)).toBeUndefined();
    expect(growth({ ...lint(1), name: 'sizes' }, stored, 0.1)).toBeUndefined();
  });

  it('sees a short stage that has become a long one', () =>
    expect(growth({ ...lint(8), name: 'sizes' }, stored, 0.1)).toBeGreaterThan(3));
});

describe('judgeTimes', () => {
  it('says nothing up to 1.3 times, warns above, and fails above four times', () => {
    expect(judgeTimes([lint(51)], stored, 0.1)).toMatchObject({ warnings: [], failures: [] });
    expect(judgeTimes([lint(159)], stored, 0.1)).toMatchObject({
      warnings: ['lint took 4.0 times its stored CPU time (159 s after 40 s)'],
      failures: [],
    });
    expect(judgeTimes([lint(200)], stored, 0.1)).toMatchObject({
      warnings: [],
      failures: [{ title: 'lint', error: expect.stringContaining('5.0 times') }],
    });
  });

  it('lists every stage', () =>
    expect(judgeTimes([lint(60)], stored, 0.1).lines[0]).toMatch(/lint +30 s +60 s of CPU +1\.50 of stored/));
});

describe('slowestFiles', () => {
  it('lists ten files, the slowest first', () => {
    const files = Array.from({ length: 12 }, (_, index) => ({ file: `/${index}.spec.ts`, seconds: index }));
    expect(slowestFiles(files)).toHaveLength(10);
    expect(slowestFiles(files)[0]).toBe('    11.0 s  /11.spec.ts');
  });
});

describe('CPU time', () => {
  it('reads the second line of what the shell prints', () =>
    expect(childSeconds('0m9.00s 0m9.00s\n1m2.50s 0m0,25s\n')).toBeCloseTo(62.75));

  it('counts that of a tool', async () => {
    const { cpu, result } = await measureCpu(() =>
      runTool('prettier', ['--version'], { signal: new AbortController().signal }),
    );
    expect(result).toMatchObject({ ok: true, output: expect.stringMatching(/^\d+\.\d+/) });
    expect(cpu).toBeGreaterThan(0.01);
  });

  it('counts that of this process for work without a tool', async () => {
    const { result, cpu } = await measureCpu(async () => pieceOfWork());
    expect(cpu).toBeGreaterThan(result);
  });
});
