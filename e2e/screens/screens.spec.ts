import type { Page } from '@playwright/test';
import type { Language } from '../fixtures/messages.js';
import { expectAccessible, expectLaidOut, expectReadable } from '../fixtures/accessibility.js';
import { expectReadableAt200 } from '../fixtures/large-text.js';
import type { Community } from '../fixtures/paddock.js';
import {
  emulateDevice,
  type Device,
  expectNothingCut,
  type Scheme,
  takeScreen,
  viewports,
} from '../fixtures/screens.js';
import { expect, test } from '../fixtures/test.js';
import { signedOut } from './account-screens.js';
import { entry } from './entry-screens.js';
import { members, screensOf } from './every-screen.js';
import { isWalked, walk } from './keyboard-walk.js';
import { reload, aside, type Screen, type Visit } from './visit.js';

interface Look {
  community: Community;
  language: Language;
  /** The device with all accessibility checks; the other checks only looks, except for screens of one community. */
  fullyChecked: Device;
}
const looks: Look[] = [
  { community: 'motorsport', language: 'en', fullyChecked: 'phone' },
  { community: 'workplace', language: 'ar', fullyChecked: 'desktop' },
];
const devices = ['phone', 'desktop'] as const;

/**
 * Opens a screen once. On each device and in each scheme checks that nothing is cut off or reported by axe; then text at 200 %, and
 * the keys.
 */
async function show(
  visit: Visit,
  screen: Screen,
  {
    fullyChecked,
    hasKeys,
    before = reload,
  }: { fullyChecked: Device; hasKeys: boolean; before?: (visit: Visit) => Promise<unknown> },
) {
  const { page, community, language } = visit;
  await test.step(screen.name, async () => {
    const shownOn = screen.isBesideRail ? (['desktop'] as const) : devices;
    // The page of the previous screen would follow every change of device and scheme.
    if (!screen.loadsPage) await before(visit);
    await emulateDevice(page, shownOn[0]);
    await setScheme(page, schemesOn(shownOn[0])[0]);
    await screen.open(visit);
    for (const [turn, device] of shownOn.entries()) {
      if (turn > 0) await emulateDevice(page, device);
      await settled(page);
      for (const scheme of schemesOn(device)) {
        await setScheme(page, scheme);
        await takeScreen(page, `${community}-${language}-${screen.name}`, device, scheme);
        await expectNothingCut(page);
        const all = device === fullyChecked || screen.only !== undefined;
        await (scheme === 'dark' ? expectReadable : all ? expectAccessible : expectLaidOut)(page);
      }
      if (screen.hasLargeText)
        await test.step(`text at 200 % on a ${device}`, async () => {
          await expectReadableAt200(page);
          await page.evaluate(() => (document.documentElement.style.fontSize = ''));
        });
    }
    if (hasKeys && isWalked(screen)) await test.step('Tab reaches every control with visible focus', () => walk(page));
    await screen.leaves?.(visit);
  });
}

/** The second device begins with the scheme of the first: a change of scheme restyles the page. */
const schemesOn = (device: Device) =>
  device === 'phone' ? (['dark', 'light'] as const) : (['light', 'dark'] as const);

const setScheme = async (page: Page, scheme: Scheme) => {
  if (shownSchemes.get(page) === scheme) return;
  await page.emulateMedia({ colorScheme: scheme });
  shownSchemes.set(page, scheme);
};
const shownSchemes = new WeakMap<Page, Scheme>();

/** Waits for layout, fonts and visible pictures. */
async function settled(page: Page) {
  const isLoading = await page.evaluate(async () => {
    await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)));
    await document.fonts.ready;
    return [...document.images].some((image) => !image.complete);
  });
  if (isLoading) await expect.poll(() => page.evaluate(hasVisiblePictureToLoad)).toBe(false);
}

/** Runs in the page. Pictures outside the window, and those that a scrolled list cuts off, load lazily. */
function hasVisiblePictureToLoad(): Promise<boolean> {
  const loading = [...document.images].filter((image) => !image.complete);
  if (loading.length === 0) return Promise.resolve(false);
  return new Promise((resolve) => {
    const observer = new IntersectionObserver((entries) => {
      observer.disconnect();
      // A slide that only touches the edge of its carousel intersects, too, with a share of 0.
      resolve(entries.some(({ isIntersecting, intersectionRatio }) => isIntersecting && intersectionRatio > 0));
    });
    for (const image of loading) observer.observe(image);
  });
}

/** Most screens of one test: few, so that no test outlasts the others. */
const perTest = 4;
function inParts(screens: Screen[]): Screen[][] {
  const size = Math.ceil(screens.length / Math.ceil(screens.length / perTest));
  return Array.from({ length: Math.ceil(screens.length / size) || 0 }, (_, part) =>
    screens.slice(part * size, (part + 1) * size),
  );
}
const namesOf = (screens: Screen[]) => screens.map(({ name }) => name).join(', ');

for (const { community, language, fullyChecked } of looks)
  test.describe(`${community} in ${language}`, () => {
    // Each test shows several screens four times.
    test.describe.configure({ timeout: 240_000 });
    test.use({ locale: language });
    const partsOf = (screens: Screen[]) =>
      inParts(screens.filter(({ only }) => only === undefined || only === community));
    for (const [part, allowed] of [
      ...partsOf(signedOut).map((screens) => [screens, /status of 4/] as const),
      ...partsOf(entry).map((screens) => [screens, /status of 4|ERR_FAILED/] as const),
    ])
      test(`before sign-in: ${namesOf(part)}`, async ({ page, paddock, pageErrors }) => {
        pageErrors.allow(allowed);
        for (const screen of part)
          await show({ page, paddock, community, language }, screen, { fullyChecked, hasKeys: false });
      });
    for (const [module, screens] of Object.entries(screensOf))
      for (const part of partsOf(screens))
        test(`${module}: ${namesOf(part)}`, async ({ page, paddock, signedIn, pageErrors }) => {
          pageErrors.allow(/status of [45]|Failed to load resource|ChunkLoadError|mfe-people|ERR_/);
          await signedIn(page, members[module] ?? 'driver', community);
          // By the Arabic titles, another workplace of the steward's comes first, with nothing to manage.
          if (community === 'workplace') await page.evaluate(() => localStorage.setItem('workplace', 'hq'));
          const hasKeys = community === 'motorsport';
          // The shell keeps its own state, and the position of the list of events, which Tab scrolls: these screens need a page load.
          const before = module === 'shell' || (module === 'events' && hasKeys) ? reload : aside;
          for (const screen of part)
            await show({ page, paddock, community, language }, screen, { fullyChecked, hasKeys, before });
        });
  });

test('the page runs from right to left in Arabic', async ({ openAs }) => {
  const page = await openAs('driver', { community: 'workplace', locale: 'ar', viewport: viewports.desktop });
  await expect(page.getByRole('heading', { level: 1 })).toBeAttached();
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  await expect(page.locator('html')).toHaveAttribute('lang', 'ar');
  const rail = await page.getByRole('navigation').boundingBox();
  expect(rail!.x).toBeGreaterThan(viewports.desktop.width / 2);
});

test('the page runs from left to right in a community without Arabic', async ({ newWindow, motorsport }) => {
  const page = await newWindow(undefined, { locale: 'ar' });
  await page.goto(motorsport);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('dir', 'ltr');
});
