import { describe, expect, it } from '@jest/globals';
import { notificationKinds } from '@paddock/contract/calls/notifications';
import { readFileSync } from 'node:fs';
import { pushText } from './push-text.js';
import { arabicPushes } from './texts/push-ar.js';
import { englishPushes } from './texts/push-en.js';

const inApp = (language: string) => {
  const file = new URL(`../../../../../mfe-account/src/messages/${language}.json`, import.meta.url);
  return (JSON.parse(readFileSync(file, 'utf8')) as { notifications: { kinds: object } }).notifications.kinds;
};

describe(pushText, () => {
  it.each([
    ['en', englishPushes],
    ['ar', arabicPushes],
  ] as const)('has the texts of the app in %s', (language, texts) => expect(texts).toEqual(inApp(language)));

  it.each(Object.entries(notificationKinds))('has a text for %s', (kind, names) => {
    const facts = Object.fromEntries(names.map((name) => [name, name === 'count' ? '3' : `the ${name}`]));
    for (const language of ['en', 'ar', 'fr'] as const) {
      const text = pushText({ kind, facts }, language);
      expect(text).not.toMatch(/\{\{/);
      expect(text).toBeTruthy();
    }
  });

  it.each([
    ['1', '\u2068Zoë\u2069 likes what you wrote'],
    ['2', '\u2068Zoë\u2069 and one other like what you wrote'],
    ['12', '\u2068Zoë\u2069 and 11 others like what you wrote'],
  ])('counts %s members', (count, text) =>
    expect(pushText({ kind: 'like', facts: { who: 'Zoë', count } }, 'en')).toBe(text),
  );

  it('omits the name of a direct chat', () =>
    expect(pushText({ kind: 'mention', facts: { who: 'Zoë', where: '' } }, 'en')).toBe(
      '\u2068Zoë\u2069 mentioned you',
    ));
});
