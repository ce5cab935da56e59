import type { Language } from './deployment.js';

/** Those of the offered languages: `Intl` is slow, and the services choose a language with each call. */
const meanings: Partial<Record<Language, string | undefined>> = {};

/** The first wish that a community offers, else its first language: `fr-CA` takes `fr`, and `zh-TW` takes `zh-Hant`. */
export function chooseLanguage(offered: readonly Language[], wishes: readonly (string | undefined)[]): Language {
  for (const wish of wishes) {
    const meant = wish && languageOrScript(wish);
    const found = meant && offered.find((language) => (meanings[language] ??= languageOrScript(language)) === meant);
    if (found) return found;
  }
  return offered[0] ?? 'en';
}

/** Of Chinese the script; undefined for a name that is no locale: browsers pass on those of the system, such as `en-US@posix`. */
function languageOrScript(tag: string): string | undefined {
  try {
    const { language, script } = new Intl.Locale(tag.replaceAll('_', '-')).maximize();
    return language === 'zh' ? script : language;
  } catch {
    return undefined;
  }
}
