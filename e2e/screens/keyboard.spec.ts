import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures/test.js';
import { members, screensOf } from './every-screen.js';
import { reload, aside, type Screen, type Visit } from './visit.js';

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
    let shows = ringed(element.nextElementSibling);
    for (let steps = 0, one: Element | null = element; one && steps < 4; steps += 1, one = one.parentElement)
      shows ||= ringed(one);
    const box = element.getBoundingClientRect();
    const [x, y] = [box.x + Math.min(box.width / 2, 40), box.y + Math.min(box.height / 2, 20)];
    const onTop = document.elementFromPoint(x, y);
    // A sibling paints checkboxes and radios of one pixel.
    const painted = box.width > 2 && box.height > 2;
    const inSight = !painted || (onTop !== null && (element.contains(onTop) || onTop.contains(element)));
    const known = 'walked' in (element as HTMLElement).dataset;
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
    for (const one of document.querySelectorAll<HTMLElement>('a[href], button, input, textarea, [tabindex="0"]'))
      one.dataset.there = '';
  });

/** Visible controls that Tab did not reach. */
const unreached = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('a[href], button, input, textarea, [tabindex="0"]')]
      .filter((one) => 'there' in one.dataset && one.tabIndex >= 0 && !('walked' in one.dataset))
      .filter((one) => one.checkVisibility({ visibilityProperty: true }))
      .filter(
        (one) => !(one instanceof HTMLInputElement && one.type === 'radio') && one.getAttribute('role') !== 'radio',
      )
      .map((one) => one.outerHTML.slice(0, 160)),
  );

async function walk(visit: Visit, screen: Screen, before: (visit: Visit) => Promise<unknown>) {
  const { page } = visit;
  await before(visit);
  await screen.open(visit);
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
      expect(await unreached(page), `${screen.name}: every control is reached`).toEqual([]);
      return;
    }
    expect(now.shows, `${screen.name}: the focus shows on ${now.what}`).toBe(true);
    expect(now.inSight, `${screen.name}: nothing covers ${now.what}`).toBe(true);
  }
}

const plain = (screens: Screen[]) =>
  screens.filter(({ name }) => !/menu$|deleting|alert|mentioning|offline|loading/.test(name));

/** The shell keeps state of these modules, such as a list's position, so their screens need a page load. */
const reloaded = ['shell', 'events'];

for (const [module, screens] of Object.entries(screensOf))
  test(`Tab reaches every control with visible focus: ${module}`, async ({ page, paddock, signedIn, pageErrors }) => {
    test.slow();
    pageErrors.allow(/status of [45]|Failed to load resource|mfe-people|ERR_/);
    await signedIn(page, members[module] ?? 'driver');
    const visit: Visit = { page, paddock, community: 'motorsport', language: 'en' };
    const before = reloaded.includes(module) ? reload : aside;
    for (const screen of plain(screens).filter(({ only }) => only !== 'workplace')) {
      await test.step(screen.name, () => walk(visit, screen, before));
      await screen.leaves?.(visit);
    }
  });

test('lists, drawers, tabs and the composer handle their keys', async ({ page, workplace, motorsport, signedIn }) => {
  await signedIn(page, 'driver', 'workplace');
  await page.goto(`${workplace}/#/main/chats`);
  await page.getByRole('radio', { name: /^Groups/ }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('radio', { name: /^People/ })).toBeChecked();
  await page.getByRole('searchbox').focus();
  await page.keyboard.type('lunch');
  await expect(page.getByRole('radio', { name: /^Groups/ })).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('radio', { name: /^Groups/ })).toBeVisible();

  await page.goto(`${workplace}/#/main/settings`);
  const drawer = page.getByRole('button', { name: 'Change password', expanded: false });
  await drawer.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Current password')).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByLabel('Current password')).toBeFocused();

  await signedIn(page, 'driver');
  await page.goto(`${motorsport}/#/main/people`);
  await page.getByRole('link', { name: /^Aleksi Pohjola/ }).press('Enter');
  await expect(page.getByRole('heading', { name: 'Aleksi Pohjola' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Aleksi Pohjola' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('link', { name: /^Aleksi Pohjola/ })).toBeFocused();
  await page.goto(`${motorsport}/#/main/events`);
  const briefing = page.getByRole('link', { name: /Drivers’ briefing/ }).first();
  await briefing.press('Enter');
  await expect(page.getByText('Organised by')).toBeVisible();

  await page.goto(`${motorsport}/#/main/chats/0`);
  const box = page.getByLabel('Write to Everybody');
  await box.fill('Thanks ');
  await box.pressSequentially('@petr');
  await expect(page.getByRole('option', { name: /Petra Wolańska/ })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(box).toHaveValue(/^Thanks @\w+ $/);
  await box.pressSequentially('@petr');
  await expect(page.getByRole('option').first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('option')).toHaveCount(0);
  await box.fill('');
});
