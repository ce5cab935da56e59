import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { fieldCodes } from './field-codes.js';

describe(fieldCodes, () => {
  it.each(['constructor', 'toString', '__proto__'])('names an undeclared field called %s', (name) => {
    const { error } = z.strictObject({}).safeParse(Object.fromEntries([[name, 1]]));
    expect(Object.entries(fieldCodes(error!))).toEqual([[name, `${name}_UNKNOWN`]]);
  });
});
