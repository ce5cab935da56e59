import type { Page } from '@playwright/test';
import { chatRow, crew, go, tab, conversation } from '../fixtures/places.js';
import { viewports } from '../fixtures/screens.js';
import { expect, test } from '../fixtures/test.js';

const opened = (page: Page) => page.evaluate(() => /^#\/main\/\w+\/([^?]+)/.exec(location.hash)?.[1]);

test('a wide window opens the last, else the first item beside a list, and Back leaves both', async ({
  openAs,
  pageErrors,
}) => {
  const page = await openAs('driver');
  await expect(conversation(page)).toBeVisible();
  const rows = page.getByRole('list', { name: 'Chats' }).getByRole('link');
  await expect(rows.first()).toHaveAttribute('aria-current', 'true');
  await chatRow(page, crew).click();
  await expect(chatRow(page, crew)).toHaveAttribute('aria-current', 'true');
  const chat = await opened(page);

  for (const name of ['Events', 'People']) {
    await tab(page, name).click();
    await expect(page).toHaveURL(new RegExp(`#/main/${name.toLowerCase()}/\\w+$`));
    await expect(page.locator('[data-part="detail"]').getByRole('heading', { level: 1 }).first()).toBeVisible();
  }
  const profile = await opened(page);
  await tab(page, 'Chats').click();
  await expect(page).toHaveURL(new RegExp(`#/main/chats/${chat}$`));
  // A search behind the open chat's own entry stays a search.
  await go(page, '/main/chats?search=petra');
  await expect(page).toHaveURL(new RegExp(`#/main/chats/${chat}\\?search=petra$`));
  await expect(page.getByRole('searchbox')).toHaveValue('petra');
  await page.goBack();
  await expect(page).toHaveURL(new RegExp(`#/main/chats/${chat}$`));
  await expect(page.getByRole('searchbox')).toHaveValue('');
  await page.goBack();
  await expect(page).toHaveURL(new RegExp(`#/main/people/${profile}$`));

  // The tab of the open item leaves no second entry for it.
  await tab(page, 'People').click();
  await expect(page).toHaveURL(new RegExp(`#/main/people/${profile}$`));
  await page.goBack();
  await expect(page).toHaveURL(/#\/main\/events\/\w+$/);
  await page.goForward();

  // The last chat is gone: the list's first opens.
  pageErrors.allow(/404/);
  await page.evaluate((id) => {
    const key = Object.keys(localStorage).find((one) => localStorage.getItem(one) === id);
    localStorage.setItem(key!, 'f'.repeat(24));
  }, chat!);
  await tab(page, 'Chats').click();
  await expect(rows.first()).toHaveAttribute('aria-current', 'true');
  await expect(conversation(page)).toBeVisible();
});

test('a phone opens the list alone', async ({ openAs }) => {
  const page = await openAs('driver', { viewport: viewports.phone });
  await expect(chatRow(page, crew)).toBeVisible();
  for (const name of ['chats', 'events']) {
    await go(page, `/main/${name}`);
    await expect(page.locator('[data-part="list"] [data-row]').first()).toBeVisible();
    expect(await opened(page)).toBeUndefined();
  }
});
