import { ImageOff } from 'lucide-react';
import { Icon, type LucideIcon } from '../../primitives/icon/icon';
import { useLongPress } from '../../primitives/long-press/long-press';
import styles from './classified-card.module.css';

export interface ClassifiedCardProps {
  href: string;
  title: string;
  /** "12 days · Lukas Rehnfeldt". */
  meta: string;
  src?: string | undefined;
  /** Shown without a picture: the category's. */
  icon?: LucideIcon | undefined;
  /** "New" or "Yours", on the picture. */
  tag?: string | undefined;
  /** Whether the ad is open below its row. */
  expanded?: boolean | undefined;
  /** Called by a long press and by the keys of a context menu. */
  onLongPress?: (() => void) | undefined;
}

/** Picture 1:0.82, title, days left and owner. */
export function ClassifiedCard(props: ClassifiedCardProps) {
  const { href, title, meta, src, icon = ImageOff, tag, expanded, onLongPress } = props;
  const press = useLongPress(onLongPress);
  return (
    <a className={styles.card} href={href} aria-expanded={expanded} {...press}>
      <span className={styles.picture}>
        {src ? (
          <img src={src} alt="" loading="lazy" decoding="async" />
        ) : (
          <Icon of={icon} size="l" className="text-tertiary" />
        )}
        {tag && <span className={styles.tag}>{tag}</span>}
      </span>{' '}
      <span className={styles.text}>
        <span className="medium truncate" dir="auto">
          {title}
        </span>{' '}
        <span className="caption truncate">{meta}</span>
      </span>
    </a>
  );
}
