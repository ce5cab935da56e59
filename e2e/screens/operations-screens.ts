import { expect } from '@playwright/test';
import { goTo, text, title, type Screen } from './visit.js';

/** The pages of operators. */
export const operations: Screen[] = [
  {
    name: 'status',
    hasLargeText: true,
    async open(visit) {
      await goTo(visit, '/main/admin/status');
      await title(visit, text(visit, 'mfe-account', 'status.title'));
      await expect(visit.page.getByRole('main').getByRole('listitem').nth(3)).toBeVisible();
    },
  },
  {
    name: 'deployment',
    hasLargeText: true,
    async open(visit) {
      await goTo(visit, '/main/admin/deployment');
      await title(visit, text(visit, 'mfe-account', 'deployment.title'));
      await expect(visit.page.getByRole('main').getByRole('listitem').nth(3)).toBeVisible();
    },
  },
  {
    name: 'flag-change',
    async open(visit) {
      await goTo(visit, '/main/admin/deployment');
      await visit.page.getByRole('searchbox').fill('username_max');
      await visit.page.getByRole('button', { name: /^username_max/ }).click();
      const sheet = visit.page.getByRole('dialog');
      await sheet.getByRole('textbox').fill('19');
      await sheet.getByRole('button', { name: text(visit, 'mfe-account', 'deployment.check') }).click();
      await expect(sheet.getByRole('region')).toBeVisible();
    },
  },
];
