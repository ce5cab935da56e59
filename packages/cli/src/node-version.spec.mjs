import { describe, expect, it } from '@jest/globals';
import { isNode24, tooOld } from './node-version.mjs';

describe('tooOld', () => {
  it.each(['20.19.0', '20.20.2', '22.0.0', '100.1.0'])('accepts %s', (version) =>
    expect(tooOld(version)).toBeUndefined(),
  );

  it.each(['20.18.3', '18.20.8', '9.11.2', '0.12.18'])('refuses %s in one sentence', (version) =>
    expect(tooOld(version)).toBe(
      `Paddock needs Node 20.19 or newer, and this is ${version}: install it from https://nodejs.org.`,
    ),
  );
});

describe('isNode24', () => {
  it.each([
    ['24.0.0', true],
    ['24.21.0', true],
    ['20.20.2', false],
    ['22.1.0', false],
    ['25.0.0', false],
  ])('of %s is %s', (version, expected) => expect(isNode24(version)).toBe(expected));
});
