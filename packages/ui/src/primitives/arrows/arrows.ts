import type { KeyboardEvent } from 'react';

/** Is this element read from right to left? */
export const isRtl = (element: Element) => element.closest('[dir="rtl"], [dir="ltr"]')?.getAttribute('dir') === 'rtl';

/** One forwards (1) or back (-1) along the line for the two arrows that lie on it, else 0; they swap from right to left. */
export function inlineStep({ key, currentTarget }: KeyboardEvent): -1 | 0 | 1 {
  if (key !== 'ArrowRight' && key !== 'ArrowLeft') return 0;
  return (key === 'ArrowRight') === isRtl(currentTarget) ? -1 : 1;
}
