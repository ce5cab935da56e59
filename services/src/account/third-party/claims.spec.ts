import { describe, expect, it } from '@jest/globals';
import { fullnameFrom } from './claims.js';

describe(fullnameFrom, () => {
  const of = (name: string, max = 140) => fullnameFrom({ sub: '1', name }, 'iris', max);

  it.each<[string, string]>([
    ['  Iris \t Vane ', 'Iris Vane'],
    ['Iris \u202eenaV\u202c', 'Iris enaV'],
    ['\u200b Iris \u2060 Vane', 'Iris Vane'],
    ['\u200b \u200b', 'iris'],
    ['\ud83d Vane', 'Vane'],
  ])('makes of %j %j', (name, fullname) => expect(of(name)).toBe(fullname));

  it('cuts between signs, never inside one', () => expect(of('🏁'.repeat(9), 8)).toBe('🏁'.repeat(8)));
});
