import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react';
import type { ListMemory } from './list-memory';
import { rowsToRender, type Order } from './list-order';
import { useVirtualizer } from './list-virtualizer';

/** Shorter lists render every row, so that the browser's search finds them. */
const maxUnwindowedRows = 100;
/** Rendered rows of a longer list until the virtualizer is loaded. */
const rowsWhileLoading = 200;
/** Corrections of the list's position without a frame between them. */
const maxCorrections = 8;

export interface ShownRow {
  index: number;
  /** Height in pixels of the omitted rows before it. */
  before: number;
}

interface ListWindow {
  shown: ShownRow[];
  /** Height in pixels of the omitted rows at the end. */
  after: number;
  /** True when some rows are not rendered. */
  partly: boolean;
  /** Ref of every row. */
  measure: ((row: HTMLElement | null) => void) | undefined;
  startOf: (index: number) => number | undefined;
}

/**
 * Selects the rows to render: all of a short list; of a long one the visible rows, some around them, and the focused one. Rows are in
 * the normal flow, so that an omitted one only leaves a gap before the next.
 *
 * @param estimate the height in pixels of a row that was never rendered
 * @param begin index of the first row to show
 */
export function useListWindow(
  content: RefObject<HTMLElement | null>,
  memory: ListMemory,
  order: Order,
  estimate: number,
  begin: number,
): ListWindow {
  const { keys } = order;
  const partly = keys.length > maxUnwindowedRows;
  const [{ margin, gap }, setAround] = useState({ margin: 0, gap: 0 });
  /** The index of the row that has the focus, or whose menu has it. */
  const focused = () => {
    const isInside = content.current?.contains(document.activeElement);
    const holder = isInside
      ? document.activeElement
      : content.current?.querySelector('[aria-haspopup][aria-expanded=true]');
    const row = holder?.closest<HTMLElement>('[data-row]');
    return row ? order.indexOf.get(row.dataset.row!) : undefined;
  };
  const keyOf = useCallback((index: number) => keys[index]!, [keys]);
  const { virtualizer, missing } = useVirtualizer(partly, (core) => ({
    count: keys.length,
    getScrollElement: () => content.current?.closest<HTMLElement>('[data-scroll]') ?? null,
    getItemKey: keyOf,
    estimateSize: (index) => memory.sizes.get(keys[index]!) ?? estimate,
    measureElement(row, entry, instance) {
      // Rows of a hidden pane have no height.
      return core.measureElement(row, entry, instance) || (memory.sizes.get(row.dataset.row!) ?? estimate);
    },
    rangeExtractor: (range) => rowsToRender(range, order, focused()),
    enabled: partly,
    overscan: 6,
    scrollMargin: margin,
    gap,
    initialOffset: memory.top,
  }));

  const items = virtualizer?.getVirtualItems();
  const corrections = useRef(0);
  useLayoutEffect(() => {
    const scroller = virtualizer?.scrollElement;
    const row = content.current?.querySelector<HTMLElement>('[data-row]:not([data-head])');
    const item = row && virtualizer?.measurementsCache[Number(row.dataset.index)];
    if (!partly || !scroller || !row || !item || scroller.clientHeight === 0) return;
    const top = row.getBoundingClientRect().top - scroller.getBoundingClientRect().top + scroller.scrollTop;
    const between = Number.parseFloat(getComputedStyle(row.parentElement!).rowGap) || 0;
    const off = top - item.start;
    if (Math.abs(off) <= 2 && between === gap) return;
    // While heights change, such as with the text size, two selections of rows can each lead to the other.
    if (corrections.current >= maxCorrections) return;
    if (corrections.current === 0) requestAnimationFrame(() => (corrections.current = 0));
    corrections.current += 1;
    setAround({ margin: Math.round(margin + off), gap: between });
  }, [content, virtualizer, items, partly, margin, gap]);

  const startOf = (index: number) => virtualizer?.measurementsCache[index]?.start;
  // Until the virtualizer knows its scroller it returns no rows, and the visible ones would disappear.
  if (!partly || missing || !virtualizer?.scrollElement || !items) {
    const max = partly && !missing ? rowsWhileLoading : keys.length;
    return { ...rowsAround(keys.length, max, begin, estimate), partly, measure: undefined, startOf };
  }
  const shown: ShownRow[] = [];
  let end = margin;
  for (const item of items) {
    const last = shown.at(-1)?.index ?? -1;
    const follows = item.index === last + 1;
    shown.push({ index: item.index, before: follows ? 0 : item.start - end - (last === -1 ? 0 : gap) });
    end = item.end;
  }
  const after = Math.max(0, virtualizer.getTotalSize() + margin - end);
  return { shown, after, partly, measure: virtualizer.measureElement, startOf };
}

/** At most `max` rows around one of them, with the height of the others before and after. */
function rowsAround(count: number, max: number, around: number, estimate: number): Pick<ListWindow, 'shown' | 'after'> {
  const first = Math.max(0, Math.min(around - max / 2, count - max));
  const shown = Array.from({ length: Math.min(max, count) }, (_, at) => ({
    index: first + at,
    before: at === 0 ? first * estimate : 0,
  }));
  return { shown, after: (count - first - shown.length) * estimate };
}
