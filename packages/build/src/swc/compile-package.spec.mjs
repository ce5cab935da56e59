import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { compilePackage } from './compile-package.mjs';

let folder;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'paddock-compile-'));
  await mkdir(join(folder, 'src'));
});
afterEach(() => rm(folder, { recursive: true }));

describe(compilePackage, () => {
  it('fails at a syntax error with file, line and code frame only', async () => {
    await writeFile(join(folder, 'src/lap.ts'), 'export const lap = ;\n');
    const error = await compilePackage(folder).catch((failure) => failure);
    expect(error.message).toMatch(/Expression expected[^]*lap\.ts:1:1\][^]*export const lap = ;[^]*`----$/);
    // The build prints an error with a code with its stack.
    expect(error.code).toBeUndefined();
  });
});
