import { type KeyboardEvent, type MouseEvent, type RefObject, useEffect, useRef } from 'react';
import { isComposing } from '../composing/composing';

const OPENED = 'data-opened-by-key';

/**
 * Moves the focus between list and detail for keyboard users: Enter in the list focuses the opened detail; Escape returns to the
 * row, and so does Back where only one of the two is visible. A pointer moves no focus.
 */
export function useSplitFocus(split: RefObject<HTMLElement | null>, show: 'list' | 'detail') {
  const opening = useRef<HTMLAnchorElement>(undefined);
  const opened = useRef<HTMLAnchorElement>(undefined);
  useEffect(() => {
    const link = opening.current;
    if (!link || link.hash !== window.location.hash) return;
    opening.current = undefined;
    opened.current = link;
    focusDetail(partOf(split.current!, 'detail'));
  });
  useEffect(() => {
    const { activeElement } = document;
    if (show === 'list' && (activeElement === null || activeElement === document.body))
      opened.current?.focus({ preventScroll: true });
  }, [show]);
  return {
    onClick(event: MouseEvent) {
      const link = (event.target as Element).closest<HTMLAnchorElement>('a[href^="#"]');
      // The click that Enter fires has no coordinates.
      const byKey = event.detail === 0 && link !== null && partOf(split.current!, 'list')?.contains(link);
      opening.current = byKey ? link : undefined;
    },
    onKeyDown(event: KeyboardEvent) {
      const detail = partOf(split.current!, 'detail');
      if (event.key !== 'Escape' || event.defaultPrevented || isComposing(event.nativeEvent)) return;
      if (!detail?.contains(event.target as Node)) return;
      opened.current?.focus({ preventScroll: true });
    },
  };
}

const partOf = (split: HTMLElement, part: 'list' | 'detail') =>
  split.querySelector<HTMLElement>(`:scope > [data-part="${part}"]`);

function focusDetail(detail: HTMLElement | null): void {
  if (!detail) return;
  detail.tabIndex = -1;
  detail.setAttribute(OPENED, '');
  detail.addEventListener('blur', () => detail.removeAttribute(OPENED), { once: true });
  detail.focus({ preventScroll: true });
}

/** Returns true when a key just opened this detail from its list, so its text box may take the focus. */
export const isOpenedByKey = (): boolean => document.activeElement?.hasAttribute(OPENED) ?? false;
