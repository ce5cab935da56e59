import type { Language } from './deployment.js';

/** The key of each offered language, cached: `Intl` is slow, and the services choose a language with each call. */
const keys: Partial<Record<Language, string | undefined>> = {};

/** The first wish that a community offers, else its first language: `fr-CA` takes `fr`, and `zh-TW` takes `zh-Hant`. */
export function chooseLanguage(offered: readonly Language[], wishes: readonly (string | undefined)[]): Language {
  for (const wish of wishes) {
    const meant = wish && languageOrScript(wish);
    const found = meant && offered.find((language) => (keys[language] ??= languageOrScript(language)) === meant);
    if (found) return found;
  }
  return offered[0] ?? 'en';
}

/**
 * The language of a tag, for Chinese its script; undefined for an invalid tag: browsers pass on locales of the system, such as
 * `en-US@posix`.
 */
function languageOrScript(tag: string): string | undefined {
  try {
    const { language, script } = new Intl.Locale(tag.replaceAll('_', '-')).maximize();
    return language === 'zh' ? script : language;
  } catch {
    return undefined;
  }
}
