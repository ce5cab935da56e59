import { useFormat, useText } from '@paddock/mfe-kit/i18n';
import { SectionHead } from '@paddock/ui/row';
import { wallDate } from '../event-times';
import { EventItem } from './event-item';
import styles from './event-days.module.css';
import type { Day } from './days';

interface EventDaysProps {
  days: readonly Day[];
  now: number;
  /** The id of the event beside the list. */
  current?: string | undefined;
}

/** Days with their events; today and tomorrow by name. */
export function EventDays({ days, now, current }: EventDaysProps) {
  const t = useText();
  const format = useFormat();
  const today = wallDate(now);
  const tomorrow = wallDate(now + 86_400_000);
  return days.map(({ date, events }) => {
    const written = format.day(`${date}T12:00:00Z`, 'UTC');
    const name = date === today ? t('today') : date === tomorrow ? t('tomorrow') : undefined;
    return (
      <section key={date} data-day={date}>
        <div className={styles.head}>
          <SectionHead tight aside={name && written}>
            {name ?? written}
          </SectionHead>
        </div>
        <ul>
          {events.map((event) => (
            <li key={event.id}>
              <EventItem event={event} now={now} current={event.id === current} />
            </li>
          ))}
        </ul>
      </section>
    );
  });
}
