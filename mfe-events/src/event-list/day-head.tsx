import { dateAfter } from '@paddock/contract/core/time-zones';
import { useFormat, useText } from '@paddock/mfe-kit/i18n';
import { SectionHead } from '@paddock/ui/row';
import { isOtherYear, wallDate } from '../event-times';

/** The heading of a day's events; names today and tomorrow. */
export function DayHead({ date, now }: { date: string; now: number }) {
  const t = useText();
  const format = useFormat();
  const today = wallDate(now);
  const written = format.day(`${date}T12:00:00Z`, 'UTC', isOtherYear(date, now));
  const name = date === today ? t('today') : date === dateAfter(today, 1) ? t('tomorrow') : undefined;
  return (
    <div data-day={date}>
      <SectionHead tight aside={name && written}>
        {name ?? written}
      </SectionHead>
    </div>
  );
}
