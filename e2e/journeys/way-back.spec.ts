import { chatRow, crew, shoutCard, tab, conversation } from '../fixtures/places.js';
import { viewports } from '../fixtures/screens.js';
import { expect, test } from '../fixtures/test.js';

test('a conversation fills a phone and has a back button, which shows the tabs again', async ({ openAs }) => {
  const page = await openAs('driver', { viewport: viewports.phone });
  const tabs = page.getByRole('navigation', { name: 'Tabs' });
  await expect(tabs).toBeVisible();
  const list = page.getByRole('list', { name: 'Chats' });
  await chatRow(page, crew).click();
  await expect(conversation(page)).toBeVisible();
  await expect(tabs).toBeHidden();
  const foot = await page.locator('[data-composer]').boundingBox();
  expect(Math.round(foot!.y + foot!.height)).toBe(viewports.phone.height);
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(list).toBeVisible();
  await expect(tabs).toBeVisible();

  // Beside the list and a rail, everything stays visible.
  await chatRow(page, crew).click();
  await expect(tabs).toBeHidden();
  for (const width of [768, 1280]) {
    await page.setViewportSize({ width, height: 844 });
    await expect(tabs).toBeVisible();
  }
});

test('comments fill a phone, and the back button shows the tabs again', async ({ openAs }) => {
  const page = await openAs('driver', { viewport: viewports.phone });
  await tab(page, 'Shouts').click();
  await shoutCard(page, '')
    .getByRole('link', { name: /omment/ })
    .first()
    .click();
  await expect(page.getByRole('heading', { name: 'Comments' })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Tabs' })).toBeHidden();
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(tab(page, 'Shouts')).toBeVisible();
});

test('a chat search has an address: a reload keeps it, a chat returns to it, Back closes it', async ({ openAs }) => {
  const page = await openAs('driver', { viewport: viewports.phone });
  await tab(page, 'Shouts').click();
  await tab(page, 'Chats').click();
  const box = page.getByRole('searchbox');
  await box.pressSequentially('petra w', { delay: 60 });
  const found = page.getByRole('link', { name: new RegExp(crew) }).first();
  await expect(found).toBeVisible();
  await expect(page).toHaveURL(/\/#\/main\/chats\?search=petra\+w$/);
  await page.reload();
  await expect(box).toHaveValue('petra w');
  await found.click();
  await expect(conversation(page)).toBeVisible();
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(found).toBeVisible();
  await page.goBack();
  await expect(chatRow(page, crew)).toBeVisible();
  await expect(box).toHaveValue('');
  await expect(page).toHaveURL(/#\/main\/chats$/);
  await page.goBack();
  await expect(page).toHaveURL(/#\/main\/shouts$/);
});

test('Back closes the archive', async ({ openAs }) => {
  const page = await openAs('driver', { community: 'workplace', locale: 'en' });
  await tab(page, 'Chats').click();
  const archive = page.getByRole('radio', { name: 'Archive' });
  await archive.click();
  await expect(page).toHaveURL(/#\/main\/chats\/\w+\?show=archived$/);
  await page.reload();
  await expect(archive).toBeChecked();
  await page.goBack();
  await expect(archive).not.toBeChecked();
  await expect(page).toHaveURL(/#\/main\/chats\/\w+$/);
});
