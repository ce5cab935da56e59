import { useCallback, useLayoutEffect, useRef, useState } from 'react';

/** Pixels from the end within which a page counts as being at its end. */
const NEAR = 80;

/**
 * Keeps a conversation where a reader expects it: at the newest while they are there, and at what they are reading when
 * something is added above. A page that begins at its head (`fromFoot` false) stays there. `above` and `newest` change with
 * what stands above the first row and below the last. `below` is the number of rows below the visible part.
 */
export function useScrollFoot(above: string, newest: string, fromFoot = true) {
  const scroller = useRef<HTMLDivElement>(null);
  const atEnd = useRef(fromFoot);
  /** The first row in sight, and how far below the scroller's edge it begins. */
  const reading = useRef<{ row: Element; offset: number }>(undefined);
  const [below, setBelow] = useState(0);

  const onScroll = useCallback(() => {
    const node = scroller.current;
    if (!node) return;
    atEnd.current = node.scrollHeight - node.scrollTop - node.clientHeight < NEAR;
    const { top, bottom } = node.getBoundingClientRect();
    const rows = [...node.querySelectorAll('[data-item]')];
    const row = rows.find((one) => one.getBoundingClientRect().bottom > top);
    reading.current = row && { row, offset: row.getBoundingClientRect().top - top };
    setBelow(rows.filter((one) => one.getBoundingClientRect().top >= bottom).length);
  }, []);

  useLayoutEffect(() => {
    const node = scroller.current;
    if (!node) return;
    if (atEnd.current) node.scrollTop = node.scrollHeight;
    else if (reading.current) {
      const { row, offset } = reading.current;
      if (row.isConnected)
        node.scrollTop += row.getBoundingClientRect().top - node.getBoundingClientRect().top - offset;
    }
    onScroll();
  }, [above, newest, onScroll]);

  const toBottom = useCallback(() => {
    atEnd.current = true;
    const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
    scroller.current?.scrollTo({ top: scroller.current.scrollHeight, behavior: calm ? 'auto' : 'smooth' });
  }, []);
  return { scroller, onScroll, below, toBottom };
}
