import { type RefObject, useEffect, useRef } from 'react';
import type { Order } from './list-order';

/** Milliseconds between checks whether the menu or dialog that removed the row has closed. */
const recheckMs = 80;

interface Focused {
  element: HTMLElement;
  key: string;
  index: number;
}

/**
 * Keeps keyboard focus in the list: when the focused control is removed, alone (deleted) or with its row (archived), focus moves to
 * its row, or to the row that took its place.
 */
export function useFocusRestore(content: RefObject<HTMLElement | null>, order: Order): void {
  const last = useRef<Focused>(undefined);
  const latest = useRef(order);
  useEffect(() => {
    latest.current = order;
  });
  useEffect(() => {
    const list = content.current!;
    const follow = ({ target }: FocusEvent) => {
      const key = target instanceof HTMLElement && target.closest<HTMLElement>('[data-row]')?.dataset.row;
      if (!key) return;
      last.current = { element: target, key, index: latest.current.indexOf.get(key) ?? 0 };
    };
    list.addEventListener('focusin', follow);
    return () => list.removeEventListener('focusin', follow);
  }, [content]);
  // Any render may have removed the control.
  useEffect(() => {
    const left = last.current;
    if (!left || left.element.isConnected) return;
    const timer = setInterval(() => {
      // React takes the element from its ref while a suspended list is hidden.
      const list = content.current;
      if (!list) return;
      const { activeElement } = document;
      if (activeElement?.closest('[role="menu"], [role="dialog"], [role="alertdialog"]')) return;
      clearInterval(timer);
      last.current = undefined;
      if (activeElement !== null && activeElement !== document.body) return;
      focusRow(list, rowAfter(left, latest.current));
    }, recheckMs);
    return () => clearInterval(timer);
  });
}

function rowAfter({ key, index }: Focused, { keys, indexOf, heads }: Order): string | undefined {
  if (indexOf.has(key)) return key;
  const follower = keys.findIndex((_, at) => at >= index && !heads[at]);
  return keys[follower] ?? keys.findLast((_, at) => !heads[at]);
}

/** Focuses the row's first control, else the row; without a row, the scroller. */
function focusRow(list: HTMLElement, key: string | undefined): void {
  const row = [...list.querySelectorAll<HTMLElement>('[data-row]')].find(({ dataset }) => dataset.row === key);
  if (row && focusFirst(row, { preventScroll: true })) return;
  const whole = row ?? list.closest<HTMLElement>('[data-scroll]');
  if (!whole) return;
  whole.tabIndex = -1;
  whole.focus({ preventScroll: true });
}

/** Focuses a row's first focusable control; hidden ones, like a drawer's buttons, do not take focus. */
export function focusFirst(row: HTMLElement, options?: FocusOptions): boolean {
  for (const one of row.querySelectorAll<HTMLElement>('a[href], button, [tabindex="0"]')) {
    one.focus(options);
    if (document.activeElement === one) return true;
  }
  return false;
}
