import type { Language } from '../fixtures/messages.js';
import { expectAccessible, expectReadable } from '../fixtures/accessibility.js';
import type { Community } from '../fixtures/paddock.js';
import { type Device, expectNothingCut, type Scheme, takeScreen, viewports } from '../fixtures/screens.js';
import { expect, test } from '../fixtures/test.js';
import { signedOut } from './account-screens.js';
import { entry } from './entry-screens.js';
import { screensOf } from './every-screen.js';
import type { Screen, Visit } from './visit.js';

interface Look {
  community: Community;
  language: Language;
  schemes: readonly Scheme[];
}
const looks: Look[] = [
  { community: 'motorsport', language: 'en', schemes: ['light', 'dark'] },
  { community: 'workplace', language: 'ar', schemes: ['light', 'dark'] },
];

/** A screen in each scheme: a picture, nothing cut off, nothing that axe finds. */
async function show(visit: Visit, screen: Screen, device: Device, schemes: readonly Scheme[]) {
  const { page, community, language } = visit;
  await test.step(screen.name, async () => {
    // A page of its own: nothing of the screen before stays in a field or a menu.
    await page.goto('about:blank');
    await screen.open(visit);
    await page.evaluate(() => document.fonts.ready);
    await page.waitForFunction(() =>
      [...document.images].every((image) => {
        const { top, bottom } = image.getBoundingClientRect();
        return image.complete || bottom < 0 || top > innerHeight;
      }),
    );
    for (const [turn, scheme] of schemes.entries()) {
      await page.emulateMedia({ colorScheme: scheme });
      await takeScreen(page, `${community}-${language}-${screen.name}`, device, scheme);
      await expectNothingCut(page);
      await (turn === 0 ? expectAccessible : expectReadable)(page);
    }
    await screen.leaves?.(visit);
  });
}

for (const device of ['phone', 'desktop'] as const)
  for (const { community, language, schemes } of looks)
    test.describe(`${community} in ${language} on a ${device}`, () => {
      test.use({ viewport: viewports[device], hasTouch: device === 'phone', locale: language });
      test('before signing in', async ({ page, paddock, pageErrors }) => {
        test.slow();
        pageErrors.allow(/status of 4/);
        for (const screen of signedOut) await show({ page, paddock, community, language }, screen, device, schemes);
      });
      // One frame for all of them: both communities on a phone, one of them on a desktop.
      if (device === 'phone' || community === 'workplace')
        test('on the way in', async ({ page, paddock, pageErrors }) => {
          test.slow();
          pageErrors.allow(/status of 4|ERR_FAILED/);
          const screens = entry.filter(({ only }) => only === undefined || only === community);
          const seen = device === 'phone' ? schemes : schemes.slice(0, 1);
          for (const screen of screens) await show({ page, paddock, community, language }, screen, device, seen);
        });
      for (const [module, all] of Object.entries(screensOf)) {
        const screens = all.filter(({ only }) => only === undefined || only === community);
        if (screens.length > 0)
          test(module, async ({ page, paddock, signedIn, pageErrors }) => {
            test.slow();
            pageErrors.allow(/status of [45]|Failed to load resource|mfe-people|ERR_/);
            await signedIn(page, 'driver', community);
            for (const screen of screens) await show({ page, paddock, community, language }, screen, device, schemes);
          });
      }
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
