import { useFormat, useText } from '@paddock/mfe-kit/i18n';
import { SectionHead } from '@paddock/ui/row';
import { wallDate } from '../event-times';

/** The heading of a day's events; names today and tomorrow. */
export function DayHead({ date, now }: { date: string; now: number }) {
  const t = useText();
  const format = useFormat();
  const written = format.day(`${date}T12:00:00Z`, 'UTC');
  const name = date === wallDate(now) ? t('today') : date === wallDate(now + 86_400_000) ? t('tomorrow') : undefined;
  return (
    <div data-day={date}>
      <SectionHead tight aside={name && written}>
        {name ?? written}
      </SectionHead>
    </div>
  );
}
