import type { Deployment, Language } from '@paddock/contract/core/deployment';
import { chooseLanguage } from '@paddock/contract/core/languages';

/**
 * The community's language for some wishes: the first that it offers, else its first.
 * @param wishes languages, also several as in `Accept-Language`, which clients sort by preference
 */
export const languageOf = (config: Pick<Deployment, 'languages'>, ...wishes: (string | undefined)[]): Language =>
  chooseLanguage(
    config.languages,
    wishes.flatMap((list) => list?.split(',') ?? []).map((wish) => wish.split(';')[0]!.trim()),
  );
