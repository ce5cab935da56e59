import type { Page } from '@playwright/test';
import { callApi } from '../fixtures/call-api.js';
import { newGroup } from '../fixtures/groups.js';
import { conversation, go, unique } from '../fixtures/places.js';
import { expect, test } from '../fixtures/test.js';

const box = (page: Page, title: string) => page.getByLabel(`Write to ${title}`);

test('a draft that one window sends is gone in the other window of the member', async ({ openAs, paddock }) => {
  const { id, title } = await newGroup(paddock);
  const first = await openAs('driver');
  const second = await first.context().newPage();
  await second.goto(new URL('/', first.url()).href);
  await go(first, `/main/chats/${id}`);
  const text = unique('Half a lap down');
  await box(first, title).fill(text);
  await go(second, `/main/chats/${id}`);
  await expect(box(second, title)).toHaveValue(text);
  await box(first, title).press('Enter');
  await expect(conversation(second)).toContainText(text);
  await expect(box(second, title)).toHaveValue('');
  await second.reload();
  await expect(conversation(second)).toContainText(text);
  await expect(box(second, title)).toHaveValue('');
});

test('a shout deleted in another window ends its editing, and the text goes back to the composer', async ({
  openAs,
  paddock,
}) => {
  const { id, title, token } = await newGroup(paddock);
  const said = unique('Box now');
  const body = { client_id: crypto.randomUUID(), group: id, shout: said };
  const posted = (await callApi(paddock, 'motorsport', 'POST', '/shouts', { token, body })).body as { id: string };
  const page = await openAs('driver');
  await go(page, `/main/chats/${id}`);
  const message = page.locator(`[data-item="${posted.id}"]`);
  await message.hover();
  await message.locator('[aria-haspopup]').click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  const field = page.getByRole('main').locator('textarea').last();
  await expect(field).toHaveValue(said);
  const longer = `${said}, both cars`;
  await field.fill(longer);
  expect((await callApi(paddock, 'motorsport', 'DELETE', `/shouts/${posted.id}`, { token })).status).toBe(200);
  await expect(page.getByText('This was deleted. Your text is kept here.')).toBeVisible();
  await expect(box(page, title)).toHaveValue(longer);
  await expect(message).toHaveCount(0);
});
