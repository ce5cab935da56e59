import { useFormat, useText } from '@paddock/mfe-kit/i18n';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { OpenPdf } from './open-pdf';
import styles from './thumbnails.module.css';

/** Height of a row, in the style sheet too. */
const rowHeight = 188;

interface ThumbnailsProps {
  pdf: OpenPdf;
  current: number;
  pages: number;
  columns: number;
  onPage: (page: number) => void;
}

/** Small pictures of the pages. Only those in view exist. */
export function Thumbnails({ pdf, current, pages, columns, onPage }: ThumbnailsProps) {
  const list = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ top: 0, height: 0 });
  const row = Math.floor((current - 1) / columns);
  useLayoutEffect(() => {
    const element = list.current!;
    const measure = () => setView({ top: element.scrollTop, height: element.clientHeight });
    const resizing = new ResizeObserver(measure);
    resizing.observe(element);
    return () => resizing.disconnect();
  }, []);
  useLayoutEffect(() => {
    const element = list.current!;
    const top = row * rowHeight;
    if (top < element.scrollTop || top + rowHeight > element.scrollTop + element.clientHeight)
      element.scrollTop = top - (element.clientHeight - rowHeight) / 2;
  }, [row]);
  const first = Math.max(0, Math.floor(view.top / rowHeight) - 1);
  const last = Math.min(Math.ceil(pages / columns), Math.ceil((view.top + view.height) / rowHeight) + 1);
  const shown = Array.from({ length: Math.max(0, last - first) * columns }, (_, at) => first * columns + at + 1);
  return (
    <div
      ref={list}
      className={styles.list}
      onScroll={({ currentTarget: { scrollTop, clientHeight } }) => setView({ top: scrollTop, height: clientHeight })}
    >
      <div
        className={styles.pages}
        style={{
          blockSize: Math.ceil(pages / columns) * rowHeight,
          paddingBlockStart: first * rowHeight,
          gridTemplateColumns: `repeat(${columns}, 1fr)`,
        }}
      >
        {shown
          .filter((page) => page <= pages)
          .map((page) => (
            <Thumbnail key={page} pdf={pdf} page={page} isCurrent={page === current} onPress={() => onPage(page)} />
          ))}
      </div>
    </div>
  );
}

interface ThumbnailProps {
  pdf: OpenPdf;
  page: number;
  isCurrent: boolean;
  onPress: () => void;
}

function Thumbnail({ pdf, page, isCurrent, onPress }: ThumbnailProps) {
  const t = useText();
  const { number } = useFormat();
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => pdf.drawThumbnail(page, canvas.current!), [pdf, page]);
  return (
    <button
      type="button"
      className={styles.page}
      aria-label={t('pdf.page_number', { page: number(page) })}
      aria-current={isCurrent ? 'page' : undefined}
      onClick={onPress}
    >
      <canvas ref={canvas} className={styles.picture} />
      <span className="caption tabular-nums">{number(page)}</span>
    </button>
  );
}
