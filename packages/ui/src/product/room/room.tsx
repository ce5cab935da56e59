import type { MouseEvent, ReactNode } from 'react';
import { DoorOpen } from 'lucide-react';
import { cx } from '../../primitives/cx/cx';
import { Icon } from '../../primitives/icon/icon';
import { toneStyle } from '../../primitives/tone-style/tone-style';
import styles from './room.module.css';

interface Pressable {
  href: string;
  onPress?: (event: MouseEvent<HTMLAnchorElement>) => void;
  /** The row whose detail is open. */
  current?: boolean;
}

export interface RoomRowProps extends Pressable {
  name: string;
  /** Lines below the name: "Spa · 8 people · screen". */
  lines?: readonly ReactNode[];
  /** "€120 per hour". */
  price?: string;
  src?: string | undefined;
  /** A Tag: "Needs approval". */
  tag?: ReactNode;
}

/** A bookable room: picture of 104 × 78 px, name, equipment and price. */
export function RoomRow({ href, onPress, current, name, lines = [], price, src, tag }: RoomRowProps) {
  return (
    <a className={styles.room} href={href} onClick={onPress} aria-current={current ? 'true' : undefined}>
      <span className={styles.picture}>
        {src ? (
          <img src={src} alt="" loading="lazy" decoding="async" />
        ) : (
          <Icon of={DoorOpen} className="text-tertiary" />
        )}
      </span>
      <span className={styles.text}>
        <span className="medium line-clamp-2" dir="auto">
          {name}
        </span>
        {lines.map((line, at) => (
          <span key={at} className="label text-secondary line-clamp-2">
            {line}
          </span>
        ))}
        {(price || tag) && (
          <span className={styles.end}>
            {price && <span className="tabular-nums label strong">{price}</span>} {tag}
          </span>
        )}
      </span>
    </a>
  );
}

export interface BookingRowProps extends Pressable {
  start: string;
  end: string;
  /** The room's name. */
  title: string;
  /** "Today, 17:00 to 18:00"; for a member on another clock {@link Joined} with their own time. Wraps between these parts first. */
  text?: ReactNode;
  tone?: string;
  /** A Tag: confirmed, pending. */
  tag?: ReactNode;
}

/** One of the member's bookings. */
export function BookingRow({ href, onPress, current, start, end, title, text, tone, tag }: BookingRowProps) {
  return (
    <a className={styles.booking} href={href} onClick={onPress} aria-current={current ? 'true' : undefined}>
      <span className={styles.time}>
        <span>
          <span className="tabular-nums strong">{start}</span>
        </span>
        <span>
          <span className="tabular-nums caption">{end}</span>
        </span>
      </span>
      <span className={cx('strip', tone && 'tone')} style={toneStyle(tone)} />
      <span className={styles.body}>
        <span className={styles.text}>
          <span className="medium truncate" dir="auto">
            {title}
          </span>
          {text && <span className={cx(styles.when, 'label text-secondary tabular-nums')}>{text}</span>}
        </span>
        {tag}
      </span>
    </a>
  );
}
