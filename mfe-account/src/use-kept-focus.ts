import { type RefObject, useEffect, useRef } from 'react';

const controls = 'a[href], button, input, select, textarea';

/**
 * Keeps keyboard focus in a part whose acts remove the focused control: it moves to the control that took its place, else to the last
 * one, else to the part.
 */
export function useKeptFocus(): RefObject<HTMLDivElement | null> {
  const part = useRef<HTMLDivElement>(null);
  const last = useRef<{ control: HTMLElement; index: number }>(undefined);
  // After each render: it may have removed the control, or added the part itself.
  useEffect(() => {
    const whole = part.current;
    if (!whole) return;
    const all = [...whole.querySelectorAll<HTMLElement>(controls)];
    if (last.current && !last.current.control.isConnected) {
      const { index } = last.current;
      last.current = undefined;
      if (document.activeElement === document.body) {
        const next = all[index] ?? all.at(-1) ?? whole;
        if (next === whole) whole.tabIndex = -1;
        next.focus();
      }
    }
    const follow = ({ target }: FocusEvent) => {
      const index = all.indexOf(target as HTMLElement);
      if (index >= 0) last.current = { control: all[index]!, index };
    };
    const { activeElement } = document;
    if (activeElement && all.includes(activeElement as HTMLElement))
      last.current = { control: activeElement as HTMLElement, index: all.indexOf(activeElement as HTMLElement) };
    // After a press elsewhere, the part no longer moves the focus.
    const leave = ({ target }: Event) => {
      if (!whole.contains(target as Node)) last.current = undefined;
    };
    whole.addEventListener('focusin', follow);
    document.addEventListener('pointerdown', leave, true);
    return () => {
      whole.removeEventListener('focusin', follow);
      document.removeEventListener('pointerdown', leave, true);
    };
  });
  return part;
}
