import { type RefObject, useEffect, useRef } from 'react';
import type { Order } from './list-order';

/** Milliseconds after which it is looked again whether the menu or dialog has closed in which the row was ended. */
const RETURNING = 80;

interface Focused {
  element: HTMLElement;
  key: string;
  index: number;
}

/**
 * Who works a list by its keys stays in it: when the focused control leaves with its row (archived) or out of it (deleted), the
 * focus goes to its row, or to the one that took its place.
 */
export function useKeptFocus(content: RefObject<HTMLElement | null>, order: Order): void {
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
  // Whatever was drawn may have taken the control along.
  useEffect(() => {
    const left = last.current;
    if (!left || left.element.isConnected) return;
    const timer = setInterval(() => {
      const { activeElement } = document;
      if (activeElement?.closest('[role="menu"], [role="dialog"], [role="alertdialog"]')) return;
      clearInterval(timer);
      last.current = undefined;
      if (activeElement !== null && activeElement !== document.body) return;
      focusRow(content.current!, rowAfter(left, latest.current));
    }, RETURNING);
    return () => clearInterval(timer);
  });
}

function rowAfter({ key, index }: Focused, { keys, indexOf, heads }: Order): string | undefined {
  if (indexOf.has(key)) return key;
  const follower = keys.findIndex((_, at) => at >= index && !heads[at]);
  return keys[follower] ?? keys.findLast((_, at) => !heads[at]);
}

/** What in the row takes the focus, else the row; without one what scrolls. */
function focusRow(list: HTMLElement, key: string | undefined): void {
  const row = [...list.querySelectorAll<HTMLElement>('[data-row]')].find(({ dataset }) => dataset.row === key);
  if (row && focusFirst(row, { preventScroll: true })) return;
  const whole = row ?? list.closest<HTMLElement>('[data-scroll]');
  if (!whole) return;
  whole.tabIndex = -1;
  whole.focus({ preventScroll: true });
}

/** Focuses the first control of a row that takes the focus: what is out of sight, as a drawer's buttons are, does not. */
export function focusFirst(row: HTMLElement, options?: FocusOptions): boolean {
  for (const one of row.querySelectorAll<HTMLElement>('a[href], button, [tabindex="0"]')) {
    one.focus(options);
    if (document.activeElement === one) return true;
  }
  return false;
}
