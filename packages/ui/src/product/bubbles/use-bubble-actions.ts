import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { useLongPress } from '../../primitives/long-press/long-press';

/**
 * Shows a message's actions while the pointer or the keyboard focus is on it or a menu of it is open, and calls `onMore` for a
 * long press and for the keys of a context menu.
 */
export function useBubbleActions(onMore: (() => void) | undefined) {
  const [shown, setShown] = useState(false);
  const press = useLongPress(onMore);
  const hide = (element: Element, next: Element | null) => {
    const stays = element.contains(next) || element.querySelector('[aria-expanded="true"]') !== null;
    if (!stays) setShown(false);
  };
  const showForMouse = ({ pointerType }: PointerEvent) => pointerType === 'mouse' && setShown(true);
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
      ...press,
      onKeyDown(event: KeyboardEvent) {
        const isMenuKey = event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey);
        const isOwnEnter = event.key === 'Enter' && event.target === event.currentTarget;
        if (!isMenuKey && !isOwnEnter) return;
        event.preventDefault();
        onMore?.();
      },
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
