import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import { ignoreRelease } from '../../primitives/long-press/long-press';

/** Milliseconds of a long press. */
const LONG_PRESS = 450;
/** Pixels that a finger may move during a long press. */
const STEADY = 10;

/**
 * Shows a message's actions while the pointer or the keyboard focus is on it or a menu of it is open, and calls `onMore` for a
 * long press and for the keys of a context menu.
 */
export function useBubbleActions(onMore: (() => void) | undefined) {
  const [shown, setShown] = useState(false);
  const press = useRef<{ timer: ReturnType<typeof setTimeout>; x: number; y: number }>(undefined);
  const hide = (element: Element, next: Element | null) => {
    const stays = element.contains(next) || element.querySelector('[aria-expanded="true"]') !== null;
    if (!stays) setShown(false);
  };
  const showForMouse = ({ pointerType }: PointerEvent) => pointerType === 'mouse' && setShown(true);
  const release = () => {
    clearTimeout(press.current?.timer);
    press.current = undefined;
  };
  return {
    shown,
    /** Handlers of the whole message. */
    around: {
      onPointerEnter: showForMouse,
      // A message that is drawn under a resting mouse gets no enter event.
      onPointerMove: showForMouse,
      onPointerLeave: ({ currentTarget }: PointerEvent) => hide(currentTarget, focusedVisibly()),
      onFocus: () => focusedVisibly() && setShown(true),
      onBlur: ({ currentTarget, relatedTarget }: React.FocusEvent) =>
        !currentTarget.matches(':hover') && hide(currentTarget, relatedTarget),
    },
    /** Handlers of the bubble. */
    keys: {
      onKeyDown(event: KeyboardEvent) {
        const isMenuKey = event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey);
        const isOwnEnter = event.key === 'Enter' && event.target === event.currentTarget;
        if (!isMenuKey && !isOwnEnter) return;
        event.preventDefault();
        onMore?.();
      },
      onPointerDown({ pointerType, clientX: x, clientY: y }: PointerEvent) {
        if (pointerType === 'mouse') return;
        const timer = setTimeout(() => {
          press.current = undefined;
          ignoreRelease();
          onMore?.();
        }, LONG_PRESS);
        press.current = { timer, x, y };
      },
      onPointerMove({ clientX, clientY }: PointerEvent) {
        const { x, y } = press.current ?? { x: clientX, y: clientY };
        if (Math.hypot(clientX - x, clientY - y) > STEADY) release();
      },
      onPointerUp: release,
      onPointerCancel: release,
      // A phone's own menu would cover the sheet; a mouse keeps it, for links and selected text.
      onContextMenu(event: React.MouseEvent) {
        if ((event.nativeEvent as globalThis.PointerEvent).pointerType === 'touch') event.preventDefault();
      },
    },
  };
}

const focusedVisibly = () => {
  const { activeElement } = document;
  return activeElement?.matches(':focus-visible') ? activeElement : null;
};
