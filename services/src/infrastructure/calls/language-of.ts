import type { Deployment, Language } from '@paddock/contract/core/deployment';
import { chooseLanguage } from '@paddock/contract/core/languages';

/** Maximum number and length of the languages read from one text: it comes from an unknown client. */
const maxWishes = 10;
const maxLength = 35;

/**
 * The community's language for some wishes: the first that it offers, else its first.
 * @param wishes languages, also several as in `Accept-Language`, which clients sort by preference
 */
export function languageOf(config: Pick<Deployment, 'languages'>, ...wishes: (string | undefined)[]): Language {
  const tags = wishes
    .flatMap((list) => list?.split(',', maxWishes) ?? [])
    .map((wish) => wish.split(';', 1)[0]!.trim())
    .filter(({ length }) => length > 0 && length <= maxLength);
  return config.languages.find((language) => language === tags[0]) ?? chooseLanguage(config.languages, tags);
}
