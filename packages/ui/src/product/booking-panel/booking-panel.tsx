import type { ReactNode } from 'react';
import { X } from 'lucide-react';
import { Button, IconButton } from '../../primitives/button/button';
import styles from './booking-panel.module.css';

export interface BookingPanelProps {
  /** Names the region: "Your booking". */
  label: string;
  /** "16:00–17:00". */
  range: string;
  /** "Strategy room, 1 hour, free for teams". */
  text: ReactNode;
  clearLabel: string;
  onClear: () => void;
  bookLabel: string;
  onBook: () => void;
  pending?: boolean;
  /** An IconButton beside the range: repeat. */
  more?: ReactNode;
  /** The comment: a TextInput. */
  children?: ReactNode;
}

/** Slides over the bottom of a room's page once a slot is selected; one line from 620 px up. */
export function BookingPanel(props: BookingPanelProps) {
  const { label, range, text, clearLabel, onClear, bookLabel, onBook, pending = false, more, children } = props;
  return (
    <section className={styles.panel} aria-label={label}>
      <div className={styles.what} aria-live="polite">
        <p className="grow">
          <b className={styles.range}>
            <span className="tabular-nums">{range}</span>
          </b>
          <span className="label text-secondary">{text}</span>
        </p>
        {more}
        <IconButton icon={X} label={clearLabel} className={styles.clear ?? ''} onPress={onClear} />
      </div>
      <div className={styles.act}>
        {children && <div className={styles.comment}>{children}</div>}
        <Button variant="primary" pending={pending} onPress={onBook}>
          {bookLabel}
        </Button>
      </div>
    </section>
  );
}
