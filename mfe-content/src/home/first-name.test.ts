/** @jest-environment node */
import { describe, expect, it } from '@jest/globals';
import { firstName } from './first-name';

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
  ])('%j is greeted as %s', (fullname, name) => expect(firstName({ fullname, username: 'driver' })).toBe(name));
});
