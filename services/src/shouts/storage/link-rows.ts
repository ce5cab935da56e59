import { type ShoutLink, maxShoutLinks } from '@paddock/contract/calls/shout-links';
import { findLinks } from '@paddock/contract/core/text-links';
import type { StoredLink } from './shout.schema.js';

/** The first distinct web addresses of a text. Those that the text had before keep preview and clicks. */
export function linksOf(text: string, before: readonly StoredLink[] = []): StoredLink[] {
  const urls = findLinks(text).flatMap(({ kind, url }) => (kind === 'web' ? [url] : []));
  return [...new Set(urls)].slice(0, maxShoutLinks).map((url) => {
    const domain = new URL(url).hostname.replace(/^www\./, '');
    return before.find((link) => link.url === url) ?? { url, domain, clicks: 0 };
  });
}

/** Ids of the stored pictures of links. */
export const imagesOf = (links: readonly StoredLink[] = []): string[] => links.flatMap(({ image }) => image ?? []);

/** The links of a card. `thumbOf` gives the address of a stored picture for the viewer. */
export function linkViews(
  links: readonly StoredLink[] | undefined,
  thumbOf: (image: string) => string | undefined,
): ShoutLink[] {
  return (links ?? []).map(({ url, domain, title, description, image, clicks }) => {
    const address = image && thumbOf(image);
    return {
      url,
      domain,
      ...(title && { title }),
      ...(description && { description }),
      ...(address && { image: address }),
      click_count: clicks,
    };
  });
}
