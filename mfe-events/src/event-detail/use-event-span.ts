import type { PaddockEvent } from '@paddock/contract/calls/events';
import { localeOf } from '@paddock/mfe-kit/format';
import { useFormat, useText } from '@paddock/mfe-kit/i18n';
import { useSession } from '@paddock/mfe-kit/session';
import { zoneName } from '@paddock/mfe-kit/zones';
import { isAllDay, isElsewhere, isOtherYear, lastDateOf, phaseOf, wallDate } from '../event-times';

/** An event's time in words: in the event's time zone, then relative and in the reader's own time zone. */
export function useEventSpan(event: PaddockEvent, now: number): { title: string; sub: string } {
  const t = useText();
  const format = useFormat();
  const locale = localeOf(useSession().language);
  const { when, end, time_zone } = event;
  const dayOf = (at: string) => format.day(at, time_zone, isOtherYear(wallDate(at, time_zone), now));
  const day = dayOf(when);
  const relative = phaseOf(event, now) === 'now' ? t('detail.on_now') : format.relative(when, now);
  if (isAllDay(event)) {
    const isOneDay = lastDateOf(event) === wallDate(when, time_zone);
    const title = isOneDay ? t('detail.day', { day }) : t('detail.days', { day, endDay: dayOf(end ?? when) });
    return { title, sub: relative };
  }

  const start = format.time(when, time_zone);
  const title =
    end === undefined
      ? t('place_and_time', { place: day, time: start })
      : wallDate(end, time_zone) === wallDate(when, time_zone)
        ? t('detail.span', { day, start, end: format.time(end, time_zone) })
        : t('detail.span_of_days', {
            day,
            start,
            endDay: dayOf(end),
            end: format.time(end, time_zone),
          });
  if (!isElsewhere(event)) return { title, sub: t('detail.your_local_time', { relative }) };

  const zone = zoneName(time_zone, { locale, at: when, style: 'longGeneric' });
  const time = format.time(when);
  const own =
    wallDate(when) === wallDate(when, time_zone)
      ? t('your_time', { time })
      : t('detail.your_day_and_time', { day: format.day(when), time });
  return { title, sub: `${t('detail.other_zone', { relative, zone })} · ${own}` };
}
