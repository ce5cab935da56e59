import type { Classified } from '@paddock/contract/calls/classifieds';
import { dayMs } from '@paddock/contract/core/durations';
import { useNow } from '@paddock/mfe-kit/format';
import { useText } from '@paddock/mfe-kit/i18n';

/** Days until an ad ends, rounded up: an ad with an hour left has one day. */
const daysLeft = (expires: string, now: number): number => Math.max(0, Math.ceil((Date.parse(expires) - now) / dayMs));

/** The text of the days that an ad has left, or that it has ended. */
export function useDaysText(): (ad: Pick<Classified, 'expires' | 'expired'>) => string {
  const t = useText();
  const now = useNow();
  return ({ expires, expired }) =>
    expired || Date.parse(expires) <= now ? t('ads.ended') : t('ads.days', { count: daysLeft(expires, now) });
}
