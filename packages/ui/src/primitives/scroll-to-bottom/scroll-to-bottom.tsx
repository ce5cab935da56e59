import type { ReactNode } from 'react';
import { ArrowDown } from 'lucide-react';
import { Icon } from '../icon/icon';
import styles from './scroll-to-bottom.module.css';

export interface ScrollToBottomProps {
  /** "To the newest", with the number of new items. */
  label: string;
  /** A Badge with the number of new items below. */
  badge?: ReactNode;
  onPress: () => void;
}

/** A round 44 px button above the composer at the inline end. Place it just before the composer, in a pane. */
export function ScrollToBottom({ label, badge, onPress }: ScrollToBottomProps) {
  return (
    <div className={styles.anchor}>
      <button type="button" className={styles.button} title={label} onClick={onPress}>
        <Icon of={ArrowDown} />
        <span className="sr-only">{label}</span>
        {badge && <span className={styles.badge}>{badge}</span>}
      </button>
    </div>
  );
}
