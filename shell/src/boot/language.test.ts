/** @jest-environment node */
import { describe, expect, it } from '@jest/globals';
import { directionOf } from './language';

describe(directionOf, () => {
  it.each([
    ['ar', 'rtl'],
    ['en', 'ltr'],
  ] as const)('%s runs %s', (language, direction) => expect(directionOf(language)).toBe(direction));
});
