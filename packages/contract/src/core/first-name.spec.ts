import { describe, expect, it } from '@jest/globals';
import { firstName } from './first-name.js';

describe(firstName, () => {
  it.each([
    ['Joaquín Berrueta', 'Joaquín'],
    ['Berrueta, Joaquín', 'Joaquín'],
    ['Berrueta,Ana María', 'Ana María'],
    ['  Petra   Wolańska ', 'Petra'],
    ['Cher', 'Cher'],
    ['Berrueta,', 'Berrueta'],
    ['Berrueta , ', 'Berrueta'],
    ['', 'driver'],
    [' , ', 'driver'],
  ])('%j has the first name %s', (fullname, name) => expect(firstName({ fullname, username: 'driver' })).toBe(name));
});
