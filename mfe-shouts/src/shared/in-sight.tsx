import { useEffect, useEffectEvent, useRef } from 'react';

/** Takes no room; tells once when the place where it stands comes into sight. */
export function InSight({ onSight }: { onSight: () => void }) {
  const mark = useRef<HTMLSpanElement>(null);
  const tell = useEffectEvent(onSight);
  useEffect(() => {
    const watch = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      watch.disconnect();
      tell();
    });
    watch.observe(mark.current!);
    return () => watch.disconnect();
  }, []);
  return <span ref={mark} />;
}
