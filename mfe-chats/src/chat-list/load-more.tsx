import { useText } from '@paddock/mfe-kit/i18n';
import { Skeleton } from '@paddock/ui/state';
import { useEffect, useRef } from 'react';

/** Milliseconds between two further loads of the chat list (A §9). */
const PAUSE = 1000;

/** Loads the next step when the end of the list comes near, at most one a second. */
export function LoadMore({ pending, onReached }: { pending: boolean; onReached: () => void }) {
  const t = useText();
  const end = useRef<HTMLDivElement>(null);
  const loaded = useRef(0);
  const latest = useRef(onReached);
  useEffect(() => {
    latest.current = onReached;
  });
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const watch = new IntersectionObserver(
      ([entry]) => {
        clearTimeout(timer);
        if (!entry?.isIntersecting || pending) return;
        const wait = Math.max(0, loaded.current + PAUSE - Date.now());
        timer = setTimeout(() => {
          loaded.current = Date.now();
          latest.current();
        }, wait);
      },
      // Seen from the part that scrolls: a margin around the window would end at its edge.
      { root: end.current!.closest('[data-scroll]'), rootMargin: '200px' },
    );
    watch.observe(end.current!);
    return () => {
      clearTimeout(timer);
      watch.disconnect();
    };
  }, [pending]);
  return <div ref={end}>{pending && <Skeleton shape="chat" count={2} label={t('loading')} />}</div>;
}
