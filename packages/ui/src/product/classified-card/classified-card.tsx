import type { MouseEvent } from 'react';
import { ImageOff } from 'lucide-react';
import { Icon } from '../../primitives/icon/icon';
import styles from './classified-card.module.css';

export interface ClassifiedCardProps {
  href: string;
  title: string;
  /** "12 days · Lukas Rehnfeldt". */
  meta: string;
  src?: string | undefined;
  /** "New" or "Yours", on the picture. */
  tag?: string | undefined;
  onPress?: (event: MouseEvent<HTMLAnchorElement>) => void;
}

/** Picture 1:0.82, title, days left and owner. */
export function ClassifiedCard({ href, title, meta, src, tag, onPress }: ClassifiedCardProps) {
  return (
    <a className={styles.card} href={href} onClick={onPress}>
      <span className={styles.picture}>
        {src ? (
          <img src={src} alt="" loading="lazy" decoding="async" />
        ) : (
          <Icon of={ImageOff} size="l" className="text-tertiary" />
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
