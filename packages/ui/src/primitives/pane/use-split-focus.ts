import { type KeyboardEvent, type MouseEvent, type RefObject, useEffect, useRef } from 'react';
import { isComposing } from '../composing/composing';

const openedByKey = 'data-opened-by-key';

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
    // A render between the press and the change of the page focuses the former detail, which the page then replaces.
    if (opened.current === link && document.activeElement !== document.body) return;
    opened.current = link;
    focusDetail(partOf(split.current!, 'detail'), () => (opening.current = undefined));
  });
  useEffect(() => {
    if (show === 'list' && document.activeElement === document.body) opened.current?.focus({ preventScroll: true });
  }, [show]);
  return {
    onClick(event: MouseEvent) {
      const link = (event.target as Element).closest<HTMLAnchorElement>('a[href^="#"]');
      // The click that Enter fires has no coordinates.
      const byKey = event.detail === 0 && link !== null && partOf(split.current!, 'list')?.contains(link);
      opening.current = byKey ? link : undefined;
      if (byKey) opened.current = undefined;
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

/** A removed detail does not blur, so `onLeave` runs only when the focus moves on. */
function focusDetail(detail: HTMLElement | null, onLeave: () => void): void {
  if (!detail) return;
  detail.tabIndex = -1;
  detail.setAttribute(openedByKey, '');
  const leave = () => {
    detail.removeAttribute(openedByKey);
    onLeave();
  };
  detail.addEventListener('blur', leave, { once: true });
  detail.focus({ preventScroll: true });
}

/** Returns true when a key just opened this detail from its list, so its text box may take the focus. */
export const isOpenedByKey = (): boolean => document.activeElement?.hasAttribute(openedByKey) ?? false;
