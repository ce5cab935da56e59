import { expect } from '@playwright/test';
import { hold } from '../fixtures/hold.js';
import { goTo, reads, text, chatList, type Screen, type Visit } from './visit.js';

/** Opens an alert: the service refuses a call with a code. */
const refusing = (code: string) => async (visit: Visit) => {
  await visit.page.route('**/api/filters/**', (route) =>
    route.fulfill({ status: 401, contentType: 'application/json', body: JSON.stringify({ code, message: code }) }),
  );
  await goTo(visit, '/main/chats');
  await expect(visit.page.getByRole('dialog')).toBeVisible();
};
const letThrough = ({ page }: Visit) => page.unrouteAll({ behavior: 'ignoreErrors' });

/** Presses the first button of the rail, the bell, or the last one, the profile. */
const fromRail = (button: 'first' | 'last') => async (visit: Visit) => {
  await goTo(visit, '/main/diagnostics');
  await visit.page.getByRole('navigation').getByRole('button')[button]().click();
  await expect(visit.page.getByRole('dialog').getByRole('link').last()).toBeVisible();
};
const closeOverlay = ({ page }: Visit) => page.keyboard.press('Escape');

export const shell: Screen[] = [
  {
    name: 'menu',
    hasLargeText: true,
    async open(visit) {
      await goTo(visit, '/main/hamburger');
      await reads(visit, 'shell', 'menu.diagnostics');
    },
  },
  {
    name: 'profile-menu',
    hasLargeText: true,
    isBesideRail: true,
    open: fromRail('last'),
    leaves: closeOverlay,
  },
  {
    name: 'notifications-panel',
    isBesideRail: true,
    open: fromRail('first'),
    leaves: closeOverlay,
  },
  {
    name: 'diagnostics',
    hasLargeText: true,
    async open(visit) {
      await goTo(visit, '/main/diagnostics');
      await expect(visit.page.getByRole('button', { name: text(visit, 'shell', 'diagnostics.copy') })).toBeVisible();
    },
  },
  { name: 'alert-new-version', open: refusing('DEPRECATED_CLIENT'), leaves: letThrough },
  {
    name: 'module-tile',
    async open(visit) {
      await visit.page.route('**/mfe-people/**', (route) => route.abort());
      await goTo(visit, '/main/people');
      await expect(visit.page.getByText('MODULE_NOT_FOUND')).toBeVisible();
    },
    leaves: letThrough,
  },
  {
    name: 'loading',
    async open(visit) {
      await hold(visit.page, '**/api/filters/**');
      await goTo(visit, '/main/chats');
      await expect(
        visit.page
          .getByRole('status')
          .filter({ has: visit.page.locator('*') })
          .first(),
      ).toBeAttached();
    },
    leaves: letThrough,
  },
  {
    name: 'failing',
    async open(visit) {
      await visit.page.route('**/api/shouts?**', (route) =>
        route.fulfill({
          status: 500,
          contentType: 'application/json',
          body: JSON.stringify({ code: 'INTERNAL', message: 'Something went wrong.' }),
        }),
      );
      await goTo(visit, '/main/shouts');
      await expect(visit.page.getByRole('alert').getByRole('button')).toBeVisible();
    },
    leaves: letThrough,
  },
  {
    name: 'offline',
    async open(visit) {
      await goTo(visit, '/main/chats');
      await chatList(visit);
      await visit.page.context().setOffline(true);
      await reads(visit, 'shell', 'connection.offline');
    },
    leaves: ({ page }) => page.context().setOffline(false),
  },
];
