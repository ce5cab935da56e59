import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { buildAll } from './build-all.mjs';
import { Failure } from '../failure.mjs';
import { root, stampDir, varDir } from '../paths.mjs';

let folder;
let unit;
let output;
beforeEach(async () => {
  jest.spyOn(process.stdout, 'write').mockReturnValue(true);
  await mkdir(varDir, { recursive: true });
  folder = await mkdtemp(join(varDir, 'build-spec-'));
  output = join(folder, 'out.js');
  await writeFile(join(folder, 'in.ts'), 'one');
  await mkdir(join(folder, 'src'));
  unit = {
    name: relative(varDir, folder),
    inputs: [relative(root, join(folder, 'in.ts')), relative(root, join(folder, 'src'))],
    outputs: [output],
    build: jest.fn(() => writeFile(output, 'built')),
  };
});
afterEach(async () => {
  jest.restoreAllMocks();
  await rm(folder, { recursive: true });
  await rm(join(stampDir, unit.name), { force: true });
});

describe('buildAll', () => {
  it('builds once, and not again without changes', async () => {
    expect(await buildAll([unit])).toEqual([unit.name]);
    expect(await buildAll([unit])).toEqual([]);
    expect(unit.build).toHaveBeenCalledTimes(1);
  });

  it.each([
    ['an input changed', () => writeFile(join(folder, 'in.ts'), 'two')],
    ['a file was added', () => writeFile(join(folder, 'src/new.ts'), '')],
    ['its output is missing', () => rm(output)],
  ])('builds again when %s', async (_why, change) => {
    await buildAll([unit]);
    await change();
    expect(await buildAll([unit])).toEqual([unit.name]);
  });

  it('does not build again when only a test changed', async () => {
    await buildAll([unit]);
    await writeFile(join(folder, 'src/new.spec.ts'), '');
    expect(await buildAll([unit])).toEqual([]);
  });

  it('names the failed unit, and builds it again next time', async () => {
    unit.build.mockRejectedValueOnce(new Error('Unexpected token'));
    await expect(buildAll([unit])).rejects.toEqual(new Failure(`Building ${unit.name} failed:\nUnexpected token`));
    expect(await buildAll([unit])).toEqual([unit.name]);
  });

  it('takes nothing into use until every unit is built, and does so at the next command', async () => {
    const used = [];
    const first = { ...unit, build: jest.fn(unit.build), use: async (built) => void used.push(built) };
    first.build.mockImplementation(async () => {
      await writeFile(output, 'built');
      return 'release';
    });
    const failing = {
      ...unit,
      name: `${unit.name}-second`,
      build: () => Promise.reject(new Error('Unexpected token')),
    };
    await expect(buildAll([first, failing])).rejects.toThrow('Unexpected token');
    expect(used).toEqual([]);
    expect(await buildAll([first])).toEqual([unit.name]);
    expect(used).toEqual(['release']);
    expect(await buildAll([first])).toEqual([]);
  });

  it('says that the disk is full', async () => {
    unit.build.mockRejectedValueOnce(new Error('ENOSPC: no space left on device, write'));
    await expect(buildAll([unit])).rejects.toEqual(new Failure(`The disk is full: ${unit.name} could not be built.`));
  });

  it('waits for another command that builds the same unit', async () => {
    expect((await Promise.all([buildAll([unit]), buildAll([unit])])).flat()).toEqual([unit.name]);
    expect(unit.build).toHaveBeenCalledTimes(1);
  });
});
