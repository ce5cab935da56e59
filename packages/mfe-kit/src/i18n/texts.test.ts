/** @jest-environment node */
import { describe, expect, it } from '@jest/globals';
import { createTexts } from './texts';

function textsOf(language: string) {
  const texts = createTexts({ language, missing: (key) => `no ${key}` });
  texts.addResourceBundle('en', 'x', {
    a: { b: 'Nested' },
    members_one: '{{count}} member',
    members_other: '{{count}} members',
    hello: 'Hello {{ name }}, {{name}}',
    only: 'English',
  });
  texts.addResourceBundle('ar', 'x', {
    members_zero: 'صفر',
    members_one: 'واحد',
    members_two: 'اثنان',
    members_few: 'بضعة',
    members_many: 'كثير',
    members_other: 'آخر',
  });
  return texts;
}

describe(createTexts, () => {
  it.each([
    ['en', 'a.b', {}, 'Nested'],
    ['en', 'members', { count: 1 }, '1 member'],
    ['en', 'members', { count: 0 }, '0 members'],
    ['en', 'members', { count: 12_345 }, '12,345 members'],
    ['de', 'members', { count: 12_345 }, '12,345 members'],
    ['ar', 'members', { count: 0 }, 'صفر'],
    ['ar', 'members', { count: 2 }, 'اثنان'],
    ['ar', 'members', { count: 5 }, 'بضعة'],
    ['ar', 'members', { count: 11 }, 'كثير'],
    ['ar', 'members', { count: 100 }, 'آخر'],
    ['ar', 'only', {}, 'English'],
    ['fr', 'members', { count: 0 }, '0 members'],
    ['pt_BR', 'only', {}, 'English'],
    ['en', 'hello', { name: '$& <b>' }, 'Hello $& <b>, $& <b>'],
    ['en', 'hello', {}, 'Hello , '],
    ['en', 'a', {}, 'no a'],
    ['en', 'a.constructor', {}, 'no a.constructor'],
    ['en', 'toString', {}, 'no toString'],
  ])('%s: %s with %j is %s', (language, key, values, text) =>
    expect(textsOf(language).getFixedT(null, 'x')(key, values)).toBe(text),
  );

  it('uses the fallback’s own plural rule, not the current language’s', () => {
    const texts = textsOf('ja');
    expect(texts.getFixedT(null, 'x')('members', { count: 1 })).toBe('1 member');
  });

  it('returns the same function until the language or these texts change, and notifies listeners', () => {
    const texts = textsOf('en');
    const before = texts.getFixedT(null, 'x');
    let calls = 0;
    const stop = texts.subscribe(() => calls++);
    texts.addResourceBundle('en', 'y', {});
    expect(texts.getFixedT(null, 'x')).toBe(before);
    texts.changeLanguage('ar');
    expect(texts.getFixedT(null, 'x')).not.toBe(before);
    stop();
    texts.changeLanguage('en');
    expect(calls).toBe(2);
  });

  it('finds the texts of features by the function of their module, each in the language and in English', () => {
    const texts = textsOf('ar');
    const t = texts.getFixedT(null, 'x');
    texts.addResourceBundle('en', 'x/tea', { tea: 'Tea', hot: 'Hot' });
    texts.addResourceBundle('ar', 'x/tea', { tea: 'شاي' });
    texts.addResourceBundle('en', 'y/tea', { other: 'Of another module' });
    expect(['tea', 'hot', 'only', 'other'].map((key) => texts.getFixedT(null, 'x')(key))).toEqual([
      'شاي',
      'Hot',
      'English',
      'no other',
    ]);
    // A component memoized on the function shows the texts that have come.
    expect(texts.getFixedT(null, 'x')).not.toBe(t);
    expect(texts.hasResourceBundle('ar', 'x/tea')).toBe(true);
    expect(texts.hasResourceBundle('ar', 'x/coffee')).toBe(false);
  });
});
