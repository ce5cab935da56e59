import { describe, expect, it, jest } from '@jest/globals';
import { languageOf } from './language-of.js';

describe(languageOf, () => {
  it.each([
    ['zh-TW,zh;q=0.9,en;q=0.8', 'zh-Hant'],
    ['pt-PT, en;q=0.5', 'pt_BR'],
    ['*', 'en'],
    ['', 'en'],
  ])('takes the first that the community has of %j: %s', (header, language) =>
    expect(languageOf({ languages: ['en', 'pt_BR', 'zh-Hans', 'zh-Hant'] }, undefined, header)).toBe(language),
  );

  it('takes the member’s own language before the header’s', () =>
    expect(languageOf({ languages: ['en', 'fr', 'de'] }, 'de', 'fr')).toBe('de'));

  it.each([
    ['x,'.repeat(250_000), 15],
    ['x'.repeat(500_000), 0],
    ['fr', 0],
  ])('examines few of many wishes, and none that is offered by its name', (text, most) => {
    const { Locale } = Intl;
    const made = jest.spyOn(Intl, 'Locale').mockImplementation((tag) => new Locale(tag));
    expect(languageOf({ languages: ['fr', 'de'] }, text)).toBe('fr');
    expect(made.mock.calls.length).toBeLessThanOrEqual(most);
    made.mockRestore();
  });
});
