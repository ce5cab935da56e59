import type { ReactNode } from 'react';
import { CircleAlert, CircleCheck, Info, TriangleAlert, WifiOff } from 'lucide-react';
import { cx } from '../cx/cx';
import { Icon } from '../icon/icon';
import type { LucideIcon } from '../icon/icon';
import styles from './banner.module.css';

export interface BannerProps {
  kind: 'bad' | 'warn' | 'info' | 'ok';
  icon?: LucideIcon;
  /** Full width, under a header. */
  flat?: boolean;
  /** A button or link at the end. */
  action?: ReactNode;
  /** Screen readers announce status (default) when idle, alert at once, none never. */
  live?: 'status' | 'alert' | 'none';
  children: ReactNode;
}

const icons = { bad: CircleAlert, warn: TriangleAlert, info: Info, ok: CircleCheck } as const;

/** A permanent message on the background colour of its kind. */
export function Banner({ kind, icon, flat, action, live = 'status', children }: BannerProps) {
  return (
    <div className={cx(styles.banner, styles[kind], flat && styles.flat)} role={live === 'none' ? undefined : live}>
      <Icon of={icon ?? icons[kind]} size="s" />
      <div className="grow">{children}</div>
      {action}
    </div>
  );
}

/** The amber strip shown while offline; the content below stays usable. */
export function OfflineStrip({ children }: { children: ReactNode }) {
  return (
    <Banner kind="warn" icon={WifiOff} flat>
      {children}
    </Banner>
  );
}
