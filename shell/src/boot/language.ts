import type { Boot } from '@paddock/contract/calls/boot';

type Language = Boot['languages'][number];

/** The member's setting, else the browser's locale, among the deployment's languages; its first one otherwise. */
export function chooseLanguage(offered: readonly Language[], wishes: readonly (string | undefined)[]): Language {
  for (const wish of wishes) {
    if (!wish) continue;
    const found = offered.find((language) => language === wish) ?? offered.find((language) => matches(language, wish));
    if (found) return found;
  }
  return offered[0] ?? 'en';
}

/** Chinese is told apart by script, everything else by language alone. */
function matches(language: string, wish: string): boolean {
  const [a, b] = [language, wish].map((tag) => new Intl.Locale(tag.replace('_', '-')).maximize());
  return a!.language === b!.language && (a!.language !== 'zh' || a!.script === b!.script);
}

/** Arabic is right to left everywhere. */
export const directionOf = (language: string): 'ltr' | 'rtl' => (language === 'ar' ? 'rtl' : 'ltr');
