import { useId, useState } from 'react';
import type { ReactNode } from 'react';
import { ChevronDown } from 'lucide-react';
import { cx } from '../cx/cx';
import { Icon } from '../icon/icon';
import type { LucideIcon } from '../icon/icon';
import styles from './drawer.module.css';

export interface DrawerItem {
  id: string;
  icon: LucideIcon;
  title: string;
  /** The current setting: "Some are off". */
  sub?: ReactNode;
  /** Destructive; conventionally last. */
  danger?: boolean;
  /** Content of the open drawer. */
  children: ReactNode;
}

export interface DrawersProps {
  items: DrawerItem[];
  /** Id of the open drawer, for controlled use with `onChange`. */
  open?: string | null;
  onChange?: (id: string | null) => void;
}

/** Rows that open in place, one at a time. */
export function Drawers({ items, open, onChange }: DrawersProps) {
  const [own, setOwn] = useState<string | null>(null);
  const base = useId();
  const current = open === undefined ? own : open;
  return (
    <div className={styles.drawers}>
      {items.map(({ id, icon, title, sub, danger, children }) => {
        const expanded = current === id;
        return (
          <div key={id} className={styles.drawer}>
            <h2>
              <button
                type="button"
                className={cx(styles.row, danger && 'danger')}
                aria-expanded={expanded}
                aria-controls={expanded ? `${base}-${id}` : undefined}
                onClick={() => {
                  const next = expanded ? null : id;
                  setOwn(next);
                  onChange?.(next);
                }}
              >
                <Icon of={icon} className={danger ? undefined : 'text-secondary'} />
                <span className="grow">
                  <span className={cx('medium', styles.line)}>{title}</span>
                  {sub && <span className={cx('label text-tertiary', styles.line)}>{sub}</span>}
                </span>
                <Icon of={ChevronDown} size="s" className={cx('text-tertiary', styles.chevron)} />
              </button>
            </h2>
            {expanded && (
              <div id={`${base}-${id}`} className={styles.body}>
                {children}
              </div>
            )}
          </div>
        );
      })}
    </div>
  );
}
