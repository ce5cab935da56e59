import type { Page } from '@playwright/test';
import { callApi } from '../fixtures/call-api.js';
import type { Paddock } from '../fixtures/paddock.js';
import { chatRow, choose, go, conversation, unique } from '../fixtures/places.js';
import { type DemoUser, sessionOf } from '../fixtures/sign-in.js';
import { expect, test } from '../fixtures/test.js';

// Two members whose chat no other test reads, because this file writes many shouts.
const [reader, writer] = ['chief', 'steward'] as const;
const memberOf = async (paddock: Paddock, user: DemoUser) =>
  JSON.parse((await sessionOf(paddock, 'motorsport', user)).stored) as { id: string; fullname: string };

/** Posts to a member through the API. */
async function say(paddock: Paddock, from: DemoUser, to: DemoUser, shout: string): Promise<void> {
  const { token } = await sessionOf(paddock, 'motorsport', from);
  const body = { client_id: crypto.randomUUID(), recipients: [(await memberOf(paddock, to)).id], shout };
  expect((await callApi(paddock, 'motorsport', 'POST', '/shouts', { token, body })).status).toBe(200);
}

/** Reads everything in a chat through the API. */
async function readAll(paddock: Paddock, user: DemoUser, id: string): Promise<void> {
  const { token } = await sessionOf(paddock, 'motorsport', user);
  expect((await callApi(paddock, 'motorsport', 'PUT', `/filters/read/${id}`, { token })).status).toBe(200);
}

async function unreadOf(paddock: Paddock, user: DemoUser, id: string): Promise<number> {
  const { token } = await sessionOf(paddock, 'motorsport', user);
  const { body } = await callApi(paddock, 'motorsport', 'GET', `/chats/${id}`, { token });
  return (body as { badge_number: number }).badge_number;
}

/** Simulates a window that is covered, or visible again. */
const look = (page: Page, state: 'visible' | 'hidden') =>
  page.evaluate((now) => {
    Object.defineProperty(document, 'visibilityState', { value: now, configurable: true });
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  }, state);

const scroller = (page: Page) => page.locator('[data-scroll]').filter({ has: conversation(page) });
const lines = (page: Page) => conversation(page).getByText(/^\d+ new$/);

test('unread shouts begin at a visible line, and shouts that arrive during reading do not count', async ({
  openAs,
  paddock,
}) => {
  const page = await openAs(reader);
  const { id, fullname } = await memberOf(paddock, writer);
  // Reads to the end first, so that the line counts only newer shouts.
  await readAll(paddock, reader, id);
  await go(page, '/main/people');
  const texts = Array.from({ length: 60 }, (_, index) => unique(`Lap ${index + 1}`));
  for (const text of texts) await say(paddock, writer, reader, text);

  await go(page, '/main/chats');
  await chatRow(page, fullname).click();
  await expect(lines(page)).toHaveText('60 new');
  await expect(lines(page)).toBeInViewport();
  await expect(conversation(page).getByText(texts[0]!)).toBeInViewport();
  await expect(conversation(page).getByText(texts.at(-1)!)).not.toBeInViewport();

  // The first unread one is not among the newest 30, so the list has begun there and grows at both ends.
  const live = unique('While you read');
  await say(paddock, writer, reader, live);
  await expect(page.getByRole('button', { name: 'To the newest' })).toBeVisible();
  await expect(conversation(page).getByText(texts[0]!)).toBeInViewport();
  await expect(lines(page)).toHaveText('60 new');
  // Only visible shouts count as read.
  await expect.poll(() => unreadOf(paddock, reader, id)).toBeLessThan(61);
  expect(await unreadOf(paddock, reader, id)).toBeGreaterThan(30);
  await page.getByRole('button', { name: 'To the newest' }).click();
  await expect.poll(() => unreadOf(paddock, reader, id)).toBe(0);
  await expect(conversation(page).getByText(live)).toBeInViewport();

  const box = page.getByRole('textbox', { name: `Write to ${fullname}` });
  const answer = unique('Seen all of it');
  await box.fill(answer);
  // The pointer does not move the focus or close a phone's keyboard.
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(box).toBeFocused();
  await expect(conversation(page).getByText(answer)).toBeInViewport();
  await expect(lines(page)).toHaveCount(0);
});

test('shouts that arrive in a hidden window begin at a line, and stay unread until it is visible', async ({
  openAs,
  paddock,
}) => {
  const page = await openAs(reader);
  const { id, fullname } = await memberOf(paddock, writer);
  await readAll(paddock, reader, id);
  await go(page, `/main/chats/${id}`);
  await expect(page.getByRole('textbox', { name: `Write to ${fullname}` })).toBeVisible();
  const watched = unique('While somebody looks');
  await say(paddock, writer, reader, watched);
  await expect(conversation(page).getByText(watched)).toBeInViewport();
  await expect.poll(() => unreadOf(paddock, reader, id)).toBe(0);

  await look(page, 'hidden');
  const missed = unique('While nobody looks');
  await say(paddock, writer, reader, missed);
  await expect(conversation(page).getByText(missed)).toBeAttached();
  await expect(lines(page)).toHaveCount(0);
  expect(await unreadOf(paddock, reader, id)).toBe(1);
  await look(page, 'visible');
  await expect(lines(page)).toHaveText('1 new');
  await expect.poll(() => unreadOf(paddock, reader, id)).toBe(0);
});

test('shouts that were missed offline begin at a line on reconnection', async ({ openAs, paddock, pageErrors }) => {
  pageErrors.allow(/ERR_INTERNET_DISCONNECTED|WebSocket/);
  const page = await openAs(reader);
  // Waits for pending requests, which would fail offline.
  const live = page.waitForEvent('websocket');
  await page.reload();
  await live;
  const { id, fullname } = await memberOf(paddock, writer);
  await readAll(paddock, reader, id);
  await go(page, `/main/chats/${id}`);
  await expect(page.getByRole('textbox', { name: `Write to ${fullname}` })).toBeVisible();
  await look(page, 'hidden');
  await page.context().setOffline(true);
  const texts = Array.from({ length: 25 }, (_, index) => unique(`Missed ${index + 1}`));
  for (const text of texts) await say(paddock, writer, reader, text);
  // The phone wakes before it is connected.
  await look(page, 'visible');
  await expect(page.getByText('Internet disconnected').first()).toBeVisible();
  await page.context().setOffline(false);
  await expect(lines(page)).toHaveText('25 new');
  await expect(lines(page)).toBeInViewport();
  await expect(conversation(page).getByText(texts.at(-1)!)).not.toBeInViewport();
  await page.getByRole('button', { name: 'To the newest' }).click();
  await expect.poll(() => unreadOf(paddock, reader, id)).toBe(0);
});

test('marks a conversation unread from a message on; its author still sees that it was read', async ({
  openAs,
  paddock,
}) => {
  const page = await openAs(reader);
  const { id, fullname } = await memberOf(paddock, writer);
  const texts = [unique('Box'), unique('this'), unique('lap')];
  for (const text of texts) await say(paddock, writer, reader, text);
  await go(page, `/main/chats/${id}`);
  await expect.poll(() => unreadOf(paddock, reader, id)).toBe(0);

  const author = await openAs(writer);
  const rowOfReader = chatRow(author, (await memberOf(paddock, reader)).fullname);
  await expect(rowOfReader.getByRole('img', { name: 'Seen' })).toBeVisible();

  const message = conversation(page).getByText(texts[1]!);
  await message.hover();
  await page
    .getByRole('button', { name: `More for ${fullname}` })
    .last()
    .click();
  await page.getByRole('menuitem', { name: 'Unread from here' }).click();
  await expect(page.getByText('Marked unread')).toBeVisible();
  await expect(lines(page)).toHaveText('2 new');
  await expect(chatRow(page, fullname).getByText('2 unread')).toBeAttached();
  // A further message in view does not mark it read again.
  await say(paddock, writer, reader, unique('Now'));
  await expect.poll(() => unreadOf(paddock, reader, id)).toBe(3);
  await go(page, '/main/people');
  expect(await unreadOf(paddock, reader, id)).toBe(3);

  await go(page, `/main/chats/${id}`);
  await expect(lines(page)).toHaveText('3 new');
  await expect.poll(() => unreadOf(paddock, reader, id)).toBe(0);
});

test('a conversation keeps its reading position, or stays at its end', async ({ openAs }) => {
  const page = await openAs('driver');
  await go(page, '/main/chats/0');
  await expect(conversation(page)).toBeVisible();
  await scroller(page).evaluate((element) => element.scrollTo(0, element.scrollHeight / 2));
  const link = conversation(page)
    .getByRole('link', { name: /comment/i })
    .filter({ visible: true });
  const inSight = async () => {
    for (const one of await link.all())
      if ((await one.boundingBox())!.y > 200 && (await one.boundingBox())!.y < 500) return one;
    throw new Error('no comments in sight');
  };
  const left = await inSight();
  const href = await left.getAttribute('href');
  const before = (await left.boundingBox())!.y;
  await left.click();
  await expect(page.getByRole('textbox', { name: 'Write a comment' })).toBeVisible();
  await page.goBack();
  const again = conversation(page).locator(`a[href="${href!}"]`);
  await expect.poll(async () => Math.abs((await again.boundingBox())!.y - before)).toBeLessThan(3);

  await page.getByRole('button', { name: 'To the newest' }).click();
  const toEnd = () => scroller(page).evaluate((e) => e.scrollHeight - e.scrollTop - e.clientHeight);
  await expect.poll(toEnd).toBeLessThan(2);
  await go(page, '/main/people');
  await go(page, '/main/chats/0');
  await expect.poll(toEnd).toBeLessThan(2);
});

test('a refused shout survives a reload without being sent, and can be edited and sent again', async ({
  openAs,
  paddock,
  pageErrors,
}) => {
  pageErrors.allow(/status of 403/);
  const page = await openAs(reader);
  const { id, fullname } = await memberOf(paddock, writer);
  await go(page, `/main/chats/${id}`);
  const box = page.getByRole('textbox', { name: `Write to ${fullname}` });
  const sent: string[] = [];
  await page.route('**/api/shouts', (route) => {
    sent.push(route.request().postData() ?? '');
    return route.fulfill({ status: 403, json: { code: 'READ_ONLY', message: 'Not at the moment.' } });
  });
  const [first, second] = [unique('Refused once'), unique('Refused for good')];
  for (const text of [first, second]) {
    await box.fill(text);
    await box.press('Enter');
  }
  await box.fill('Something else');
  await expect(conversation(page).getByText('Not at the moment.')).toHaveCount(2);
  await expect(box).toHaveValue('Something else');
  expect(sent).toHaveLength(2);
  await page.reload();
  await expect(conversation(page).getByText('Not at the moment.')).toHaveCount(2);
  // A post that is not refused is sent in turn, so the refused ones would have been sent before it.
  await page.unroute('**/api/shouts');
  await box.fill(unique('In between'));
  await box.press('Enter');
  await expect(conversation(page).getByRole('img', { name: 'Sent' }).last()).toBeVisible();
  await expect(conversation(page).getByText('Not at the moment.')).toHaveCount(2);
  await box.fill('Something else');

  await conversation(page).getByRole('button', { name: 'Send again' }).first().click();
  await expect(conversation(page).getByText('Not at the moment.')).toHaveCount(1);
  await conversation(page).getByRole('button', { name: 'Edit', exact: true }).click();
  await expect(conversation(page).getByText(second)).toHaveCount(0);
  await expect(box).toHaveValue(`${second}\nSomething else`);
  await expect(box).toBeFocused();
  await box.fill('');
  await expect(conversation(page).getByText(first)).toHaveCount(1);
  await page.reload();
  await expect(conversation(page).getByText(first)).toHaveCount(1);
  await expect(conversation(page).getByText(second)).toHaveCount(0);
});

test('shouts written offline are sent once and in order, and each shout of a run can be edited', async ({
  openAs,
  paddock,
  pageErrors,
}) => {
  pageErrors.allow(/ERR_INTERNET_DISCONNECTED|WebSocket/);
  const [page, other] = await Promise.all([openAs(reader), openAs(writer)]);
  const [self, { id, fullname }] = await Promise.all([memberOf(paddock, reader), memberOf(paddock, writer)]);
  await go(page, `/main/chats/${id}`);
  const box = page.getByRole('textbox', { name: `Write to ${fullname}` });
  await expect(box).toBeVisible();
  await page.context().setOffline(true);
  const texts = ['First', 'Second', 'Third'].map(unique);
  for (const text of texts) {
    await box.fill(text);
    await box.press('Enter');
  }
  await expect(conversation(page).getByRole('img', { name: 'Waiting for a connection' })).toHaveCount(1);
  await page.context().setOffline(false);
  await expect(conversation(page).getByRole('img', { name: 'Waiting for a connection' })).toHaveCount(0, {
    timeout: 20_000,
  });

  await chatRow(other, self.fullname).click();
  const bubbles = conversation(other).locator('[data-item]');
  for (const window of [conversation(page), conversation(other)])
    for (const text of texts) await expect(window.getByText(text)).toHaveCount(1);
  const shown = (await bubbles.allTextContents()).slice(-3);
  expect(shown.map((text, index) => text.startsWith(texts[index]!))).toEqual([true, true, true]);

  const line = (text: string) => conversation(page).locator(':has(> [data-item])').filter({ hasText: text });
  await line(texts[0]!).hover();
  await choose(line(texts[0]!), self.fullname, 'Edit');
  await expect(box).toHaveValue(texts[0]!);
  const better = unique('First, but better');
  await box.fill(better);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(conversation(other).getByText(better)).toBeVisible();
  await expect(conversation(other).getByText(texts[1]!)).toBeVisible();

  await line(texts[1]!).hover();
  await choose(line(texts[1]!), self.fullname, 'Delete');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(conversation(other).getByText(texts[1]!)).toHaveCount(0);
  await expect(conversation(other).getByText(texts[2]!)).toBeVisible();
});

test('a double click on the download of a file downloads it once', async ({ openAs, paddock }) => {
  const page = await openAs(reader);
  const { token } = await sessionOf(paddock, 'motorsport', reader);
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
