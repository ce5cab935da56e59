import { type RefObject, useLayoutEffect, useRef } from 'react';

interface StartAt {
  /** Of the list's scroller. */
  ref: RefObject<HTMLDivElement | null>;
  /** Goes to a day again. */
  go: (day: string) => void;
}

/**
 * Opens a long list where the reader wants to be: at the chosen row if there is one, else at a day. Once, when the list is there;
 * later only when asked.
 */
export function useStartAt({ day, ready }: { day: string | undefined; ready: boolean }): StartAt {
  const ref = useRef<HTMLDivElement>(null);
  const go = (date: string) => ref.current?.querySelector(`[data-day="${date}"]`)?.scrollIntoView({ block: 'start' });
  const done = useRef(false);
  useLayoutEffect(() => {
    if (!ready || done.current) return;
    done.current = true;
    const chosen = ref.current?.querySelector('[aria-current]');
    if (chosen) chosen.scrollIntoView({ block: 'center' });
    else if (day !== undefined) go(day);
  });
  return { ref, go };
}
