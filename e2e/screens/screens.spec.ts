import type { Page } from '@playwright/test';
import type { Language } from '../fixtures/messages.js';
import { expectAccessible, expectLaidOut, expectReadable } from '../fixtures/accessibility.js';
import type { Community } from '../fixtures/paddock.js';
import { emulateDevice, type Device, expectNothingCut, takeScreen, viewports } from '../fixtures/screens.js';
import { expect, test } from '../fixtures/test.js';
import { signedOut } from './account-screens.js';
import { entry } from './entry-screens.js';
import { members, screensOf } from './every-screen.js';
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
const schemes = ['light', 'dark'] as const;

/** Opens a screen once; on each device and in each scheme takes a screenshot, and checks that nothing is cut off or reported by axe. */
async function show(
  visit: Visit,
  screen: Screen,
  fullyChecked: Device,
  before: (visit: Visit) => Promise<unknown> = reload,
) {
  const { page, community, language } = visit;
  await test.step(screen.name, async () => {
    await emulateDevice(page, 'phone');
    await page.emulateMedia({ colorScheme: 'light' });
    await before(visit);
    await screen.open(visit);
    for (const device of devices) {
      await emulateDevice(page, device);
      await settled(page);
      for (const scheme of schemes) {
        await page.emulateMedia({ colorScheme: scheme });
        await takeScreen(page, `${community}-${language}-${screen.name}`, device, scheme);
        await expectNothingCut(page);
        const all = device === fullyChecked || screen.only !== undefined;
        await (scheme === 'dark' ? expectReadable : all ? expectAccessible : expectLaidOut)(page);
      }
    }
    await screen.leaves?.(visit);
  });
}

/** Waits for layout, fonts and visible pictures. */
async function settled(page: Page) {
  await page.evaluate(async () => {
    await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)));
    await document.fonts.ready;
  });
  await page.waitForFunction(() =>
    [...document.images].every((image) => {
      const { top, bottom, left, right } = image.getBoundingClientRect();
      // Pictures outside the window load lazily.
      return image.complete || bottom < 0 || top > innerHeight || right <= 1 || left >= innerWidth - 1;
    }),
  );
}

for (const { community, language, fullyChecked } of looks)
  test.describe(`${community} in ${language}`, () => {
    // Each test shows up to 18 screens four times.
    test.describe.configure({ timeout: 240_000 });
    test.use({ locale: language });
    const ofCommunity = (screens: Screen[]) => screens.filter(({ only }) => only === undefined || only === community);
    test('screens before sign-in', async ({ page, paddock, pageErrors }) => {
      pageErrors.allow(/status of 4/);
      for (const screen of signedOut) await show({ page, paddock, community, language }, screen, fullyChecked);
    });
    test('screens during sign-up and of mail links', async ({ page, paddock, pageErrors }) => {
      pageErrors.allow(/status of 4|ERR_FAILED/);
      for (const screen of ofCommunity(entry)) await show({ page, paddock, community, language }, screen, fullyChecked);
    });
    for (const [module, screens] of Object.entries(screensOf))
      if (ofCommunity(screens).length > 0)
        test(module, async ({ page, paddock, signedIn, pageErrors }) => {
          pageErrors.allow(/status of [45]|Failed to load resource|mfe-people|ERR_/);
          await signedIn(page, members[module] ?? 'driver', community);
          for (const screen of ofCommunity(screens))
            await show(
              { page, paddock, community, language },
              screen,
              fullyChecked,
              module === 'shell' ? reload : aside,
            );
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

test('the page runs from left to right in a community without Arabic', async ({ browser, motorsport }) => {
  const page = await browser.newPage({ locale: 'ar' });
  await page.goto(motorsport);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('dir', 'ltr');
  await page.close();
});
