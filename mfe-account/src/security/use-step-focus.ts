import { type RefObject, useEffect, useRef } from 'react';

/**
 * Keeps keyboard focus in a part whose steps replace each other's controls. A step moves it to its form's first field, the way back to
 * the button whose `data-opens` names the step. Where there is no such control, focus moves to the part's heading.
 *
 * @param step the open step; undefined at rest
 */
export function useStepFocus<Part extends HTMLElement>(step: string | undefined): RefObject<Part | null> {
  const part = useRef<Part>(null);
  const before = useRef(step);
  useEffect(() => {
    const left = before.current;
    before.current = step;
    if (left === step) return;
    const whole = part.current!;
    if (step === undefined) return keepFocus(whole, `[data-opens~="${left}"]`);
    if (focusField(whole)) return;
    keepFocus(whole);
    // A form's texts and controls may load first.
    const start = document.activeElement;
    const observer = new MutationObserver(() => {
      if (document.activeElement !== start || focusField(whole)) observer.disconnect();
    });
    observer.observe(whole, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, [step]);
  return part;
}

function focusField(whole: HTMLElement): boolean {
  const field = whole.querySelector<HTMLElement>('form input');
  field?.focus();
  return field !== null;
}

/** Moves a lost focus to the given control, else to the heading. */
function keepFocus(whole: HTMLElement, control?: string): void {
  if (document.activeElement !== document.body) return;
  const target = (control && whole.querySelector<HTMLElement>(control)) || whole.querySelector<HTMLElement>('h3');
  target?.focus();
}
