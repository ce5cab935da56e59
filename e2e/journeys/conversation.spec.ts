import type { Page } from '@playwright/test';
import { callApi } from '../fixtures/call-api.js';
import { newGroup } from '../fixtures/groups.js';
import { chatRow, conversation, go, unique } from '../fixtures/places.js';
import { sessionOf } from '../fixtures/sign-in.js';
import { memberOf, readAll, reader, say, unreadOf, writer } from '../fixtures/talk.js';
import { expect, test } from '../fixtures/test.js';

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

test('an unread shout that is taller than the window counts as read once its start is visible', async ({
  openAs,
  paddock,
}) => {
  const page = await openAs(reader);
  const { id } = await memberOf(paddock, writer);
  await readAll(paddock, reader, id);
  await go(page, '/main/people');
  const tall = [unique('Grid'), ...Array.from({ length: 60 }, (_, index) => index + 1)].join('\n');
  for (const text of [tall, unique('Last')]) await say(paddock, writer, reader, text);
  await go(page, `/main/chats/${id}`);
  await expect(lines(page)).toBeInViewport();
  await expect.poll(() => unreadOf(paddock, reader, id)).toBe(1);
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

test('a conversation keeps its reading position, or stays at its end', async ({ openAs, paddock }) => {
  const { token } = await sessionOf(paddock, 'motorsport', 'driver');
  // Its own group: other tests write to everybody. Long enough that its middle is far from both ends of the first page.
  const group = await newGroup(paddock);
  const shouts: { id: string; shout: string }[] = [];
  for (const at of Array.from({ length: 24 }).keys()) {
    const body = { group: group.id, shout: `${unique(`Lap ${at}`)}\n${'Box, box. '.repeat(20)}` };
    const reply = await callApi(paddock, 'motorsport', 'POST', '/shouts', { token, body });
    shouts.push(reply.body as { id: string; shout: string });
  }
  const middle = shouts[12]!;
  await callApi(paddock, 'motorsport', 'POST', '/shouts', { token, body: { in_reply_to: middle.id, shout: 'Copy' } });
  const page = await openAs('driver');
  await go(page, `/main/chats/${group.id}`);
  const link = conversation(page).getByRole('link', { name: '1 comment' });
  await expect(link).toBeAttached();
  // The position is kept once the scrolling has ended.
  const top = async () => (await link.boundingBox())!.y;
  let before = NaN;
  await expect
    .poll(async () => {
      const last = before;
      // Again each time: until the list has loaded it may return to its end.
      await link.evaluate((element) => element.scrollIntoView({ block: 'center' }));
      before = await top();
      return Math.abs(before - last);
    })
    .toBeLessThan(1);
  await link.click();
  await expect(page.getByRole('textbox', { name: 'Write a comment' })).toBeVisible();
  await page.goBack();
  await expect.poll(async () => Math.abs((await top()) - before)).toBeLessThan(3);

  await page.getByRole('button', { name: 'To the newest' }).click();
  const toEnd = () => scroller(page).evaluate((e) => e.scrollHeight - e.scrollTop - e.clientHeight);
  await expect.poll(toEnd).toBeLessThan(2);
  await go(page, '/main/people');
  await go(page, `/main/chats/${group.id}`);
  await expect.poll(toEnd).toBeLessThan(2);
});
