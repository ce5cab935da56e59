import { readDisplay } from '@paddock/contract/calls/rooms';
import { ApiError } from '@paddock/mfe-kit/api-error';
import type { CallReply } from '@paddock/contract/core/call';
import type { ScreenProps } from '@paddock/mfe-kit/define-mfe';
import { useMinute } from '@paddock/mfe-kit/format';
import { useErrorText, useFormat, useText } from '@paddock/mfe-kit/i18n';
import { isTransient, LinkPage } from '@paddock/mfe-kit/link-call';
import { useCallQuery } from '@paddock/mfe-kit/queries';
import { Button } from '@paddock/ui/button';
import { Tv, WifiOff } from 'lucide-react';
import { useEffect } from 'react';
import styles from './room-display.module.css';
import { stepsOf } from './display-day';

/** The wall display of a room by its signed address: now, next and the day, read again each minute; no session is needed. */
export function RoomDisplay({ params: { id, token } }: ScreenProps<'id' | 'token'>) {
  const t = useText();
  const errorText = useErrorText();
  const now = useMinute();
  const answer = useCallQuery(readDisplay, { id, display_token: token }, { staleTime: 0 });
  const { refetch } = answer;
  useEffect(() => {
    void refetch();
  }, [now, refetch]);
  const { error, data } = answer;
  const isRefused = error !== null && !isTransient(error);
  // Without a network the display keeps the day that it has, and says since when.
  if (data && !isRefused) return <Display data={data} now={now} error={error} readAt={answer.dataUpdatedAt} />;
  if (!error) return <LinkPage kind="busy" title={t('display.busy')} />;
  return (
    <LinkPage
      kind={isRefused ? 'bad' : 'wait'}
      icon={isRefused ? Tv : WifiOff}
      title={t(isRefused ? 'display.broken' : 'display.not_answered')}
      text={errorText(error)}
      actions={
        !isRefused && (
          <Button variant="ink" size="l" pending={answer.isFetching} onPress={() => void refetch()}>
            {t('display.retry')}
          </Button>
        )
      }
    />
  );
}

interface DisplayProps {
  data: CallReply<typeof readDisplay>;
  now: number;
  error: ApiError | null;
  readAt: number;
}

function Display({ data, now, error, readAt }: DisplayProps) {
  const t = useText();
  const format = useFormat();
  const { title, time_zone: zone, bookings, start, end } = data;
  const time = (at: string | number) => format.time(at, zone);
  const current = bookings.find(({ from, to }) => Date.parse(from) <= now && now < Date.parse(to));
  const next = bookings.find(({ from }) => Date.parse(from) > now);
  return (
    <div className={styles.display} data-busy={current !== undefined || undefined}>
      <header className={styles.head}>
        <h1 dir="auto">{title}</h1>
        <p className="tabular-nums">{time(now)}</p>
      </header>
      <section className={styles.now} aria-live="polite" aria-label={t('display.now')}>
        <p className={styles.state}>{t(current ? 'display.taken' : 'display.free')}</p>
        <p className={styles.who}>
          {current ? (
            <bdi>{current.name || t('display.former')}</bdi>
          ) : next ? (
            t('display.until', { time: time(next.from) })
          ) : (
            t('display.rest_of_day')
          )}
        </p>
        {current && (
          <p className={styles.span}>{t('rooms.span', { start: time(current.from), end: time(current.to) })}</p>
        )}
      </section>
      <section className={styles.next} aria-label={t('display.next')}>
        <h2>{t('display.next')}</h2>
        {next ? (
          <p>
            <span className="tabular-nums">{t('rooms.span', { start: time(next.from), end: time(next.to) })}</span>{' '}
            <bdi>{next.name || t('display.former')}</bdi>
          </p>
        ) : (
          <p>{t('display.nothing_next')}</p>
        )}
      </section>
      <section className={styles.day} aria-label={t('display.day')}>
        <h2>{format.day(start, zone)}</h2>
        <ol className={styles.steps}>
          {stepsOf({ start, end, bookings }).map(({ from, to, name, share }) => (
            <li
              key={from}
              style={{ flexGrow: share }}
              data-taken={name !== undefined || undefined}
              data-past={Date.parse(to) <= now || undefined}
            >
              <span className="tabular-nums">{time(from)}</span>{' '}
              <span className="truncate">
                {name === undefined ? (
                  <span className="sr-only">{t('display.free')}</span>
                ) : (
                  <bdi>{name || t('display.former')}</bdi>
                )}
              </span>
            </li>
          ))}
        </ol>
      </section>
      {error && <p role="status">{t('display.stale', { time: format.time(readAt, zone) })}</p>}
    </div>
  );
}
