import { useCallback, useLayoutEffect, useRef, useState } from 'react';

/** Pixels from the end within which a page counts as being at its end. */
const NEAR = 80;

/**
 * Keeps a conversation where a reader expects it: at the newest while they are there, and at what they are reading when
 * older shouts are added above. A page that begins at its head (`fromFoot` false) stays there. `below` is the number of rows below the visible part.
 */
export function useScrollFoot(oldest: string | undefined, newest: string, fromFoot = true) {
  const scroller = useRef<HTMLDivElement>(null);
  const atEnd = useRef(fromFoot);
  const height = useRef(0);
  const known = useRef(oldest);
  const [below, setBelow] = useState(0);

  const onScroll = useCallback(() => {
    const node = scroller.current;
    if (!node) return;
    atEnd.current = node.scrollHeight - node.scrollTop - node.clientHeight < NEAR;
    const edge = node.getBoundingClientRect().bottom;
    const rows = [...node.querySelectorAll('[data-item]')];
    setBelow(rows.filter((row) => row.getBoundingClientRect().top >= edge).length);
  }, []);

  useLayoutEffect(() => {
    const node = scroller.current;
    if (!node) return;
    if (atEnd.current) node.scrollTop = node.scrollHeight;
    else if (known.current !== oldest) node.scrollTop += node.scrollHeight - height.current;
    known.current = oldest;
    height.current = node.scrollHeight;
    onScroll();
  }, [oldest, newest, onScroll]);

  const toBottom = useCallback(() => {
    atEnd.current = true;
    const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
    scroller.current?.scrollTo({ top: scroller.current.scrollHeight, behavior: calm ? 'auto' : 'smooth' });
  }, []);
  return { scroller, onScroll, below, toBottom };
}
