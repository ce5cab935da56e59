import { expect, type Page } from '@playwright/test';
import type { Screen } from './visit.js';

/** Maximum number of stops; the rows of a long list are all alike. */
const maxStops = 70;

/** The focused element: its markup, whether a ring is visible on or around it, and whether it is uncovered. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement;
    if (!element || element === document.body) return null;
    const ringed = (one: Element | null): boolean => {
      if (!one) return false;
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(one);
      return (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none';
    };
    // The controls of a form in a frame show their focus themselves.
    const isForm = element instanceof HTMLIFrameElement && element.sandbox.contains('allow-forms');
    let shows = isForm || ringed(element.nextElementSibling);
    for (let steps = 0, one: Element | null = element; one && steps < 4; steps += 1, one = one.parentElement)
      shows ||= ringed(one);
    const box = element.getBoundingClientRect();
    const [x, y] = [box.x + Math.min(box.width / 2, 40), box.y + Math.min(box.height / 2, 20)];
    const onTop = document.elementFromPoint(x, y);
    // A sibling paints checkboxes and radios of one pixel.
    const painted = box.width > 2 && box.height > 2;
    const inSight = !painted || (onTop !== null && (element.contains(onTop) || onTop.contains(element)));
    // A frame has several stops of its own, at all of which it is the focused element.
    const known = !isForm && 'walked' in (element as HTMLElement).dataset;
    const what = element.outerHTML.slice(0, 160);
    (element as HTMLElement).dataset.walked = '';
    return { what, shows, inSight, known };
  });

/** Marks the current controls again; rows that a list adds during the walk are not expected. */
const markControls = (page: Page) =>
  page.evaluate(() => {
    for (const one of document.querySelectorAll<HTMLElement>('[data-there], [data-walked]')) {
      delete one.dataset.there;
      delete one.dataset.walked;
    }
    for (const one of document.querySelectorAll<HTMLElement>(
      'a[href], button, input:enabled, textarea, [tabindex="0"]',
    ))
      one.dataset.there = '';
  });

/** Visible controls that Tab did not reach. */
const unreached = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('a[href], button, input:enabled, textarea, [tabindex="0"]')]
      .filter((one) => 'there' in one.dataset && one.tabIndex >= 0 && !('walked' in one.dataset))
      .filter((one) => one.checkVisibility({ visibilityProperty: true }))
      // Behind a modal dialog; axe refuses what is hidden there and yet takes the focus.
      .filter((one) => one.closest('[inert], [aria-hidden="true"]') === null)
      .filter(
        (one) => !(one instanceof HTMLInputElement && one.type === 'radio') && one.getAttribute('role') !== 'radio',
      )
      .map((one) => one.outerHTML.slice(0, 160)),
  );

/** Presses Tab through a screen that is open: every stop shows its focus and is uncovered, and every control is reached. */
export async function walk(page: Page): Promise<void> {
  await markControls(page);
  // The walk starts at the screen's initial focus, and wraps around from the page's last stop to its first.
  let wrapped = false;
  for (let stop = 0; stop < maxStops; stop += 1) {
    await page.keyboard.press('Tab');
    const now = await focused(page);
    if (now === null && !wrapped) {
      wrapped = true;
      continue;
    }
    if (now === null || (wrapped && now.known)) {
      expect(await unreached(page), 'every control is reached').toEqual([]);
      return;
    }
    expect(now.shows, `the focus shows on ${now.what}`).toBe(true);
    expect(now.inSight, `nothing covers ${now.what}`).toBe(true);
  }
}

/** Menus, alerts and passing states have their own tests of keys. */
export const isWalked = ({ name, only }: Screen) =>
  only !== 'workplace' && !/menu$|deleting|alert|mentioning|offline|loading/.test(name);
