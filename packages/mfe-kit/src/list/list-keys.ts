import { type RefObject, useEffect, useEffectEvent } from 'react';
import { focusFirst } from './list-focus';
import type { Order } from './list-order';

/** Controls that handle these keys. */
const ownKeys = 'input, textarea, select, [contenteditable], [role="radio"], [role="slider"]';
/** Frames to wait for a row to render after scrolling. */
const maxRenderFrames = 20;

/**
 * Arrow Up and Down move between rows, Home and End to the first and the last. Rows without a control are skipped.
 *
 * @param toRow scrolls to a row, which renders it in a long list
 */
export function useListKeys(content: RefObject<HTMLElement | null>, order: Order, toRow: (key: string) => void): void {
  const rows = () => [...content.current!.querySelectorAll<HTMLElement>('[data-row]:not([data-head])')];

  function focusLater(key: string, frames = maxRenderFrames) {
    const row = rows().find(({ dataset }) => dataset.row === key);
    if (row) focusFirst(row);
    else if (frames > 0) requestAnimationFrame(() => focusLater(key, frames - 1));
  }

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const { key, target } = event;
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (!(target instanceof HTMLElement) || target.closest(ownKeys)) return;
    const rowKeys = order.keys.filter((_, at) => !order.heads[at]);
    const show = (to: string) => {
      toRow(to);
      focusLater(to);
    };
    if (key === 'Home' || key === 'End') {
      const to = rowKeys.at(key === 'Home' ? 0 : -1);
      if (to === undefined) return;
      event.preventDefault();
      show(to);
    } else if (key === 'ArrowDown' || key === 'ArrowUp') {
      const all = rows();
      const at = all.findIndex((row) => row.contains(target));
      if (at < 0) return;
      event.preventDefault();
      const beyond = <T>(list: T[], from: number) =>
        key === 'ArrowDown' ? list.slice(from + 1) : list.slice(0, from).toReversed();
      if (beyond(all, at).some((row) => focusFirst(row))) return;
      // A long list may not have rendered the next row yet.
      const rendered = all.map(({ dataset }) => dataset.row);
      const next = beyond(rowKeys, rowKeys.indexOf(rendered[at]!)).find((one) => !rendered.includes(one));
      if (next !== undefined) show(next);
    }
  });

  useEffect(() => {
    const list = content.current!;
    const listen = (event: KeyboardEvent) => onKey(event);
    list.addEventListener('keydown', listen);
    return () => list.removeEventListener('keydown', listen);
  }, [content]);
}
