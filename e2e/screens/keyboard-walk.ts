import { expect, type Page } from '@playwright/test';
import { devTools } from '../fixtures/devtools.js';
import type { Screen } from './visit.js';

/** Maximum number of stops; the rows of a long list are all alike. */
const maxStops = 70;

interface Walk {
  /** Looks at the current stop. */
  look(): void;
  /** Ends the walk; returns what it found. */
  end(): { faults: string[]; unreached: string[] };
  isOver: boolean;
  /** The page has no frame, whose keys it cannot see. */
  seesKeys: boolean;
}
declare global {
  interface Window {
    walk?: Walk;
  }
}

/**
 * Runs in the page. Marks the current controls: rows that a list adds during the walk are not expected. When a press of Tab ends,
 * checks that the focused element shows its focus and is uncovered.
 */
function beginWalk() {
  const controls = 'a[href], button, input:enabled, textarea, [tabindex="0"]';
  const expected = [...document.querySelectorAll<HTMLElement>(controls)];
  const walked = new Set<Element>();
  const faults: string[] = [];
  // The walk starts at the screen's initial focus, and wraps around from the page's last stop to its first.
  let wrapped = false;

  const hasRing = (one: Element | null): boolean => {
    if (!one) return false;
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(one);
    return (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none';
  };
  function showsFocus(element: Element): boolean {
    if (hasRing(element.nextElementSibling)) return true;
    for (let steps = 0, one: Element | null = element; one && steps < 4; steps += 1, one = one.parentElement)
      if (hasRing(one)) return true;
    return false;
  }
  function isInSight(element: Element): boolean {
    const box = element.getBoundingClientRect();
    // A sibling paints checkboxes and radios of one pixel.
    if (box.width <= 2 || box.height <= 2) return true;
    const onTop = document.elementFromPoint(box.x + Math.min(box.width / 2, 40), box.y + Math.min(box.height / 2, 20));
    return onTop !== null && (element.contains(onTop) || onTop.contains(element));
  }

  const walk: Walk = {
    isOver: false,
    seesKeys: document.querySelector('iframe') === null,
    look() {
      if (walk.isOver) return;
      const element = document.activeElement;
      if (!element || element === document.body) {
        walk.isOver = wrapped;
        wrapped = true;
        return;
      }
      // The controls of a form in a frame show their focus themselves, and at all of them the frame is the focused element.
      const isForm = element instanceof HTMLIFrameElement && element.sandbox.contains('allow-forms');
      walk.isOver = wrapped && walked.has(element) && !isForm;
      if (walk.isOver) return;
      walked.add(element);
      const what = element.outerHTML.slice(0, 160);
      if (!isForm && !showsFocus(element)) faults.push(`the focus does not show on ${what}`);
      if (!isInSight(element)) faults.push(`covered: ${what}`);
    },
    end() {
      removeEventListener('keyup', walk.look, true);
      removeEventListener('keydown', stay, true);
      delete window.walk;
      const unreached = expected
        .filter((one) => one.isConnected && one.matches(controls) && one.tabIndex >= 0 && !walked.has(one))
        .filter((one) => one.checkVisibility({ visibilityProperty: true }))
        // Behind a modal dialog; axe refuses what is hidden there and yet takes the focus.
        .filter((one) => one.closest('[inert], [aria-hidden="true"]') === null)
        .filter((one) => !one.matches('input[type="radio"], [role="radio"]'))
        .map((one) => one.outerHTML.slice(0, 160));
      return { faults, unreached };
    },
  };
  /** Keeps the focus where the walk ended. */
  const stay = (event: KeyboardEvent) => {
    if (!walk.isOver) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  window.walk = walk;
  if (walk.seesKeys) addEventListener('keyup', walk.look, true);
  addEventListener('keydown', stay, true);
  return walk.seesKeys;
}

/** Presses Tab through a screen that is open: every stop shows its focus and is uncovered, and every control is reached. */
export async function walk(page: Page): Promise<void> {
  const session = await devTools(page);
  const tab = { key: 'Tab', code: 'Tab', windowsVirtualKeyCode: 9 };
  const press = () => [
    session.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...tab }),
    session.send('Input.dispatchKeyEvent', { type: 'keyUp', ...tab }),
  ];
  const seesKeys = await page.evaluate(beginWalk);
  // The page handles the presses one after the other, also when they are sent together.
  const pressesAtOnce = seesKeys ? 10 : 1;
  let isOver = false;
  for (let stops = 0; stops < maxStops && !isOver; stops += pressesAtOnce) {
    await Promise.all(Array.from({ length: pressesAtOnce }, press).flat());
    isOver = await page.evaluate((looks) => {
      if (looks) window.walk!.look();
      return window.walk!.isOver;
    }, !seesKeys);
  }
  const { faults, unreached } = await page.evaluate(() => window.walk!.end());
  expect(faults, 'the focus shows at every stop, and nothing covers it').toEqual([]);
  if (isOver) expect(unreached, 'every control is reached').toEqual([]);
}

/** Menus, alerts and passing states have their own tests of keys. */
export const isWalked = ({ name, only }: Screen) =>
  only !== 'workplace' && !/menu$|deleting|alert|mentioning|offline|loading/.test(name);
