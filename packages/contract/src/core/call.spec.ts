import { describe, expect, it } from '@jest/globals';
import { instant, instantInput } from './call.js';

describe('instantInput', () => {
  it.each([
    ['2026-05-01T10:00:00+02:00', '2026-05-01T08:00:00.000Z'],
    [0, '1970-01-01T00:00:00.000Z'],
    ['-62167219200000', '0000-01-01T00:00:00.000Z'],
    ['253402300799999', '9999-12-31T23:59:59.999Z'],
  ])('parses %s into a valid reply instant', (given, read) => {
    expect(instantInput.parse(given)).toBe(read);
    expect(instant.safeParse(read).success).toBe(true);
  });

  it.each(['9999999999999999', '-8640000000000000', '253402300800000', '-62167219200001', Number.MAX_SAFE_INTEGER])(
    'refuses %s, which is no date or none that can go out',
    (given) => expect(instantInput.safeParse(given).success).toBe(false),
  );
});
