import { describe, expect, it } from '@jest/globals';
import { addressesIn } from './addresses.js';

describe(addressesIn, () => {
  it.each([
    ['ann@example.org', ['ann@example.org']],
    [' Ann@Example.org ,bob@example.org', ['ann@example.org', 'bob@example.org']],
    ['ann@example.org, ANN@example.org', ['ann@example.org']],
    ['a@example.org;b@example.org\nc@example.org', ['a@example.org', 'b@example.org', 'c@example.org']],
    ['Ann Lee <Ann@example.org>', ['ann@example.org']],
    ['"Lee, Ann" <ann@example.org>, bob@example.org', ['ann@example.org', 'bob@example.org']],
    [', ,,', []],
    ['', []],
    ['ann@, tom', ['ann@', 'tom']],
    ['Ann <ann@example.org> <eve@example.org>', ['ann <ann@example.org> <eve@example.org>']],
  ])('reads %j', (text, addresses) => expect(addressesIn(text)).toEqual(addresses));

  it('reads a long list with an open quote in linear time', () => {
    const text = `"${'a,'.repeat(100_000)}`;
    const start = performance.now();
    addressesIn(text);
    expect(performance.now() - start).toBeLessThan(1000);
  });
});
