import type { Room } from '@paddock/contract/calls/rooms';
import { localeOf } from '@paddock/mfe-kit/format';
import { useFormat, useText } from '@paddock/mfe-kit/i18n';
import { useSession } from '@paddock/mfe-kit/session';
import { Joined } from '@paddock/ui/joined';
import { useDayTexts } from './day-text';
import { bookedParts } from './week-bar';
import { wallDate } from './room-times';
import styles from './rooms-week.module.css';

/** The dates above the bars; spoken with each bar instead. */
export function WeekHead({ days, today }: { days: readonly string[]; today: string }) {
  const format = useFormat();
  const locale = localeOf(useSession().language);
  const weekday = new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone: 'UTC' });
  const midnight = (day: string) => new Date(`${day}T00:00:00Z`);
  return (
    <div className={styles.head} aria-hidden="true">
      {days.map((day) => (
        <span key={day} className={styles.date} data-today={day === today || undefined}>
          <span className="caption">{weekday.format(midnight(day))}</span>
          <span className="tabular-nums">{format.date(midnight(day), { zone: 'UTC' })}</span>
        </span>
      ))}
    </div>
  );
}

/** A room with the bars of seven days. */
export function WeekRow({ room, days, now }: { room: Room; days: readonly string[]; now: number }) {
  const t = useText();
  const dayTexts = useDayTexts();
  const { id, title, city, capacity, time_zone } = room;
  const address = `#/main/rooms/${encodeURIComponent(id)}`;
  const today = wallDate(now, time_zone);
  return (
    <div className={styles.row}>
      <a className={styles.name} href={address}>
        <span className="medium line-clamp-2" dir="auto">
          {title}
        </span>
        <span className="label text-secondary truncate">
          <Joined parts={[city, capacity !== undefined && t('rooms.people', { count: capacity })]} />
        </span>
      </a>
      {days.map((day) => {
        const { parts, free } = bookedParts(room, day, now);
        const hours = t('week.free_hours', { count: free });
        return (
          <a
            key={day}
            className={styles.bar}
            href={day === today ? address : `${address}?day=${day}`}
            aria-label={t('week.bar', { title, day: dayTexts.long(day, today), hours })}
            data-full={free === 0 || undefined}
          >
            {parts.map(({ start, size, kind }) => (
              <i key={start} data-kind={kind} style={{ insetInlineStart: `${start}%`, inlineSize: `${size}%` }} />
            ))}
          </a>
        );
      })}
    </div>
  );
}

/** Explains the colours of the bars. */
export function WeekLegend() {
  const t = useText();
  return (
    <p className={styles.legend}>
      {(['own', 'booked', 'pending', 'past'] as const).map((kind) => (
        <span key={kind}>
          <i data-kind={kind} />
          {t(`week.legend.${kind}`)}
        </span>
      ))}
    </p>
  );
}
