import { describe, expect, it } from '@jest/globals';
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
});
