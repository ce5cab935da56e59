import type { Page } from '@playwright/test';
import { callApi } from '../fixtures/call-api.js';
import type { Paddock } from '../fixtures/paddock.js';
import { choose, crew, driver, go, shoutCard, unique, until } from '../fixtures/places.js';
import { viewports } from '../fixtures/screens.js';
import { sessionOf } from '../fixtures/sign-in.js';
import { expect, test } from '../fixtures/test.js';

interface Posted {
  id: string;
}

/** Calls as Joaquín, who belongs to the group that it returns. */
async function racing(paddock: Paddock) {
  const { token, stored } = await sessionOf(paddock, 'motorsport', 'driver');
  const call = async <Reply>(method: string, path: string, body?: object): Promise<Reply> => {
    const reply = await callApi(paddock, 'motorsport', method, path, { token, ...(body && { body }) });
    expect(reply.status).toBe(200);
    return reply.body as Reply;
  };
  const { filters } = await call<{ filters: { id: string; title: string }[] }>('GET', '/filters/retrieve/groups');
  const group = filters.find(({ title }) => title === 'Halden Racing')!.id;
  const self = (JSON.parse(stored) as { id: string }).id;
  const post = (shout: string, target: object = { group }) =>
    call<Posted>('POST', '/shouts', { client_id: crypto.randomUUID(), shout, ...target });
  const remove = (id: string) => call('DELETE', `/shouts/${id}`);
  const viewsOf = async (id: string) => (await call<{ views: number }>('GET', `/shouts/${id}/views`)).views;
  return { group, self, post, remove, viewsOf };
}

const feed = (page: Page) => page.getByRole('feed', { name: 'Halden Racing' });

test('a feed offers what came while reading further down, opens at a linked shout, and survives a lost cursor', async ({
  openAs,
  paddock,
  pageErrors,
}) => {
  pageErrors.allow(/status of 404 .*\/api\/shouts/);
  const { group, post, remove } = await racing(paddock);
  const laps: { id: string; text: string }[] = [];
  for (let lap = 1; lap <= 14; lap++) {
    const text = unique(`Lap ${lap} done`);
    laps.push({ text, ...(await post(text)) });
  }
  const petra = await openAs('crew');
  await petra.setViewportSize(viewports.phone);
  await go(petra, `/main/shouts/${group}`);
  await expect(shoutCard(petra, laps[13]!.text)).toBeInViewport();
  await petra.mouse.move(200, 500);

  // The cursor's shout is deleted before its page is read: the feed reloads and goes on by itself.
  let lost = '';
  await petra.route(/\/api\/shouts\?.*before=/, async (route) => {
    const before = new URL(route.request().url()).searchParams.get('before')!;
    if (lost === '') await remove((lost = before));
    await route.continue();
  });
  // By less than a window, so that no card is passed.
  await until(shoutCard(petra, laps[1]!.text), () => petra.mouse.wheel(0, 600));
  expect(laps.map(({ id }) => id)).toContain(lost);
  await expect(shoutCard(petra, laps.find(({ id }) => id === lost)!.text)).toHaveCount(0);

  const news = unique('Box, box');
  await post(news);
  await petra.getByRole('button', { name: '1 new shout' }).click();
  await expect(shoutCard(petra, news)).toBeInViewport();
  await expect(petra.getByRole('button', { name: '1 new shout' })).toBeHidden();

  const linked = laps[2]!;
  await go(petra, `/main/shouts/${group}?shout=${linked.id}`);
  await expect(shoutCard(petra, linked.text)).toBeInViewport();
  await until(shoutCard(petra, news), () => petra.mouse.wheel(0, -4000));
});

test('likers, views and the link of a shout', async ({ openAs, paddock }) => {
  const { group, post, viewsOf } = await racing(paddock);
  const text = unique('Who changed the wheel?');
  const { id } = await post(text);
  const [joaquin, petra] = await Promise.all([openAs('driver'), openAs('crew')]);
  for (const page of [joaquin, petra]) await go(page, `/main/shouts/${group}`);
  await shoutCard(petra, text).getByRole('button', { name: 'Like', exact: true }).click();

  await shoutCard(joaquin, text).getByRole('button', { name: 'Petra likes this' }).click();
  await expect(joaquin).toHaveURL(new RegExp(`#/main/likers/${id}$`));
  await expect(joaquin.getByRole('link', { name: crew })).toBeVisible();
  await joaquin.getByRole('button', { name: 'Back to the shout' }).click();

  // Petra's window has reported the view.
  await expect.poll(() => viewsOf(id)).toBe(1);
  await choose(shoutCard(joaquin, text), driver, 'Views');
  await expect(shoutCard(joaquin, text).getByRole('img', { name: '1 view' })).toBeVisible();

  await petra.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await choose(shoutCard(petra, text), driver, 'Share');
  await expect(petra.getByText('Link copied')).toBeVisible();
  expect(await petra.evaluate(() => navigator.clipboard.readText())).toMatch(new RegExp(`/main/shout/${id}$`));
});

test('a deleted shout leaves both windows once its last comment is deleted', async ({
  openAs,
  paddock,
  pageErrors,
}) => {
  pageErrors.allow(/status of 404 .*\/api\/shouts/);
  const { group, post, remove } = await racing(paddock);
  const [text, answer] = [unique('Lights on?'), unique('They are on.')];
  const { id } = await post(text);
  const comment = await post(answer, { in_reply_to: id });
  const [joaquin, petra] = await Promise.all([openAs('driver'), openAs('crew')]);
  await go(joaquin, `/main/shouts/${group}`);
  await go(petra, `/main/shout/${id}`);
  await choose(shoutCard(joaquin, text), driver, 'Delete');
  await joaquin.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  for (const page of [joaquin, petra]) {
    await expect(page.getByText(text)).toBeHidden();
    await expect(page.getByText('This was deleted').first()).toBeVisible();
    await expect(page.getByText(answer)).toBeVisible();
  }
  await joaquin.reload();
  await expect(shoutCard(joaquin, answer)).toContainText('This was deleted');
  await remove(comment.id);
  await expect(petra.getByText('This content no longer exists')).toBeVisible();
  await expect(shoutCard(joaquin, answer)).toHaveCount(0);
  await joaquin.reload();
  await expect(feed(joaquin)).toBeVisible();
  await expect(joaquin.getByText(answer)).toHaveCount(0);
});

test("a profile leads to the member's own shouts, without those to others", async ({ openAs, paddock }) => {
  const { self, post } = await racing(paddock);
  const [shared, secret] = [unique('For the group'), unique('For Davide alone')];
  const davide = (JSON.parse((await sessionOf(paddock, 'motorsport', 'chief')).stored) as { id: string }).id;
  await post(secret, { recipients: [davide] });
  await post(shared);
  const petra = await openAs('crew');
  await go(petra, `/main/profile/${self}`);
  await petra.getByRole('main').getByRole('link', { name: 'Shouts', exact: true }).click();
  await expect(petra).toHaveURL(new RegExp(`#/main/shouts/of/${self}$`));
  await expect(shoutCard(petra, shared)).toBeVisible();
  await expect(petra.getByText(secret)).toHaveCount(0);
  const joaquin = await openAs('driver');
  await go(joaquin, `/main/shouts/of/${self}`);
  await expect(shoutCard(joaquin, secret)).toContainText('Private: Davide');
});
