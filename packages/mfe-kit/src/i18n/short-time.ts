import { dayMs } from '@paddock/contract/core/durations';
import { useSession } from '../session/session';
import { dateFormat } from './date-format';
import { localeOf, useNow } from './format';
import { useFormat } from './i18n';

/** A row's time: the hour for today, the weekday within a week, otherwise the date. */
export function useShortTime(): (instant: string) => string {
  const format = useFormat();
  const { language } = useSession();
  const now = new Date(useNow());
  const today = new Date(now.getFullYear(), now.getMonth(), now.getDate()).getTime();
  return (instant) => {
    const then = new Date(instant).getTime();
    if (then >= today) return format.time(instant);
    if (then >= today - 6 * dayMs) return dateFormat(localeOf(language), { weekday: 'short' }).format(then);
    return format.date(instant, { year: then < today - 300 * dayMs });
  };
}
