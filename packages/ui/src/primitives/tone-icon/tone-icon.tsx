import { cx } from '../cx/cx';
import { Icon } from '../icon/icon';
import type { LucideIcon } from '../icon/icon';
import { toneStyle } from '../tone-style/tone-style';
import styles from './tone-icon.module.css';

/** An icon on a soft 44 px square: links, folders, files. Decorative beside a name. */
export function ToneIcon({ icon, tone }: { icon: LucideIcon; /** Grey by default. */ tone?: string | undefined }) {
  return (
    <span className={cx(styles.square, tone && 'tone')} style={toneStyle(tone)} aria-hidden="true">
      <Icon of={icon} />
    </span>
  );
}
