/** @jest-environment node */
import { describe, expect, it } from '@jest/globals';
import { defaultZone, deviceZone } from './workplace-zone';
import { zoneName, zoneOptions } from './zones';

describe(zoneOptions, () => {
  const options = zoneOptions(['Europe/Brussels', 'UTC', 'Europe/Brussels'], 'en');

  it('begins with the given zones, each once', () => {
    expect(options.slice(0, 2).map(({ id }) => id)).toEqual(['Europe/Brussels', 'UTC']);
    expect(new Set(options.map(({ id }) => id)).size).toBe(options.length);
  });

  it('names the place first, and sorts the others by it', () => {
    const labels = options.slice(2).map(({ label }) => label);
    expect(labels).toContainEqual(expect.stringMatching(/^Tokyo \(Asia\) · GMT\+9$/));
    expect(labels).toContainEqual(expect.stringMatching(/^Vevay, Indiana \(America\)/));
    expect(labels).toEqual([...labels].sort((a, b) => a.localeCompare(b, 'en')));
  });
});

describe(zoneName, () => {
  it.each([
    ['longGeneric', 'Central European Time'],
    ['short', 'CEST'],
    ['shortOffset', 'GMT+2'],
  ] as const)('names a zone in the style %s', (style, name) =>
    expect(zoneName('Europe/Brussels', { locale: 'en-GB', at: '2026-07-01T12:00:00Z', style })).toBe(name),
  );
});

describe(defaultZone, () => {
  it('is the workplace’s, else the deployment’s, else the device’s', () => {
    expect(defaultZone('Europe/Lisbon', 'Asia/Dubai')).toBe('Europe/Lisbon');
    expect(defaultZone(undefined, 'Asia/Dubai')).toBe('Asia/Dubai');
    expect(defaultZone(undefined, 'UTC')).toBe(deviceZone());
  });
});
