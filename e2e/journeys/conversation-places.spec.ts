import type { Page } from '@playwright/test';
import { callApi } from '../fixtures/call-api.js';
import type { Paddock } from '../fixtures/paddock.js';
import { go, conversation, unique, until } from '../fixtures/places.js';
import { type DemoUser, sessionOf } from '../fixtures/sign-in.js';
import { readAll } from '../fixtures/talk.js';
import { expect, test } from '../fixtures/test.js';

const phone = { viewport: { width: 390, height: 844 } };
const desktop = { viewport: { width: 1280, height: 800 } };

interface Posted {
  id: string;
  shout: string;
}

async function ask<T>(paddock: Paddock, as: DemoUser, method: string, path: string, body?: object): Promise<T> {
  const { token } = await sessionOf(paddock, 'motorsport', as);
  const reply = await callApi(paddock, 'motorsport', method, path, { token, ...(body && { body }) });
  expect(reply.status).toBe(200);
  return reply.body as T;
}

/** A group of the chief's. */
async function groupOf(paddock: Paddock): Promise<string> {
  const { filters } = await ask<{ filters: { id: string }[] }>(paddock, 'chief', 'GET', '/filters/retrieve/groups');
  return filters.find(({ id }) => id !== '0')!.id;
}

const post = (paddock: Paddock, as: DemoUser, group: string, shout: string) =>
  ask<Posted>(paddock, as, 'POST', '/shouts', { group, shout });

const scroller = (page: Page) => page.locator('[data-scroll]').filter({ has: conversation(page) });
const message = (page: Page, { id }: Posted) => page.locator(`[data-item="${id}"]`);

/** The messages that are fully visible. */
const countInSight = (page: Page) =>
  scroller(page).evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect();
    return [...element.querySelectorAll('[data-item]')].filter((item) => {
      const box = item.getBoundingClientRect();
      return box.top >= top && box.bottom <= bottom;
    }).length;
  });

test('at least 14 short messages of several speakers fit a phone, and 12 a desktop', async ({ openAs, paddock }) => {
  const group = await groupOf(paddock);
  const speakers: DemoUser[] = ['steward', 'chief', 'chief', 'steward', 'steward', 'steward', 'chief', 'chief'];
  for (const [index, speaker] of [...speakers, ...speakers, 'chief' as const].entries())
    await post(paddock, speaker, group, `Set ${index + 1} was 1.30`);
  await readAll(paddock, 'chief', group);
  const page = await openAs('chief', phone);
  await go(page, `/main/conversation/${group}`);
  await expect.poll(() => countInSight(page)).toBeGreaterThanOrEqual(14);
  await page.setViewportSize(desktop.viewport);
  await go(page, `/main/chats/${group}`);
  await expect.poll(() => countInSight(page)).toBeGreaterThanOrEqual(12);
  const height = await conversation(page)
    .locator('[data-item]')
    .last()
    .evaluate((bubble) => bubble.clientHeight);
  expect(height).toBeLessThanOrEqual(31);
});

test('a link opens at its shout, the list grows at both ends, and returns to the newest', async ({
  openAs,
  paddock,
  pageErrors,
}) => {
  const group = await groupOf(paddock);
  const posted: Posted[] = [];
  for (let lap = 1; lap <= 120; lap++)
    posted.push(await post(paddock, lap % 3 === 1 ? 'steward' : 'chief', group, unique(`Lap ${lap}`)));
  await readAll(paddock, 'chief', group);
  const middle = posted[60]!;
  const page = await openAs('chief', phone);
  await go(page, `/main/conversation/${group}?shout=${middle.id}`);
  await expect(message(page, middle)).toBeInViewport();
  await expect(message(page, middle)).toHaveAttribute('data-highlighted', 'true');
  await expect(message(page, posted[119]!)).toHaveCount(0);
  await expect(message(page, middle)).not.toHaveAttribute('data-highlighted', 'true');

  // A shout that arrives meanwhile moves nothing.
  const before = (await message(page, middle).boundingBox())!.y;
  const live = await post(paddock, 'steward', group, unique('While in the middle'));
  await expect(page.getByRole('button', { name: 'To the newest' })).toContainText('1');
  expect(Math.abs((await message(page, middle).boundingBox())!.y - before)).toBeLessThan(2);

  // Upwards and downwards, further than one page.
  const rows = () => conversation(page).locator('[data-row]').count();
  const scrollBy = (by: number) => scroller(page).evaluate((element, y) => element.scrollBy(0, y), by);
  const reach = (target: Posted, by: number) => until(message(page, target), () => scrollBy(by));
  await reach(posted[5]!, -500);
  await reach(posted[110]!, 500);
  expect(await rows()).toBeLessThan(400);
  await reach(live, 500);

  await go(page, `/main/conversation/${group}?shout=${posted[20]!.id}`);
  await expect(message(page, posted[20]!)).toBeInViewport();
  await page.getByRole('button', { name: 'To the newest' }).click();
  await expect(message(page, live)).toBeInViewport();
  await expect(page).toHaveURL(new RegExp(`/main/chats/${group}$`));

  // A shout that does not exist leads to the newest.
  pageErrors.allow(/status of 404/);
  await go(page, `/main/conversation/${group}?shout=${'0'.repeat(24)}`);
  await expect(page.getByText('This content no longer exists')).toBeVisible();
  await expect(message(page, live)).toBeInViewport();
});

test('a long press opens the actions of a message: copy, copy link and like', async ({ openAs, paddock }) => {
  const group = await groupOf(paddock);
  const posted = await post(paddock, 'steward', group, unique('Bleed valves first'));
  const page = await openAs('chief', { ...phone, hasTouch: true });
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await go(page, `/main/conversation/${group}`);
  const box = (await message(page, posted).boundingBox())!;
  const touch = await page.context().newCDPSession(page);
  const sheet = page.getByRole('dialog', { name: /^Actions for a message of / });
  const press = async () => {
    const touchPoints = [{ x: box.x + 20, y: box.y + 12 }];
    await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints });
    await expect(sheet).toBeVisible();
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  };
  await press();
  await sheet.getByRole('button', { name: 'Copy', exact: true }).click();
  await expect(sheet).toBeHidden();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(posted.shout);
  await press();
  await sheet.getByRole('button', { name: 'Copy link' }).click();
  await expect(page.getByText('Link copied')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(new RegExp(`/main/shout/${posted.id}$`));
  await press();
  await sheet.getByRole('button', { name: 'Like', exact: true }).click();
  await expect(message(page, posted).getByRole('button', { name: 'Like, 1 like' })).toBeVisible();
});

test('in a direct chat the author sees what was read, unless one of both has turned it off', async ({
  openAs,
  paddock,
}) => {
  const self = async (as: DemoUser) => ask<{ id: string; fullname: string }>(paddock, as, 'GET', '/users/me');
  const [chief, steward] = [await self('chief'), await self('steward')];
  const author = await openAs('chief', phone);
  await go(author, `/main/conversation/${steward.id}`);
  const box = author.getByRole('textbox', { name: `Write to ${steward.fullname}` });
  const write = async (text: string) => {
    await box.fill(text);
    await author.getByRole('button', { name: 'Send' }).click();
  };
  const [first, second] = [unique('Boat two is booked'), unique('Only until ten')];
  await write(first);
  const last = conversation(author).locator('[data-item]').last();
  await expect(last).toContainText(first);
  await expect(last.getByRole('img', { name: 'Sent' })).toBeVisible();
  await expect(last.getByText('Seen')).toHaveCount(0);

  const reader = await openAs('steward', phone);
  await go(reader, `/main/conversation/${chief.id}`);
  await expect(conversation(reader).getByText(first)).toBeInViewport();
  await expect(last.getByText('Seen')).toBeVisible();
  await expect(conversation(author).getByText('Seen')).toHaveCount(1);

  await ask(paddock, 'steward', 'PUT', `/users/${steward.id}`, { seen_marks: false });
  await write(second);
  await expect(conversation(reader).getByText(second)).toBeInViewport();
  await author.reload();
  await expect(last).toContainText(second);
  await expect(conversation(author).getByText('Seen')).toHaveCount(0);
  await expect(last.getByRole('img', { name: 'Sent' })).toBeVisible();
  await ask(paddock, 'steward', 'PUT', `/users/${steward.id}`, { seen_marks: true });
});
