import type { Page } from '@playwright/test';
import { callApi } from '../fixtures/call-api.js';
import { expectAccessible } from '../fixtures/accessibility.js';
import { bring, choose, document, picture, slots } from '../fixtures/chosen-files.js';
import { chatRow, crew, go, shoutCard, conversation, unique } from '../fixtures/places.js';
import { takeScreen, viewports } from '../fixtures/screens.js';
import { newSession, sessionOf } from '../fixtures/sign-in.js';
import { expect, test } from '../fixtures/test.js';

const send = (page: Page) => page.getByRole('button', { name: 'Send', exact: true });
const loaded = (page: Page) => slots(page).filter({ hasNot: page.getByRole('progressbar') });

async function openChat(page: Page) {
  await chatRow(page, crew).click();
  return page.getByRole('textbox', { name: `Write to ${crew}` });
}

test('chosen, pasted and dropped files are sent in their order and seen by the other side', async ({ openAs }) => {
  const [joaquin, petra] = await Promise.all([openAs('driver'), openAs('crew')]);
  for (const page of [joaquin, petra]) {
    await go(page, '/main/shouts');
    await expect(page.getByRole('feed').first()).toBeVisible();
  }
  await joaquin.getByRole('button', { name: 'Shout to everybody' }).click();
  const box = joaquin.getByRole('textbox', { name: 'Shout to everybody' });
  await choose(joaquin, [picture('front.png'), document('laps.csv')]);
  await bring(box, 'paste', [picture('pasted.png', [20, 120, 220])]);
  await expect(slots(joaquin)).toHaveCount(3);
  await bring(joaquin.getByRole('feed').first(), 'drop', [document('dropped.csv')]);
  await expect(slots(joaquin)).toHaveCount(4);
  await expect(loaded(joaquin)).toHaveCount(4);
  await expectAccessible(joaquin);

  // Pictures and files are listed apart; among the files the order is the member's.
  await joaquin.getByRole('button', { name: 'dropped.csv, 4 of 4' }).press('Home');
  await expect(joaquin.getByRole('button', { name: 'dropped.csv, 1 of 4' })).toBeFocused();
  await joaquin.getByRole('button', { name: 'Remove pasted.png' }).click();
  await expect(slots(joaquin)).toHaveCount(3);

  const text = unique('The numbers of today');
  await box.fill(text);
  await send(joaquin).click();
  await expect(slots(joaquin)).toHaveCount(0);
  for (const page of [joaquin, petra]) {
    const card = shoutCard(page, text);
    await expect(card.getByRole('img').or(card.locator('img'))).not.toHaveCount(0);
    await expect(card).toContainText(/dropped\.csv.*laps\.csv/s);
    await expect(card).not.toContainText('Sending…');
  }
});

test('files alone are sent with a single space, also as a comment', async ({ openAs }) => {
  const page = await openAs('driver');
  await openChat(page);
  const posted = page.waitForRequest((request) => request.url().endsWith('/api/shouts') && request.method() === 'POST');
  await choose(page, [document('setup.csv')]);
  await expect(loaded(page)).toHaveCount(1);
  await send(page).click();
  expect((await posted).postDataJSON()).toMatchObject({ shout: ' ', image_urls: [], files: [expect.any(String)] });
  await expect(conversation(page)).toContainText('setup.csv');
});

test('an eighth file, a refused one and a failed one', async ({ openAs, pageErrors }) => {
  pageErrors.allow(/status of 400|ERR_FAILED/);
  const page = await openAs('driver');
  await openChat(page);
  await choose(page, [{ ...document('car.png', 'no picture'), mimeType: 'image/png' }]);
  const alert = page.getByRole('alert').filter({ hasText: 'car.png' });
  await expect(alert).toBeVisible();
  await expect(alert).not.toContainText('Unable to upload');
  await expect(send(page)).toHaveAttribute('aria-disabled', 'true');
  await page.getByRole('button', { name: 'Remove car.png' }).click();
  await expect(slots(page)).toHaveCount(0);

  await page.route('**/api/files', (route) => route.abort());
  await choose(page, [document('1.csv')]);
  await expect(page.getByText('1.csv: Unable to upload')).toBeVisible();
  await expect(send(page)).toHaveAttribute('aria-disabled', 'true');
  await page.unroute('**/api/files');
  await page.getByRole('button', { name: 'Try again: 1.csv' }).click();
  await expect(page.getByText('Unable to upload')).toBeHidden();
  await expect(send(page)).not.toHaveAttribute('aria-disabled', 'true');

  await choose(
    page,
    [2, 3, 4, 5, 6, 7, 8].map((number) => document(`${number}.csv`)),
  );
  await expect(page.getByText('You can attach 7 files at most.')).toBeVisible();
  await expect(loaded(page)).toHaveCount(7);
  // A draft's files survive a reload.
  await page.reload();
  await expect(loaded(page)).toHaveCount(7);
  const last = page.getByRole('button', { name: '7.csv, 7 of 7' });
  await expect(last).toBeVisible();
  await last.dragTo(page.getByRole('button', { name: '1.csv, 1 of 7' }));
  await expect(page.getByRole('button', { name: '7.csv, 1 of 7' })).toBeVisible();
  for (const number of [1, 2, 3, 4, 5, 6, 7]) await page.getByRole('button', { name: `Remove ${number}.csv` }).click();
  await expect(slots(page)).toHaveCount(0);
});

test('files chosen offline survive a reload and are sent once when the connection is back', async ({
  openAs,
  pageErrors,
}) => {
  pageErrors.allow(/ERR_INTERNET_DISCONNECTED|WebSocket connection|ERR_FAILED|ChunkLoadError/);
  const [page, petra] = [await openAs('driver'), await openAs('crew')];
  await go(petra, '/main/chats');
  const box = await openChat(page);
  // The code of attachments loads when the browser is idle.
  await page.waitForLoadState('networkidle');
  await page.context().setOffline(true);
  await expect(page.getByText('Internet disconnected')).toBeVisible();
  await choose(page, [picture('offline.png'), document('offline.csv')]);
  await expect(page.getByRole('img', { name: 'offline.csv: waiting for a connection' })).toBeVisible();
  const text = unique('From the tunnel');
  await box.fill(text);
  await send(page).click();
  await expect(conversation(page)).toContainText(text);
  await expect(conversation(page)).toContainText('offline.csv');
  await expect(slots(page)).toHaveCount(0);

  // The page can be loaded, but nothing can be uploaded yet.
  await page.route('**/api/files', (route) => route.abort());
  await page.context().setOffline(false);
  await page.reload();
  await expect(conversation(page)).toContainText(text);
  await expect(conversation(page).getByLabel('Waiting for a connection')).toBeVisible();
  await page.unroute('**/api/files');
  await expect(conversation(page).getByLabel('Waiting for a connection')).toBeHidden({ timeout: 20_000 });
  await expect(conversation(page).getByText(text)).toHaveCount(1);
  await go(petra, '/main/chats');
  await chatRow(petra, 'Joaquín Berrueta').click();
  await expect(conversation(petra)).toContainText('offline.csv');
  await expect(conversation(petra).getByText(text)).toHaveCount(1);
  // Nothing is kept in the browser after the post.
  await expect
    .poll(() =>
      page.evaluate(async () => {
        const [database] = (await indexedDB.databases()).filter(({ name }) => name?.startsWith('paddock.files.'));
        if (!database?.name) return 0;
        const open = indexedDB.open(database.name);
        await new Promise((resolve) => (open.onsuccess = resolve));
        const count = open.result.transaction('files').objectStore('files').count();
        await new Promise((resolve) => (count.onsuccess = resolve));
        open.result.close();
        return count.result;
      }),
    )
    .toBe(0);
});

test('a post whose file takes long shows its percent, and holds back no other conversation', async ({
  openAs,
  pageErrors,
}) => {
  pageErrors.allow(/ERR_INTERNET_DISCONNECTED|WebSocket connection|ERR_FAILED|ChunkLoadError/);
  const page = await openAs('driver', { viewport: viewports.desktop });
  const box = await openChat(page);
  await page.waitForLoadState('networkidle');
  await page.context().setOffline(true);
  await expect(page.getByText('Internet disconnected')).toBeVisible();
  await choose(page, [picture('slow.png')]);
  await expect(slots(page)).toHaveCount(1);
  await send(page).click();
  await expect(slots(page)).toHaveCount(0);
  await expect(chatRow(page, crew)).toContainText('You:Photo');

  let release = () => {};
  const gate = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/api/files', async (route) => {
    await gate;
    await route.continue();
  });
  await page.context().setOffline(false);
  await expect(conversation(page).getByText('0%')).toBeVisible();
  await takeScreen(page, 'unsent-percent', 'desktop', 'light');
  const posted = () =>
    page.waitForResponse((reply) => reply.url().endsWith('/api/shouts') && reply.request().method() === 'POST');
  const text = unique('Before the picture');
  await box.fill(text);
  const later = posted();
  await send(page).click();
  expect((await later).status()).toBe(200);
  await go(page, '/main/chats/0');
  await page.getByRole('textbox', { name: /^Write to/ }).fill(unique('Elsewhere'));
  const elsewhere = posted();
  await send(page).click();
  expect((await elsewhere).status()).toBe(200);
  release();
  await openChat(page);
  await expect(conversation(page).getByText(/%$/)).toBeHidden();
  await expect(
    conversation(page)
      .getByRole('button', { name: /^Open picture/ })
      .last(),
  ).toBeVisible();
});

test('signing out removes the kept files', async ({ newWindow, paddock, motorsport, pageErrors }) => {
  // A badge may be read while the session ends.
  pageErrors.allow(/status of 401/);
  const page = await newWindow(await newSession(paddock, 'motorsport', 'chief'));
  await page.goto(motorsport);
  await go(page, '/main/chats/0');
  await choose(page, [document('secret.csv')]);
  await expect(loaded(page)).toHaveCount(1);
  const databases = () =>
    page.evaluate(async () => (await indexedDB.databases()).filter(({ name }) => name?.startsWith('paddock.files.')));
  expect(await databases()).toHaveLength(1);
  await go(page, '/main/settings/logout');
  await page.getByRole('button', { name: 'Log out' }).click();
  await expect(page).toHaveURL(/#\/$/);
  await expect.poll(databases).toEqual([]);
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('secret.csv');
});

test('loaded files stay as they are under disable_upload_modification', async ({ openAs, changeDeployment }) => {
  await changeDeployment('workplace', ({ flags }) => void (flags.disable_upload_modification = true));
  const page = await openAs('driver', { community: 'workplace', locale: 'ar' });
  await go(page, '/main/chats/0');
  await choose(page, [document('a.csv'), document('b.csv')], 'إرفاق ملفات');
  const list = slots(page, 'الملفات المرفقة');
  await expect(list.getByRole('img', { name: 'b.csv' })).toBeVisible();
  await expect(list.getByRole('img', { name: 'a.csv' })).toBeVisible();
  await expect(list.getByRole('button')).toHaveCount(0);
  await page.getByRole('button', { name: 'إرسال', exact: true }).click();
  await expect(page.getByRole('log')).toContainText('a.csv');
  await expect(list).toHaveCount(0);
});

test('a double click on the download of a file downloads it once', async ({ openAs, paddock }) => {
  const page = await openAs('driver');
  const { token } = await sessionOf(paddock, 'motorsport', 'driver');
  const path = await page.evaluate(async (bearer) => {
    const form = new FormData();
    form.append('file', new Blob(['lap,time\n1,98.2\n']), 'trace.csv');
    const reply = await fetch('/api/files', {
      method: 'POST',
      headers: { authorization: `Bearer ${bearer}` },
      body: form,
    });
    return ((await reply.json()) as { path: string }).path;
  }, token);
  const body = { client_id: crypto.randomUUID(), group: '0', shout: unique('Traces'), files: [path] };
  const reply = await callApi(paddock, 'motorsport', 'POST', '/shouts', { token, body });
  await go(page, `/main/shout/${(reply.body as { id: string }).id}`);

  const downloads: string[] = [];
  page.on('download', (download) => downloads.push(download.suggestedFilename()));
  const download = page.getByRole('link', { name: 'Download trace.csv' });
  await download.dblclick();
  await expect.poll(() => downloads).toEqual(['trace.csv']);
  await page.waitForTimeout(600);
  expect(downloads).toEqual(['trace.csv']);
  await download.click();
  await expect.poll(() => downloads).toEqual(['trace.csv', 'trace.csv']);
});
