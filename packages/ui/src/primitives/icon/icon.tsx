import type { LucideIcon } from 'lucide-react';
import { cx } from '../cx/cx';
import styles from './icon.module.css';

export type { LucideIcon } from 'lucide-react';

export type IconSize = 'm' | 's' | 'xs' | 'l';

export interface IconProps {
  /** The icon, imported by name from lucide-react. */
  of: LucideIcon;
  /** m is 22 px (default), s 18 in buttons and meta lines, xs 14 in tags, l 28. */
  size?: IconSize;
  /** Mirrors the icon in right-to-left pages: arrows, chevrons, share. */
  flip?: boolean;
  /** Filled: only for "liked" and stars. */
  solid?: boolean;
  /** Accessible name of a standalone icon. Without it the icon is decorative. */
  label?: string;
  className?: string;
}

const strokes = { m: 1.75, s: 1.75, xs: 2, l: 1.5 } as const;

/** A lucide icon in the sizes and stroke widths of the design. */
export function Icon({ of: Drawing, size = 'm', flip, solid, label, className }: IconProps) {
  return (
    <Drawing
      className={cx(styles.icon, styles[size], solid && styles.solid, flip && 'flip', className)}
      strokeWidth={strokes[size]}
      focusable="false"
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
    />
  );
}
