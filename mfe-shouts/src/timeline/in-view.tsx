import { useEffect, useEffectEvent, useRef } from 'react';

/** An empty element that calls `onEnter` once, when it enters the viewport. */
export function InView({ onEnter }: { onEnter: () => void }) {
  const element = useRef<HTMLSpanElement>(null);
  const enter = useEffectEvent(onEnter);
  useEffect(() => {
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      enter();
    });
    observer.observe(element.current!);
    return () => observer.disconnect();
  }, []);
  return <span ref={element} />;
}

/** An empty element that reports whether it is in the viewport. */
export function AtTop({ onChange }: { onChange: (isVisible: boolean) => void }) {
  const element = useRef<HTMLSpanElement>(null);
  const change = useEffectEvent(onChange);
  useEffect(() => {
    const observer = new IntersectionObserver((entries) => change(entries.at(-1)!.isIntersecting));
    observer.observe(element.current!);
    return () => observer.disconnect();
  }, []);
  return <span ref={element} />;
}
