import type { ReactNode, RefObject } from 'react';
import { Dialog } from 'react-aria-components';
import { cx } from '../../primitives/cx/cx';
import { FloatingPopover } from './floating-popover';
import styles from './floating.module.css';

export interface PanelProps {
  trigger: RefObject<HTMLElement | null>;
  open: boolean;
  onClose: () => void;
  label: string;
  /** Above the foot of the rail, or below its head and down to the end of the window. */
  placement: 'top start' | 'bottom start';
  children: ReactNode;
}

/** Content that floats beside a button of the rail: the profile's menu, notifications. It imports React Aria, so load it lazily. */
export function Panel({ label, placement, children, ...popover }: PanelProps) {
  return (
    <FloatingPopover
      {...popover}
      placement={placement}
      className={cx(styles.panel, placement === 'bottom start' && styles.long)}
    >
      <Dialog className={styles.dialog ?? ''} aria-label={label}>
        {children}
      </Dialog>
    </FloatingPopover>
  );
}
