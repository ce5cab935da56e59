import { type CSSProperties, type ReactNode, type RefObject, useLayoutEffect, useState } from 'react';
import styles from './tile-row.module.css';

/** From this width on in rem, more than two columns are shown. */
const minWide = 38.75;
/** In rem: the minimum width of a tile, and the gap. */
const sizes = { wide: [12.25, 1], narrow: [8.5, 0.75] } as const;

/** The number of columns of {@link TileRow} for the width of an element. */
export function useTileColumns(container: RefObject<HTMLElement | null>): number {
  const [columns, setColumns] = useState(2);
  useLayoutEffect(() => {
    const element = container.current;
    if (!element) return;
    const measure = () => {
      const { paddingInlineStart, paddingInlineEnd } = getComputedStyle(element);
      const width = element.clientWidth - (parseFloat(paddingInlineStart) || 0) - (parseFloat(paddingInlineEnd) || 0);
      const rems = width / (parseFloat(getComputedStyle(document.documentElement).fontSize) || 16);
      const [least, gap] = sizes[rems < minWide ? 'narrow' : 'wide'];
      const fitting = Math.max(1, Math.floor((rems + gap) / (least + gap)));
      setColumns(rems < minWide ? Math.min(2, fitting) : fitting);
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
