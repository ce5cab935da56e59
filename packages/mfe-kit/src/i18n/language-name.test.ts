import { describe, expect, it } from '@jest/globals';
import { languageName } from './language-name';

describe(languageName, () => {
  it.each([
    ['en', 'English'],
    ['ar', 'العربية'],
    ['fr', 'Français'],
    ['pt_BR', 'Português (Brasil)'],
    ['zh-Hans', '简体中文'],
  ])('calls %s %s', (language, name) => expect(languageName(language)).toBe(name));
});
