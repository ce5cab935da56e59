import type { Page } from '@playwright/test';
import { expectAccessible } from '../fixtures/accessibility.js';
import type { Community } from '../fixtures/paddock.js';
import { type Device, expectNothingCut, takeScreen, viewports } from '../fixtures/screens.js';
import { expect, test } from '../fixtures/test.js';

interface Screen {
  name: string;
  /** Below the hash. */
  address: string;
  /** What stands there once the screen is whole. */
  there: (page: Page) => Promise<unknown>;
}

const heading = (name: string | RegExp) => (page: Page) =>
  expect(page.getByRole('heading', { level: 1, name }).first()).toBeVisible();
const follow = async (page: Page, link: ReturnType<Page['getByRole']>) => {
  await expect(link).toBeVisible();
  await link.evaluate((element) => (element as HTMLAnchorElement).click());
};

const signedOut: Screen[] = [
  { name: 'landing', address: '/', there: (page) => expect(page.getByRole('link', { name: 'Log in' })).toBeVisible() },
  { name: 'login', address: '/login', there: heading('Log in') },
  { name: 'sign-up', address: '/signup', there: heading('Sign up') },
  { name: 'terms', address: '/terms', there: heading('Terms') },
  { name: 'privacy', address: '/privacy', there: heading('Privacy policy') },
];

const signedIn: Screen[] = [
  {
    name: 'chats',
    address: '/main/chats',
    there: (page) => expect(page.getByRole('list', { name: 'Chats' }).getByRole('link').nth(3)).toBeVisible(),
  },
  {
    name: 'conversation',
    address: '/main/chats',
    async there(page) {
      await follow(
        page,
        page
          .getByRole('list', { name: 'Chats' })
          .getByRole('link', { name: /2 unread/ })
          .first(),
      );
      await expect(page.getByRole('log').getByRole('group').last()).toBeInViewport();
    },
  },
  {
    name: 'group-conversation',
    address: '/main/chats/0',
    there: (page) => expect(page.getByRole('log').getByRole('group').last()).toBeInViewport(),
  },
  {
    name: 'shouts',
    address: '/main/shouts',
    there: (page) => expect(page.getByRole('article').nth(2)).toBeAttached(),
  },
  {
    name: 'shout-with-comments',
    address: '/main/shouts',
    async there(page) {
      await follow(page, page.getByRole('link', { name: /^[2-9] comments$/ }).first());
      await expect(page.getByRole('heading', { name: /^\d comments$/ })).toBeAttached();
    },
  },
  {
    name: 'home',
    address: '/main/home',
    there: (page) => expect(page.getByText(/Wet allocation|life jacket/)).toBeVisible(),
  },
  {
    name: 'people',
    address: '/main/people',
    there: (page) => expect(page.locator('a[href*="/main/people/"]').nth(5)).toBeVisible(),
  },
  {
    name: 'person',
    address: '/main/people',
    async there(page) {
      await follow(page, page.locator('a[href*="/main/people/"]').nth(3));
      await expect(page.getByRole('heading', { name: /^Groups in common/ })).toBeAttached();
    },
  },
  {
    name: 'own-profile',
    address: '/main/profile',
    there: (page) => expect(page.getByRole('heading', { name: /^Your groups/ })).toBeAttached(),
  },
  { name: 'settings', address: '/main/settings', there: heading('Settings') },
  {
    name: 'menu',
    address: '/main/hamburger',
    there: (page) => expect(page.getByRole('link', { name: 'Why don’t I see this tab?' })).toBeVisible(),
  },
  {
    name: 'diagnostics',
    address: '/main/diagnostics',
    there: (page) => expect(page.getByRole('button', { name: 'Copy report' })).toBeVisible(),
  },
];

const events: Screen[] = [
  {
    name: 'events',
    address: '/main/events',
    there: (page) => expect(page.locator('[data-day]').first()).toBeAttached(),
  },
  {
    name: 'event',
    address: '/main/events',
    async there(page) {
      await follow(page, page.getByRole('link', { name: /Drivers’ briefing/ }));
      await expect(page.getByText('Organised by')).toBeAttached();
    },
  },
];

/** Every picture of a screen, and what must hold on each. */
async function showScreen(page: Page, origin: string, community: Community, device: Device, screen: Screen) {
  await page.goto(`${origin}/#${screen.address}`);
  await screen.there(page);
  await page.evaluate(() => document.fonts.ready);
  await page.waitForFunction(() =>
    [...document.images].every((image) => {
      const { top, bottom } = image.getBoundingClientRect();
      return image.complete || bottom < 0 || top > innerHeight;
    }),
  );
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme });
    await takeScreen(page, `${community}-${screen.name}`, device, scheme);
    await expectNothingCut(page);
    await expectAccessible(page);
  }
}

for (const device of ['phone', 'desktop'] as const)
  for (const community of ['motorsport', 'workplace'] as const)
    test.describe(`${community} on a ${device}`, () => {
      test.use({ viewport: viewports[device], hasTouch: device === 'phone' });
      test('before signing in', async ({ page, paddock }) => {
        for (const screen of signedOut) await showScreen(page, paddock.origin(community), community, device, screen);
      });
      test('signed in', async ({ page, paddock, signedIn: signInAs }) => {
        test.slow();
        await signInAs(page, 'driver', community);
        for (const screen of community === 'motorsport' ? [...signedIn, ...events] : signedIn)
          await showScreen(page, paddock.origin(community), community, device, screen);
      });
    });

for (const device of ['phone', 'desktop'] as const)
  test(`the tile of a module that is not there, on a ${device}`, async ({
    page,
    motorsport,
    signedIn: signInAs,
    pageErrors,
  }) => {
    pageErrors.allow(/Failed to load resource|mfe-events/);
    await page.setViewportSize(viewports[device]);
    await page.route('**/mfe-events/**', (route) => route.abort());
    await signInAs(page, 'driver');
    await showScreen(page, motorsport, 'motorsport', device, {
      name: 'module-tile',
      address: '/main/events',
      there: (there) => expect(there.getByRole('heading', { name: 'Events did not load' })).toBeVisible(),
    });
  });
