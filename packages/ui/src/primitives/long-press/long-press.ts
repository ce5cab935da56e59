import { type MouseEvent, type PointerEvent, useRef } from 'react';

/** Milliseconds of a long press, pixels that the finger may move meanwhile, milliseconds of the vibration (specification B §9). */
const longPressMs = 750;
const maxMovementPx = 12;
const vibrationMs = 250;

/**
 * Handlers that call `onLongPress` for a long press of a finger and for the keys of a context menu; without a callback they do nothing.
 * A mouse keeps the browser's menu, which opens links in a new tab.
 * @param takesMouse calls it for a right click, too: where a mouse has no other way to the same act
 */
export function useLongPress(onLongPress: (() => void) | undefined, takesMouse = false) {
  const press = useRef<{ timer: ReturnType<typeof setTimeout>; x: number; y: number }>(undefined);
  const release = () => {
    clearTimeout(press.current?.timer);
    press.current = undefined;
  };
  if (!onLongPress) return {};
  return {
    // A dragged link ends the press.
    draggable: false,
    onPointerDown({ pointerType, clientX: x, clientY: y }: PointerEvent) {
      if (pointerType === 'mouse') return;
      const timer = setTimeout(() => {
        press.current = undefined;
        ignoreRelease();
        // Missing on iOS.
        (navigator as Partial<Navigator>).vibrate?.(vibrationMs);
        onLongPress();
      }, longPressMs);
      press.current = { timer, x, y };
    },
    onPointerMove({ clientX, clientY }: PointerEvent) {
      const { x, y } = press.current ?? { x: clientX, y: clientY };
      if (Math.hypot(clientX - x, clientY - y) > maxMovementPx) release();
    },
    onPointerUp: release,
    onPointerCancel: release,
    onContextMenu(event: MouseEvent) {
      // Chromium's pointer type is `mouse` for keys, too. A Mac's right click may be Ctrl and the first button.
      if (!takesMouse && (event.button === 2 || event.ctrlKey)) return;
      event.preventDefault();
      // A finger's own menu comes with its long press.
      if ((event.nativeEvent as globalThis.PointerEvent).pointerType !== 'touch') onLongPress();
    },
  };
}

/** The release of a long press must not press what has opened below the finger. */
function ignoreRelease(): void {
  const ignore = (event: globalThis.MouseEvent) => {
    const isByKey = event.detail === 0;
    if (isByKey) return;
    event.preventDefault();
    event.stopPropagation();
  };
  window.addEventListener('click', ignore, { capture: true });
  const stop = () => window.removeEventListener('click', ignore, { capture: true });
  window.addEventListener('pointerdown', stop, { capture: true, once: true });
}
