import { describe, expect, it } from '@jest/globals';
import { installIsNeeded, whyNpmFailed } from './install.mjs';

const zod = { version: '4.0.0', integrity: 'sha512-a' };
const lock = (packages) => ({ packages: { '': {}, 'packages/ui': { version: '1.0.0' }, ...packages } });

describe('installIsNeeded', () => {
  it('is true when nothing is installed', () => expect(installIsNeeded(lock({}), undefined)).toBe(true));

  it('is false when everything in the lock file is installed', () => {
    const packages = { 'node_modules/zod': zod, 'node_modules/@paddock/ui': { resolved: 'packages/ui', link: true } };
    expect(installIsNeeded(lock(packages), { packages })).toBe(false);
  });

  it.each([
    ['a package is missing', undefined],
    ['its version changed', { ...zod, version: '3.9.0' }],
    ['its bytes changed', { ...zod, integrity: 'sha512-b' }],
    ['it was a link', { ...zod, link: true }],
  ])('is true when %s', (_why, installed) =>
    expect(
      installIsNeeded(lock({ 'node_modules/zod': zod }), {
        packages: { ...(installed && { 'node_modules/zod': installed }) },
      }),
    ).toBe(true),
  );

  it('ignores packages of other platforms', () => {
    const expected = lock({ 'node_modules/zod': zod, 'node_modules/zod-darwin': { ...zod, optional: true } });
    expect(installIsNeeded(expected, { packages: { 'node_modules/zod': zod } })).toBe(false);
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
