import type { Page } from '@playwright/test';
import { callApi } from '../fixtures/call-api.js';
import { chatRow, crew, go, tab, conversation, unique } from '../fixtures/places.js';
import { viewports } from '../fixtures/screens.js';
import { sessionOf } from '../fixtures/sign-in.js';
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

test('an event that another member deletes says so while it is read, and does not open again beside the list', async ({
  openAs,
  paddock,
  pageErrors,
}) => {
  // The deleted events.
  pageErrors.allow(/404/);
  const { token } = await sessionOf(paddock, 'motorsport', 'steward');
  const create = async (minutes: number) => {
    const when = new Date(Date.now() + minutes * 60_000).toISOString();
    const body = { client_id: crypto.randomUUID(), title: unique('Briefing'), when };
    const { body: made } = await callApi(paddock, 'motorsport', 'POST', '/events', { token, body });
    return (made as { id: string }).id;
  };
  const remove = (id: string) => callApi(paddock, 'motorsport', 'DELETE', `/events/${id}`, { token });
  const [unseen, read] = [await create(5), await create(6)];
  const page = await openAs('driver');
  await go(page, `/main/events/${unseen}`);
  const detail = page.locator('[data-part="detail"]');
  await expect(detail.getByRole('heading', { level: 1 }).first()).toBeVisible();
  await tab(page, 'Chats').click();
  await expect(conversation(page)).toBeVisible();
  await remove(unseen);
  await tab(page, 'Events').click();
  await expect(page).toHaveURL(new RegExp(`#/main/events/(?!${unseen})\\w+$`));
  await expect(detail.getByRole('heading', { level: 1 }).first()).toBeVisible();
  await expect(page.getByText('This content no longer exists')).toBeHidden();

  await go(page, `/main/events/${read}`);
  await expect(detail.getByRole('button', { name: 'Going', exact: true })).toBeVisible();
  await remove(read);
  await expect(page.getByText('This content no longer exists')).toBeVisible();
  await tab(page, 'Events').click();
  await expect(page).toHaveURL(new RegExp(`#/main/events/(?!${read})\\w+$`));
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
