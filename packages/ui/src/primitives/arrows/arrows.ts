import type { KeyboardEvent } from 'react';

/** Returns true when the element has right-to-left direction. */
export const isRtl = (element: Element) => element.closest('[dir="rtl"], [dir="ltr"]')?.getAttribute('dir') === 'rtl';

/** Returns 1 for the horizontal arrow key that points forward in the text direction, -1 for the other, and 0 for other keys. */
export function inlineStep({ key, currentTarget }: KeyboardEvent): -1 | 0 | 1 {
  if (key !== 'ArrowRight' && key !== 'ArrowLeft') return 0;
  return (key === 'ArrowRight') === isRtl(currentTarget) ? -1 : 1;
}
