import { languages, type Language } from '@paddock/contract/core/deployment';

export type Json = Record<string, unknown>;
export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether this is a translated text, which a deployment file may have in place of any text: `{ "en": "News", "ar": "أخبار" }`. */
const isTranslated = (value: Json): boolean => {
  const keys = Object.keys(value);
  return keys.length > 0 && keys.every((key) => (languages as readonly string[]).includes(key));
};

/** Returns the file with all texts in one language. `options` stay untranslated, because choices are stored. */
export function inLanguage(file: Json, language: Language): Json {
  const translated = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(translated);
    if (!isObject(value)) return value;
    if (isTranslated(value)) return value[language];
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [key, key === 'options' ? inner : translated(inner)]),
    );
  };
  return translated(file) as Json;
}

/** Finds texts that lack one of the community's languages. */
export function missingTranslations(file: Json, spoken: readonly Language[]): { path: string[]; language: Language }[] {
  const found: { path: string[]; language: Language }[] = [];
  const visit = (value: unknown, path: string[]): void => {
    if (typeof value !== 'object' || value === null) return;
    if (isObject(value) && isTranslated(value)) {
      for (const language of spoken) if (!(language in value)) found.push({ path, language });
    } else for (const [key, inner] of Object.entries(value)) visit(inner, [...path, key]);
  };
  visit(file, []);
  return found;
}
