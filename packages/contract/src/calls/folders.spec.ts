import { expect, it } from '@jest/globals';
import { nameKey } from './folders.js';

it.each([
  ['Straße', 'STRASSE', true],
  ['Cafe\u0301', 'CAFÉ', true],
  ['ﬁnal', 'FINAL', true],
  ['Cafe', 'Café', false],
])('takes %s and %s as one name of a folder: %s', (one, other, isSame) =>
  expect(nameKey(one) === nameKey(other)).toBe(isSame),
);
