import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { install, notInstalled, whyNpmFailed } from './install.mjs';

const zod = { version: '4.0.0', integrity: 'sha512-a' };
const lock = (packages) => ({ packages: { '': {}, 'packages/ui': { version: '1.0.0' }, ...packages } });

describe(notInstalled, () => {
  it('lists everything when nothing is installed', () =>
    expect(notInstalled(lock({ 'node_modules/zod': zod }), undefined)).toEqual(['node_modules/zod']));

  it('is empty when everything in the lock file is installed', () => {
    const packages = { 'node_modules/zod': zod, 'node_modules/@paddock/ui': { resolved: 'packages/ui', link: true } };
    expect(notInstalled(lock(packages), { packages })).toEqual([]);
  });

  it.each([
    ['is missing', undefined],
    ['has another version', { ...zod, version: '3.9.0' }],
    ['has other bytes', { ...zod, integrity: 'sha512-b' }],
    ['was a link', { ...zod, link: true }],
  ])('lists a package that %s', (_why, installed) =>
    expect(
      notInstalled(lock({ 'node_modules/zod': zod }), {
        packages: { ...(installed && { 'node_modules/zod': installed }) },
      }),
    ).toEqual(['node_modules/zod']),
  );

  it('ignores packages of other platforms', () => {
    const expected = lock({ 'node_modules/zod': zod, 'node_modules/zod-darwin': { ...zod, optional: true } });
    expect(notInstalled(expected, { packages: { 'node_modules/zod': zod } })).toEqual([]);
  });
});

describe(install, () => {
  it('links a new tab without npm, and has nothing to do afterwards', async () => {
    const root = await mkdtemp(join(tmpdir(), 'paddock-install-'));
    try {
      const link = { resolved: 'mfe-timing', link: true };
      const expected = lock({
        'mfe-timing': { name: '@paddock/mfe-timing' },
        'node_modules/zod': zod,
        'node_modules/@paddock/mfe-timing': link,
      });
      await mkdir(join(root, 'mfe-timing'));
      await mkdir(join(root, 'node_modules/@paddock'), { recursive: true });
      await writeFile(join(root, 'mfe-timing/package.json'), '{ "name": "@paddock/mfe-timing" }');
      await writeFile(join(root, 'package-lock.json'), JSON.stringify(expected));
      const installedLock = join(root, 'node_modules/.package-lock.json');
      await writeFile(installedLock, JSON.stringify({ packages: { 'node_modules/zod': zod } }));
      await install(root);
      expect(await readFile(join(root, 'node_modules/@paddock/mfe-timing/package.json'), 'utf8')).toContain('timing');
      expect(notInstalled(expected, JSON.parse(await readFile(installedLock, 'utf8')))).toEqual([]);
    } finally {
      await rm(root, { recursive: true });
    }
  });
});

describe('whyNpmFailed', () => {
  it('names an unreachable registry', () =>
    expect(whyNpmFailed('npm error code ENOTFOUND\nnpm error network request failed')).toMatch(
      /^The package registry is unreachable/,
    ));
  it('names a full disk', () => expect(whyNpmFailed('npm error code ENOSPC')).toMatch(/^The disk is full/));
  it("returns the first sentence of npm's error", () =>
    expect(
      whyNpmFailed(
        'npm error code EUSAGE\nnpm error The lock file is out of step\nnpm error A complete log of this run',
      ),
    ).toBe('npm ci failed: The lock file is out of step'));
});
