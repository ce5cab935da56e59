import type { CalendarNote, EventSource } from '@paddock/contract/calls/event-sources';
import { useText } from '@paddock/mfe-kit/i18n';
import { TriangleAlert } from 'lucide-react';
import styles from './calendar-sources.module.css';

/** What the last read of a calendar could not take as it is: skipped events, and events of which a property was left out. */
export function SourceNotes({ source: { skipped, notes } }: { source: EventSource }) {
  const t = useText();
  if (skipped === 0 && notes.length === 0) return null;
  const listed = new Set(notes.map(({ title, problem }) => `${problem} ${title}`));
  const distinct = notes.filter(({ title, problem }) => listed.delete(`${problem} ${title}`));
  return (
    <details className={styles.notes}>
      <summary className="label">
        <TriangleAlert size={14} aria-hidden />{' '}
        {skipped > 0 ? t('sources.skipped', { count: skipped }) : t('sources.notes', { count: distinct.length })}
      </summary>
      <ul>
        {distinct.map((note) => (
          <Note key={`${note.problem} ${note.title}`} note={note} />
        ))}
      </ul>
    </details>
  );
}

function Note({ note: { title, problem, skipped } }: { note: CalendarNote }) {
  const t = useText();
  return (
    <li>
      <p className="label medium">
        <bdi>{title || t('sources.untitled')}</bdi>
      </p>
      <p className="label text-secondary">
        {t(`sources.parts.${problem}`)} {skipped && t('sources.is_skipped')}
      </p>
    </li>
  );
}
