import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures/test.js';
import { screensOf } from './every-screen.js';
import { anew, aside, type Screen, type Visit } from './visit.js';

/** So many stops are walked; a list of hundreds of rows goes on alike. */
const WALK = 70;

/** What has the focus: what it is, whether a ring is on it or around it, and whether it is in sight. */
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
    // Boxes and radios of one pixel are painted by what stands beside them.
    const painted = box.width > 2 && box.height > 2;
    const inSight = !painted || (onTop !== null && (element.contains(onTop) || onTop.contains(element)));
    const known = 'walked' in (element as HTMLElement).dataset;
    const what = element.outerHTML.slice(0, 160);
    (element as HTMLElement).dataset.walked = '';
    return { what, shows, inSight, known };
  });

/** Marks the controls that there are, anew: what a list adds while it is walked through is not waited for. */
const markControls = (page: Page) =>
  page.evaluate(() => {
    for (const one of document.querySelectorAll<HTMLElement>('[data-there], [data-walked]')) {
      delete one.dataset.there;
      delete one.dataset.walked;
    }
    for (const one of document.querySelectorAll<HTMLElement>('a[href], button, input, textarea, [tabindex="0"]'))
      one.dataset.there = '';
  });

/** Controls that are in sight and that Tab did not reach. */
const passedOver = (page: Page) =>
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
  // The walk begins where the screen put the focus; past the page's last stop it goes on at the first.
  let wrapped = false;
  for (let stop = 0; stop < WALK; stop += 1) {
    await page.keyboard.press('Tab');
    const now = await focused(page);
    if (now === null && !wrapped) {
      wrapped = true;
      continue;
    }
    if (now === null || (wrapped && now.known)) {
      expect(await passedOver(page), `${screen.name}: every control is reached`).toEqual([]);
      return;
    }
    expect(now.shows, `${screen.name}: the focus shows on ${now.what}`).toBe(true);
    expect(now.inSight, `${screen.name}: nothing covers ${now.what}`).toBe(true);
  }
}

const plain = (screens: Screen[]) =>
  screens.filter(({ name }) => !/menu$|deleting|alert|mentioning|offline|loading/.test(name));

/** Of these the shell keeps something, or their list, which is found where it was left. */
const loadedAnew = ['shell', 'events'];

for (const [module, screens] of Object.entries(screensOf))
  test(`Tab reaches everything and its focus is seen: ${module}`, async ({ page, paddock, signedIn, pageErrors }) => {
    test.slow();
    pageErrors.allow(/status of [45]|Failed to load resource|mfe-people|ERR_/);
    await signedIn(page, 'driver');
    const visit: Visit = { page, paddock, community: 'motorsport', language: 'en' };
    const before = loadedAnew.includes(module) ? anew : aside;
    for (const screen of plain(screens).filter(({ only }) => only !== 'workplace')) {
      await test.step(screen.name, () => walk(visit, screen, before));
      await screen.leaves?.(visit);
    }
  });

test('lists, drawers, tabs and the box to write in answer to their keys', async ({
  page,
  workplace,
  motorsport,
  signedIn,
}) => {
  await signedIn(page, 'driver', 'workplace');
  await page.goto(`${workplace}/#/main/chats`);
  await page.getByRole('radio', { name: 'All' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('radio', { name: 'Groups' })).toBeChecked();
  await page.getByRole('searchbox').focus();
  await page.keyboard.type('lunch');
  await expect(page.getByRole('radio', { name: 'Groups' })).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('radio', { name: 'Groups' })).toBeVisible();

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
