import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { findNode24 } from './node-24.mjs';
import { node24Stage } from './stages/node-24-stage.mjs';

const environment = { ...process.env };
const { packages } = JSON.parse(await readFile(new URL('../node-24/package-lock.json', import.meta.url), 'utf8'));
let folder;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'paddock-node-24-spec-'));
  // No registry, and nothing from npm's cache.
  Object.assign(process.env, { npm_config_registry: 'http://127.0.0.1:9', npm_config_cache: join(folder, 'cache') });
  jest.spyOn(process.stdout, 'write').mockReturnValue(true);
});
afterEach(async () => {
  jest.restoreAllMocks();
  process.env = { ...environment };
  await rm(folder, { recursive: true });
});

/** Installs a program that prints a version, as each platform's package would be. */
async function installed(version) {
  for (const path of Object.keys(packages).filter(Boolean)) {
    const file = join(folder, path, 'bin/node');
    await mkdir(join(file, '..'), { recursive: true });
    await writeFile(file, `#!/bin/sh\necho ${version(packages[path])}\n`);
    await chmod(file, 0o755);
  }
}

describe('findNode24', () => {
  it('uses an installed one without the registry', async () => {
    await installed((entry) => `v${entry.version}`);
    expect(await findNode24(folder)).toMatch(/\/bin\/node$/);
  });

  it.each([
    ['none is installed', undefined],
    ['another version is installed', () => 'v24.0.1'],
  ])('needs the registry when %s', async (_, version) => {
    if (version) await installed(version);
    await expect(findNode24(folder)).rejects.toThrow(/^Node 24\.\d+\.\d+ could not be installed: check the connection/);
  });

  it('names a platform without a package', async () => {
    const own = Object.getOwnPropertyDescriptor(process, 'platform');
    Object.defineProperty(process, 'platform', { ...own, value: 'sunos' });
    try {
      await expect(findNode24(folder)).rejects.toThrow(`No package has Node 24 for sunos ${process.arch}.`);
    } finally {
      Object.defineProperty(process, 'platform', own);
    }
  });

  it('is locked to versions of Node 24', () => {
    const versions = Object.keys(packages)
      .filter(Boolean)
      .map((path) => packages[path].version);
    expect(versions.filter((version) => !version.startsWith('24.'))).toEqual([]);
    expect(versions.length).toBeGreaterThan(0);
  });
});

describe('node24Stage', () => {
  it('has nothing to run when the command itself runs on Node 24 or newer', async () => {
    const log = jest.spyOn(console, 'log').mockReturnValue();
    expect(await node24Stage('24.1.0').run(AbortSignal.timeout(1000))).toEqual({ passed: 0, failed: 0 });
    expect(log).toHaveBeenCalledWith(expect.stringContaining('Node 20.19, the oldest supported, has not.'));
  });
});
