import { useText } from '@paddock/mfe-kit/i18n';
import { Skeleton } from '@paddock/ui/state';
import { useEffect, useRef } from 'react';

/** Milliseconds of quiet before the next step is asked for (B §9, infinite scroll). */
const DEBOUNCE = 300;

/** Asks for the next step when it comes near the visible part. */
export function LoadOlder({
  shape,
  pending,
  onReached,
}: {
  shape: 'shout' | 'bubble' | 'comment';
  pending: boolean;
  onReached: () => void;
}) {
  const t = useText();
  const mark = useRef<HTMLDivElement>(null);
  const latest = useRef(onReached);
  useEffect(() => {
    latest.current = onReached;
  });
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const watch = new IntersectionObserver(
      ([entry]) => {
        clearTimeout(timer);
        if (entry?.isIntersecting && !pending) timer = setTimeout(() => latest.current(), DEBOUNCE);
      },
      // Seen from the part that scrolls: a margin around the window would end at its edge.
      { root: mark.current!.closest('[data-scroll]'), rootMargin: '400px' },
    );
    watch.observe(mark.current!);
    return () => {
      clearTimeout(timer);
      watch.disconnect();
    };
  }, [pending]);
  return <div ref={mark}>{pending && <Skeleton shape={shape} count={2} label={t('loading')} />}</div>;
}
