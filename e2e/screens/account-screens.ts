import { expect } from '@playwright/test';
import { form, goTo, reads, text, title, type Screen, type Visit } from './visit.js';

export const signedOut: Screen[] = [
  {
    name: 'landing',
    async open(visit) {
      await goTo(visit, '/');
      await expect(visit.page.getByRole('link', { name: text(visit, 'mfe-account', 'landing.login') })).toBeVisible();
    },
  },
  {
    name: 'login',
    async open(visit) {
      await goTo(visit, '/login');
      await title(visit, text(visit, 'mfe-account', 'login.title'));
    },
  },
  {
    name: 'login-refused',
    async open(visit) {
      await goTo(visit, '/login');
      const fields = form(visit).locator('input');
      await fields.nth(0).fill('nobody_here');
      await fields.nth(1).fill('wrong-password');
      await form(visit).locator('[type=submit]').click();
      await reads(visit, 'mfe-account', 'codes.INVALID_CREDENTIALS');
    },
  },
  {
    name: 'sign-up',
    async open(visit) {
      await goTo(visit, '/signup');
      await title(visit, text(visit, 'mfe-account', 'signup.title'));
      await expect(visit.page.getByRole('main').locator('[type=submit]')).toBeVisible();
    },
  },
  {
    name: 'sign-up-faults',
    async open(visit) {
      await goTo(visit, '/signup');
      await title(visit);
      const fields = form(visit).locator('input[type=text], input[type=email], input:not([type])');
      // The form appears when its choices have loaded.
      await expect(fields.nth(2)).toBeVisible();
      for (const field of await fields.all()) {
        await field.focus();
        await field.blur();
      }
      await expect(form(visit).locator('[aria-invalid=true]').nth(2)).toBeVisible();
    },
  },
  ...['terms', 'privacy'].map((name) => ({
    name,
    async open(visit: Visit) {
      await goTo(visit, `/${name}`);
      await title(visit, text(visit, 'mfe-account', `legal.${name}`));
    },
  })),
];

export const account: Screen[] = [
  {
    name: 'settings',
    hasLargeText: true,
    async open(visit) {
      await goTo(visit, '/main/settings');
      await reads(visit, 'mfe-account', 'settings.change_password');
    },
  },
  {
    name: 'settings-password-faults',
    async open(visit) {
      await goTo(visit, '/main/settings/password');
      const fields = form(visit).locator('input');
      for (const [index, value] of ['wrong-one', 'new-password', 'new-passwort'].entries())
        await fields.nth(index).fill(value);
      await form(visit).locator('[type=submit]').click();
      await expect(form(visit).locator('[aria-invalid=true]').first()).toBeVisible();
    },
  },
  {
    name: 'settings-new-address',
    async open(visit) {
      await goTo(visit, '/main/settings/email');
      await expect(form(visit).getByRole('textbox').first()).toBeVisible();
    },
  },
  {
    name: 'settings-devices',
    async open(visit) {
      await goTo(visit, '/main/settings/devices');
      await reads(visit, 'mfe-account', 'settings.devices.this_one');
    },
  },
  {
    name: 'settings-notifications',
    hasLargeText: true,
    async open(visit) {
      await goTo(visit, '/main/settings/notifications');
      await expect(visit.page.getByRole('switch').first()).toBeAttached();
    },
  },
  {
    name: 'notifications',
    async open(visit) {
      await goTo(visit, '/main/notifications');
      await title(visit, text(visit, 'mfe-account', 'notifications.title'));
      await expect(visit.page.getByRole('main').getByRole('status')).toHaveCount(0);
    },
  },
  {
    name: 'settings-log-out',
    async open(visit) {
      await goTo(visit, '/main/settings/logout');
      await reads(visit, 'mfe-account', 'settings.log_out_text');
    },
  },
];
