import type { CSSProperties } from 'react';
import { cx } from '../cx/cx';
import { Icon } from '../icon/icon';
import type { LucideIcon } from '../icon/icon';
import styles from './tone-icon.module.css';

/** An icon on a soft 44 px square: links, folders, files. Decorative beside a name. */
export function ToneIcon({ icon, tone }: { icon: LucideIcon; /** Grey by default. */ tone?: string | undefined }) {
  return (
    <span
      className={cx(styles.square, tone && 'tone')}
      style={tone ? ({ '--tone': tone } as CSSProperties) : undefined}
      aria-hidden="true"
    >
      <Icon of={icon} />
    </span>
  );
}
