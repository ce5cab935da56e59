import { type CSSProperties, type ReactNode, type RefObject, useLayoutEffect, useState } from 'react';
import styles from './tile-row.module.css';

/** Pixels from which more than two columns are shown, the least width of a tile, and the gap. */
const wide = 620;
const least = 196;
const gap = 16;

/** The number of columns of {@link TileRow} for the width of an element. */
export function useTileColumns(container: RefObject<HTMLElement | null>): number {
  const [columns, setColumns] = useState(2);
  useLayoutEffect(() => {
    const element = container.current;
    if (!element) return;
    const measure = () => {
      const { paddingInlineStart, paddingInlineEnd } = getComputedStyle(element);
      const width = element.clientWidth - (parseFloat(paddingInlineStart) || 0) - (parseFloat(paddingInlineEnd) || 0);
      setColumns(width < wide ? 2 : Math.floor((width + gap) / (least + gap)));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [container]);
  return columns;
}

/** One row of a grid of tiles that a long list renders row by row. Its items belong to the list around it. */
export function TileRow({ columns, children }: { columns: number; children: readonly ReactNode[] }) {
  return (
    <div className={styles.row} style={{ '--columns': columns } as CSSProperties}>
      {children.map((child, index) => (
        <div key={index} role="listitem">
          {child}
        </div>
      ))}
    </div>
  );
}
