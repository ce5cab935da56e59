import { createLucideIcon, type LucideIcon } from 'lucide-react';
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

type Shapes = readonly (readonly [element: string, attributes: object])[];
const drawn = new WeakMap<Shapes, LucideIcon>();

/** Returns the icon that consists of these SVG elements, in a square of 24 units; the same one for the same array. */
export function drawnIcon(shapes: Shapes): LucideIcon {
  const known = drawn.get(shapes);
  if (known) return known;
  const nodes = shapes.map(([element, attributes], key) => [element, { ...attributes, key }]);
  const icon = createLucideIcon('drawn', nodes as Parameters<typeof createLucideIcon>[1] & object);
  drawn.set(shapes, icon);
  return icon;
}

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
