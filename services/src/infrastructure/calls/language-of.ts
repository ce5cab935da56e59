import type { Deployment, Language } from '@paddock/contract/core/deployment';

/** The first requested language that the community has: `pt-BR` and `pt` match `pt_BR`; else its first. */
export function languageOf(config: Pick<Deployment, 'languages'>, ...wishes: (string | undefined)[]): Language {
  for (const wish of wishes.flatMap((list) => list?.split(',') ?? [])) {
    const requested = plain(wish.split(';')[0]!);
    const found =
      config.languages.find((language) => plain(language) === requested) ??
      config.languages.find((language) => plain(language).split('-')[0] === requested.split('-')[0]);
    if (found) return found;
  }
  return config.languages[0]!;
}

const plain = (tag: string) => tag.trim().toLowerCase().replaceAll('_', '-');
