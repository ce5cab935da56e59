import { ArrowUpRight, FileText, Lock } from 'lucide-react';
import { cx } from '../../primitives/cx/cx';
import { Icon } from '../../primitives/icon/icon';
import type { LucideIcon } from '../../primitives/icon/icon';
import { ToneIcon } from '../../primitives/tone-icon/tone-icon';
import styles from './link-tile.module.css';

const corners = { link: ArrowUpRight, document: FileText, locked: Lock };

export interface LinkTileProps {
  href: string;
  icon: LucideIcon;
  tone?: string;
  /** A picture in place of the icon. */
  src?: string | undefined;
  title: string;
  /** "Opens in the app"; for a locked link, the plan that unlocks it. */
  text?: string;
  /** The kind of target, shown in the corner. */
  kind?: keyof typeof corners;
  /** Label of the corner: "Document", "Locked". */
  kindLabel?: string;
  /** Opens in a new browser tab. */
  external?: boolean;
}

/** A link with icon and title: square on a phone, 16:11 from 620 px up. */
export function LinkTile(props: LinkTileProps) {
  const { href, icon, tone, src, title, text, kind = 'link', kindLabel, external } = props;
  const locked = kind === 'locked';
  return (
    <a
      className={cx(styles.tile, locked && styles.locked)}
      href={href}
      {...(external ? { target: '_blank', rel: 'noopener noreferrer' } : {})}
    >
      <span className={styles.head}>
        {src ? (
          <img className={styles.picture} src={src} alt="" />
        ) : (
          <ToneIcon icon={icon} tone={locked ? undefined : tone} />
        )}
        <Icon of={corners[kind]} className="text-tertiary" flip={kind === 'link'} label={kindLabel ?? ''} />
      </span>
      <span className={styles.text}>
        <span className={cx('heading line-clamp-2', locked && 'text-secondary')} dir="auto">
          {title}
        </span>
        {text && (
          <span className={cx('label line-clamp-2', locked ? 'text-secondary' : 'text-tertiary')} dir="auto">
            {text}
          </span>
        )}
      </span>
    </a>
  );
}
