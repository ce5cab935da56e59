import type { ShoutCard } from '@paddock/contract/calls/shouts';
import { firstName } from '@paddock/contract/core/first-name';
import { localeOf } from '@paddock/mfe-kit/format';

/** First names for 1 to 3 likes, a count for 4 or more (A §9). */
export function likersNames(
  { likes_count, first_likes }: Pick<ShoutCard, 'likes_count' | 'first_likes'>,
  language: string,
): string | null {
  if (likes_count === 0 || likes_count > 3 || first_likes.length < likes_count) return null;
  const names = first_likes.slice(0, likes_count).map(firstName);
  return new Intl.ListFormat(localeOf(language)).format(names);
}
