import { describe, expect, it } from '@jest/globals';
import { flags } from '@paddock/contract/core/flags';
import { fullnameFrom, usernamesFrom } from './claims.js';

describe(usernamesFrom, () => {
  const full = { sub: '1', preferred_username: 'Max.Power', email: 'max@example.org', name: 'Max Power' };

  it.each([
    [undefined, 'Max_Power'],
    ['^[a-z]{2,8}$', 'maxpower'],
    ['^[a-z]+\\.[a-z]+$', 'max.power'],
    ['^[A-Z]{3}\\d{4}$', /^MAX\d{4}$/],
    ['^\\d{6}$', /^\d{6}$/],
    ['^gt_\\w+$', /^gt_Max_Power/],
  ])('makes names that match %s, also for the tenth member with one name', (username_pattern, likeliest) => {
    const given = flags.parse({ username_pattern });
    for (const claims of [full, { sub: '2', name: '伊丽丝' }]) {
      const names = usernamesFrom(claims, given);
      for (const name of names) expect(name).toMatch(new RegExp(username_pattern ?? '^\\w{1,25}$', 'u'));
      expect(new Set(names).size).toBeGreaterThanOrEqual(10);
    }
    expect(usernamesFrom(full, given)[0]).toMatch(likeliest);
  });

  it('returns none when the pattern matches a single name', () => {
    expect(usernamesFrom(full, flags.parse({ username_pattern: '^x{3}y$' }))).toEqual([]);
  });
});

describe(fullnameFrom, () => {
  const of = (name: string, max = 140) => fullnameFrom({ sub: '1', name }, 'iris', max);

  it.each<[string, string]>([
    ['  Iris \t Vane ', 'Iris Vane'],
    ['Iris \u202eenaV\u202c', 'Iris enaV'],
    ['\u200b Iris \u2060 Vane', 'Iris Vane'],
    ['\u200b \u200b', 'iris'],
    ['\ud83d Vane', 'Vane'],
  ])('turns %j into %j', (name, fullname) => expect(of(name)).toBe(fullname));

  it('truncates between characters, never inside one', () => expect(of('🏁'.repeat(9), 8)).toBe('🏁'.repeat(8)));
});
