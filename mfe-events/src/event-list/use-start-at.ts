import { type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * Opens a long list where the reader wants to be: at the chosen row if there is one, else at a day. Once, when the list is there;
 * later only when asked.
 */
export function useStartAt(
  scroller: RefObject<HTMLElement | null>,
  { day, row, ready }: { day: string | undefined; row: string | undefined; ready: boolean },
): (day: string) => void {
  const startAt = (date: string) => {
    const section = scroller.current?.querySelector<HTMLElement>(`[data-day="${date}"]`);
    if (section && scroller.current) scroller.current.scrollTop = section.offsetTop;
  };
  const done = useRef(false);
  useLayoutEffect(() => {
    if (!ready || done.current) return;
    done.current = true;
    const chosen = row === undefined ? null : scroller.current?.querySelector('[aria-current]');
    if (chosen) chosen.scrollIntoView({ block: 'center' });
    else if (day !== undefined) startAt(day);
  });
  return startAt;
}
