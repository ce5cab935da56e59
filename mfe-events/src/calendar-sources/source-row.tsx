import type { EventSource } from '@paddock/contract/calls/event-sources';
import { useNow } from '@paddock/mfe-kit/format';
import { useFormat, useText } from '@paddock/mfe-kit/i18n';
import { Menu } from '@paddock/ui/menu';
import { Spinner } from '@paddock/ui/spinner';
import { CircleAlert, RefreshCw, Trash2 } from 'lucide-react';
import styles from './calendar-sources.module.css';
import { SourceNotes } from './source-notes';

interface SourceRowProps {
  source: EventSource;
  isReading: boolean;
  onRead: () => void;
  onRemove: () => void;
}

/** A subscribed calendar: its name, its address, and whether its events are up to date. */
export function SourceRow({ source, isReading, onRead, onRemove }: SourceRowProps) {
  const t = useText();
  const format = useFormat();
  const now = useNow();
  const { title, url, color, problem, state, events_count, read, next } = source;
  const when = read && format.relative(read, now);
  const count = t('sources.events', { count: events_count });
  return (
    <div className={styles.row}>
      <span className={styles.dot} style={{ background: color }} />
      <div className={styles.text}>
        <p className="medium truncate">
          <bdi>{title}</bdi>
        </p>
        <p className="label text-secondary truncate">
          <bdi dir="ltr">{url}</bdi>
        </p>
        {problem ? (
          <p className={styles.problem}>
            <CircleAlert size={14} aria-hidden /> {t(`sources.${problem}`)} {when && t('sources.since', { when })}
          </p>
        ) : (
          <p className="label text-tertiary">
            {state === 'waiting' ? t('sources.waiting') : `${count} · ${t('sources.read', { when: when ?? '' })}`}
          </p>
        )}
        {state !== 'waiting' && (
          <p className="label text-tertiary">{t('sources.next', { when: format.relative(next, now) })}</p>
        )}
        <SourceNotes source={source} />
      </div>
      {isReading ? (
        <Spinner label={t('sources.refresh')} />
      ) : (
        <Menu
          label={t('sources.more', { title })}
          items={[
            { id: 'read', label: t('sources.refresh'), icon: RefreshCw, onPress: onRead },
            { id: 'remove', label: t('sources.remove'), icon: Trash2, danger: true, onPress: onRemove },
          ]}
        />
      )}
    </div>
  );
}
