import { type RefObject, useEffect, useRef } from 'react';
import { serverNow } from '../kit/clock';

/** Pixels from the end at which the next page is requested (A §9). */
const thresholdPx = 200;

/** Calls `onNear` when `mark` comes near the visible area, at most once in `pause` ms, and only while `idle`. */
export function useListEnd(
  mark: RefObject<HTMLElement | null>,
  idle: boolean,
  pause: number,
  onNear: () => void,
): void {
  const requestedAt = useRef(0);
  const latest = useRef(onNear);
  useEffect(() => {
    latest.current = onNear;
  });
  useEffect(() => {
    if (!idle) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const watch = new IntersectionObserver(
      (entries) => {
        clearTimeout(timer);
        if (!entries.at(-1)?.isIntersecting) return;
        timer = setTimeout(
          () => {
            requestedAt.current = serverNow();
            latest.current();
          },
          Math.max(0, requestedAt.current + pause - serverNow()),
        );
      },
      // The scroller is the root: a margin around the window would be clipped at the scroller's edge.
      { root: mark.current!.closest('[data-scroll]'), rootMargin: `${thresholdPx}px` },
    );
    watch.observe(mark.current!);
    return () => {
      clearTimeout(timer);
      watch.disconnect();
    };
  }, [mark, idle, pause]);
}
