import { useLayoutEffect } from 'react';

/** Milliseconds between checks: a list that lost a row restores the focus itself, and sooner. */
const recheckMs = 100;
/** Milliseconds after the end of an overlay in which its control may still be removed: until the changed list has loaded. */
const maxWatchMs = 3000;

const controls = 'a[href], button, input, select, textarea, [tabindex="0"]';
const overlays = '[data-floating], [role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]';

/** The control of the page that was focused last. A dialog that a menu opens returns to the menu's button. */
let last: HTMLElement | undefined;
const record = (target: EventTarget | null) => {
  if (target instanceof HTMLElement && target !== document.body && !target.closest(overlays)) last = target;
};
record(document.activeElement);
document.addEventListener('focusin', ({ target }) => record(target));

/** The control that opened the overlay, then those that can replace it: the following ones, then the previous ones. */
function targetsOf(opener: HTMLElement): HTMLElement[] {
  const page = opener.closest('main') ?? document.body;
  const all = [...page.querySelectorAll<HTMLElement>(controls)].filter((one) => !one.closest(overlays));
  const at = all.indexOf(opener);
  return [opener, ...all.slice(at + 1), ...all.slice(0, Math.max(at, 0)).reverse()];
}

function focusFirst(targets: readonly HTMLElement[]): void {
  for (const target of targets) {
    if (!target.isConnected) continue;
    // Hidden controls do not take the focus.
    target.focus({ preventScroll: true });
    if (document.activeElement === target) return;
  }
}

/** The targets of the overlay that ended last, until the focus has settled. */
let watched: readonly HTMLElement[] | undefined;
let stop = () => undefined as void;

/** Restores a focus that was lost with its control, until the member moves it. */
function watch(targets: readonly HTMLElement[]): void {
  stop();
  const end = performance.now() + maxWatchMs;
  let wasLost = false;
  const timer = setInterval(() => {
    const { activeElement } = document;
    const isLost = activeElement === null || activeElement === document.body;
    if (isLost && wasLost && !document.querySelector(overlays)) focusFirst(targets);
    wasLost = isLost;
    const isElsewhere = !isLost && activeElement !== targets[0] && !activeElement.closest(overlays);
    if (isElsewhere || performance.now() > end) stop();
  }, recheckMs);
  watched = targets;
  stop = () => {
    clearInterval(timer);
    removeEventListener('pointerdown', stop, true);
    watched = undefined;
  };
  addEventListener('pointerdown', stop, true);
}

/**
 * While it is mounted, its overlay is open. After its end, a focus that is lost returns to the control that opened it, or, if the act
 * removed that control, to the next one that remains. React Aria knows only the control that was focused when the overlay opened.
 */
export function ReturnFocus(): null {
  useLayoutEffect(() => {
    const isLost = document.activeElement === document.body;
    // One dialog may take the place of another.
    const targets = isLost ? watched : last && targetsOf(last);
    stop();
    return targets && (() => watch(targets));
  }, []);
  return null;
}
