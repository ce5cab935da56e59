import type { Language } from './deployment.js';

/** The first wish that a community offers, else its first language: `fr-CA` takes `fr`, and `zh-TW` takes `zh-Hant`. */
export function chooseLanguage(offered: readonly Language[], wishes: readonly (string | undefined)[]): Language {
  for (const wish of wishes) {
    const found = wish && offered.find((language) => languageOrScript(language) === languageOrScript(wish));
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
