import type { Page } from '@playwright/test';
import { callApi } from '../fixtures/call-api.js';
import { signUp } from '../fixtures/members.js';
import { chatRow, choose, crew, driver, go, conversation, unique, unread } from '../fixtures/places.js';
import { viewports } from '../fixtures/screens.js';
import { sessionOf, signInPage } from '../fixtures/sign-in.js';
import { expect, test } from '../fixtures/test.js';

const list = (page: Page) => page.getByRole('list', { name: 'Chats' });
const row = (page: Page, name: string) => list(page).getByRole('listitem').filter({ hasText: name });

for (const device of ['phone', 'desktop'] as const)
  test(`a mouse mutes, archives and takes back a chat on a window as wide as a ${device}`, async ({ openAs }) => {
    const page = await openAs('driver', { viewport: viewports[device] });
    const [chat, name] = [chatRow(page, crew), crew];
    await expect(chat).toBeVisible();
    await expect(row(page, name).getByRole('button', { name: `More for ${name}` })).toHaveCSS('opacity', '1');
    await row(page, name).hover();
    await choose(row(page, name), name, 'Mute');
    await expect(chat.getByLabel('Muted')).toBeVisible();
    await row(page, name).hover();
    await choose(row(page, name), name, 'Unmute');
    await expect(chat.getByLabel('Muted')).toBeHidden();
    await row(page, name).hover();
    await choose(row(page, name), name, 'Archive');
    await expect(chat).toBeHidden();
    // The archive is the first row of the list, above the chats.
    const archive = page.getByRole('main').getByRole('button', { name: 'Archive', exact: true }).first();
    expect((await archive.boundingBox())!.y).toBeLessThan((await list(page).boundingBox())!.y);
    await archive.click();
    await row(page, name).hover();
    await choose(row(page, name), name, 'Unarchive');
    await expect(page.getByText('Nothing new')).toBeVisible();
    await page.getByRole('button', { name: 'Close archive' }).click();
    await expect(chat).toBeVisible();
  });

test('the keyboard mutes a chat, and archives it and back', async ({ openAs }) => {
  const page = await openAs('crew');
  const chat = chatRow(page, driver);
  const chooseByKey = async (name: string) => {
    await chat.focus();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: `More for ${driver}` })).toBeFocused();
    await page.keyboard.press('ArrowDown');
    const item = page.getByRole('menuitem', { name, exact: true });
    await expect(item).toBeVisible();
    if (!(await item.evaluate((one) => one === document.activeElement))) await page.keyboard.press('ArrowDown');
    await expect(item).toBeFocused();
    await page.keyboard.press('Enter');
  };
  await chooseByKey('Mute');
  await expect(chat.getByLabel('Muted')).toBeVisible();
  await chooseByKey('Unmute');
  await expect(chat.getByLabel('Muted')).toBeHidden();
  await chooseByKey('Archive');
  await expect(chat).toBeHidden();
  await page.getByRole('main').getByRole('button', { name: 'Archive', exact: true }).first().press('Enter');
  await chooseByKey('Unarchive');
  await page.getByRole('button', { name: 'Close archive' }).press('Enter');
  await expect(chat).toBeVisible();
});

test('a row shows the draft, the waiting shout and the sent one', async ({ openAs, pageErrors }) => {
  pageErrors.allow(/ERR_INTERNET_DISCONNECTED|WebSocket connection|ERR_FAILED/);
  const page = await openAs('driver');
  await chatRow(page, crew).click();
  const box = page.getByRole('textbox', { name: `Write to ${crew}` });
  const text = unique('Rear wing is');
  await box.fill(text);
  await expect(chatRow(page, crew)).not.toContainText('Draft:');
  await chatRow(page, 'Everybody').click();
  await expect(chatRow(page, crew)).toContainText(`Draft:${text}`);
  await page.reload();
  await expect(chatRow(page, crew)).toContainText(`Draft:${text}`);

  await chatRow(page, crew).click();
  await expect(box).toHaveValue(text);
  await page.route('**/api/shouts*', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.fallback(),
  );
  await box.press('Enter');
  await expect(chatRow(page, crew)).toContainText(`You:${text}`);
  await expect(chatRow(page, crew).getByLabel('Waiting to send')).toBeVisible();
  await page.unroute('**/api/shouts*');
  await expect(chatRow(page, crew).getByLabel('Waiting to send')).toBeHidden();
  await expect(chatRow(page, crew)).toContainText(`You:${text}`);
});

test('a new chat with a member found by name, and the title counts what is unread', async ({
  openAs,
  page,
  paddock,
  motorsport,
}) => {
  const newcomer = await signUp(paddock, 'motorsport');
  // The open chat has nothing unread, so that reading it changes no count.
  const { token } = await sessionOf(paddock, 'motorsport', 'crew');
  await callApi(paddock, 'motorsport', 'PUT', '/filters/read/0', { token, body: {} });
  const petra = await openAs('crew');
  await signInPage(page, motorsport, newcomer);
  await page.goto(`${motorsport}/#/main/chats`);
  await page.getByRole('button', { name: 'New chat' }).click();
  const dialog = page.getByRole('dialog', { name: 'New chat' });
  await expect(dialog.getByRole('searchbox')).toBeFocused();
  await page.keyboard.type('Petra Wol');
  await dialog.getByRole('button', { name: new RegExp(crew) }).click();
  await expect(dialog).toBeHidden();
  const box = page.getByRole('textbox', { name: `Write to ${crew}` });
  await expect(box).toBeVisible();

  await go(petra, '/main/chats/0');
  await expect(petra.getByRole('heading', { level: 1, name: 'Everybody' })).toBeVisible();
  const before = Number(/^\((\d+)\)/.exec(await petra.title())?.[1] ?? 0);
  const text = unique('Welcome me');
  await box.fill(text);
  await box.press('Enter');
  await expect(conversation(page)).toContainText(text);
  await expect(chatRow(petra, newcomer.fullname)).toContainText(text);
  expect(await unread(chatRow(petra, newcomer.fullname))).toBe(1);
  await expect(petra).toHaveTitle(new RegExp(`^\\(${before + 1}\\) `));
});

test('groups, people and the archive are apart, each tab with its unread', async ({ openAs }) => {
  const page = await openAs('driver', { community: 'workplace', locale: 'en' });
  await go(page, '/main/chats');
  const tabs = page.getByRole('radio');
  await expect(tabs).toHaveCount(3);
  await expect(page.getByRole('radio', { name: 'All' })).toHaveCount(0);
  await page.getByRole('radio', { name: /^People/ }).check({ force: true });
  await expect(list(page).getByRole('link').first()).toBeVisible();
  const counts = await list(page)
    .getByText(/^\d+ unread$/)
    .allTextContents();
  const sum = counts.reduce((total, count) => total + Number.parseInt(count, 10), 0);
  const spoken = page.locator('label', { has: page.getByRole('radio', { name: /^People/ }) }).getByText(/unread$/);
  expect(Number.parseInt((await spoken.allTextContents())[0] ?? '0', 10)).toBe(sum);
});

test('a found shout names its chat, and opens the conversation at it', async ({ openAs }) => {
  const page = await openAs('driver');
  await chatRow(page, crew).click();
  const box = page.getByRole('textbox', { name: `Write to ${crew}` });
  const text = unique('Gearbox oil');
  await box.fill(text);
  await box.press('Enter');
  await expect(page.getByText('Sending…')).toBeHidden();
  await expect(conversation(page)).toContainText(text);
  await page.getByRole('searchbox').fill(text.split(' ').at(-1)!);
  const found = page.locator('a[href*="shout="]').filter({ hasText: crew });
  await expect(found).toContainText(text);
  await found.click();
  await expect(page).toHaveURL(/#\/main\/chats\/\w+\?shout=\w+$/);
  await expect(conversation(page)).toContainText(text);
});

test('the menu of a row stays open while the chat beside the list opens', async ({ openAs }) => {
  const page = await openAs('driver');
  await go(page, '/main/chats');
  await expect(page).toHaveURL(/#\/main\/chats\/.+/);
  // As on a busy machine, where a step back takes longer than a press.
  await page.evaluate(() => {
    const back = history.back.bind(history);
    history.back = () => void setTimeout(back, 1000);
  });
  await go(page, '/main/chats');
  const more = row(page, crew).getByRole('button', { name: `More for ${crew}` });
  await more.focus();
  await more.press('Enter');
  const item = page.getByRole('menuitem', { name: 'Mute', exact: true });
  await expect(item).toBeVisible();
  await expect(page).toHaveURL(/#\/main\/chats\/.+/);
  await expect(item).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(item).toBeHidden();
  await expect(more).toBeFocused();
});
