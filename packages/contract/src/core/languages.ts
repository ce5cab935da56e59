import type { Language } from './deployment.js';

/** The first wish that a community offers, else its first language: `fr-CA` takes `fr`, and `zh-TW` takes `zh-Hant`. */
export function chooseLanguage(offered: readonly Language[], wishes: readonly (string | undefined)[]): Language {
  for (const wish of wishes) {
    if (!wish) continue;
    const found = offered.find((language) => language === wish) ?? offered.find((language) => matches(language, wish));
    if (found) return found;
  }
  return offered[0] ?? 'en';
}

/** Chinese is matched by script, every other language by its language subtag. */
function matches(language: string, wish: string): boolean {
  const [a, b] = [localeOf(language), localeOf(wish)];
  return a !== undefined && a.language === b?.language && (a.language !== 'zh' || a.script === b.script);
}

/** Undefined for a name that is no locale: browsers pass on those of the system, such as `en-US@posix`. */
function localeOf(tag: string): Intl.Locale | undefined {
  try {
    return new Intl.Locale(tag.replaceAll('_', '-')).maximize();
  } catch {
    return undefined;
  }
}
