import type { Page } from '@playwright/test';
import type { Language } from '../fixtures/messages.js';
import { expectAccessible, expectLaidOut, expectReadable } from '../fixtures/accessibility.js';
import type { Community } from '../fixtures/paddock.js';
import { becomes, type Device, expectNothingCut, takeScreen, viewports } from '../fixtures/screens.js';
import { expect, test } from '../fixtures/test.js';
import { signedOut } from './account-screens.js';
import { entry } from './entry-screens.js';
import { screensOf } from './every-screen.js';
import { anew, aside, type Screen, type Visit } from './visit.js';

interface Look {
  community: Community;
  language: Language;
  /** Where all rules of accessibility are asked; elsewhere those of the looks, and here as there of what one community has. */
  asked: Device;
}
const looks: Look[] = [
  { community: 'motorsport', language: 'en', asked: 'phone' },
  { community: 'workplace', language: 'ar', asked: 'desktop' },
];
const devices = ['phone', 'desktop'] as const;
const schemes = ['light', 'dark'] as const;

/** A screen, opened once, on each device and in each scheme: a picture, nothing cut off, nothing that axe finds. */
async function show(visit: Visit, screen: Screen, asked: Device, before: (visit: Visit) => Promise<unknown> = anew) {
  const { page, community, language } = visit;
  await test.step(screen.name, async () => {
    await becomes(page, 'phone');
    await page.emulateMedia({ colorScheme: 'light' });
    await before(visit);
    await screen.open(visit);
    for (const device of devices) {
      await becomes(page, device);
      await settled(page);
      for (const scheme of schemes) {
        await page.emulateMedia({ colorScheme: scheme });
        await takeScreen(page, `${community}-${language}-${screen.name}`, device, scheme);
        await expectNothingCut(page);
        const all = device === asked || screen.only !== undefined;
        await (scheme === 'dark' ? expectReadable : all ? expectAccessible : expectLaidOut)(page);
      }
    }
    await screen.leaves?.(visit);
  });
}

/** Letters and pictures in sight are there, and the page has been laid out in its size. */
async function settled(page: Page) {
  await page.evaluate(async () => {
    await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)));
    await document.fonts.ready;
  });
  await page.waitForFunction(() =>
    [...document.images].every((image) => {
      const { top, bottom, left, right } = image.getBoundingClientRect();
      // One that is drawn aside waits until it is.
      return image.complete || bottom < 0 || top > innerHeight || right <= 1 || left >= innerWidth - 1;
    }),
  );
}

for (const { community, language, asked } of looks)
  test.describe(`${community} in ${language}`, () => {
    // Each shows up to 18 screens four times.
    test.describe.configure({ timeout: 240_000 });
    test.use({ locale: language });
    const ofCommunity = (screens: Screen[]) => screens.filter(({ only }) => only === undefined || only === community);
    test('before signing in', async ({ page, paddock, pageErrors }) => {
      pageErrors.allow(/status of 4/);
      for (const screen of signedOut) await show({ page, paddock, community, language }, screen, asked);
    });
    test('on the way in', async ({ page, paddock, pageErrors }) => {
      pageErrors.allow(/status of 4|ERR_FAILED/);
      for (const screen of ofCommunity(entry)) await show({ page, paddock, community, language }, screen, asked);
    });
    for (const [module, screens] of Object.entries(screensOf))
      if (ofCommunity(screens).length > 0)
        test(module, async ({ page, paddock, signedIn, pageErrors }) => {
          pageErrors.allow(/status of [45]|Failed to load resource|mfe-people|ERR_/);
          await signedIn(page, 'driver', community);
          for (const screen of ofCommunity(screens))
            await show({ page, paddock, community, language }, screen, asked, module === 'shell' ? anew : aside);
        });
  });

test('a reader of Arabic gets the whole page from right to left', async ({ openAs }) => {
  const page = await openAs('driver', { community: 'workplace', locale: 'ar', viewport: viewports.desktop });
  await expect(page.getByRole('heading', { level: 1 })).toBeAttached();
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  await expect(page.locator('html')).toHaveAttribute('lang', 'ar');
  const rail = await page.getByRole('navigation').boundingBox();
  expect(rail!.x).toBeGreaterThan(viewports.desktop.width / 2);
});

test('in a community without Arabic the page stays from left to right', async ({ browser, motorsport }) => {
  const page = await browser.newPage({ locale: 'ar' });
  await page.goto(motorsport);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('dir', 'ltr');
  await page.close();
});
