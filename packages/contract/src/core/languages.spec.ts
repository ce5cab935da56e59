import { describe, expect, it } from '@jest/globals';
import { chooseLanguage } from './languages.js';

describe(chooseLanguage, () => {
  it.each([
    [['fr'], 'fr'],
    [['fr-CA'], 'fr'],
    [['pt-PT'], 'pt_BR'],
    [['zh-TW'], 'zh-Hant'],
    [['zh-CN'], 'zh-Hans'],
    [['zh'], 'zh-Hans'],
    [['zh_Hant_HK'], 'zh-Hant'],
    [['pt-br'], 'pt_BR'],
    [['*', 'fr'], 'fr'],
    [['nl', 'ar-EG'], 'ar'],
    [[undefined, 'fr'], 'fr'],
    [['nl'], 'en'],
    [['en-US@posix'], 'en'],
    [['C', 'fr-CA'], 'fr'],
  ])('takes %j as %s', (wishes, language) =>
    expect(chooseLanguage(['en', 'fr', 'pt_BR', 'ar', 'zh-Hans', 'zh-Hant'], wishes)).toBe(language),
  );

  it('never chooses a language that the deployment does not offer', () =>
    expect(chooseLanguage(['fr'], ['en', 'de'])).toBe('fr'));
});
