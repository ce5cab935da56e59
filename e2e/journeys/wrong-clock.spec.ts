import { callApi } from '../fixtures/call-api.js';
import { go, shoutCard, unique } from '../fixtures/places.js';
import { sessionOf } from '../fixtures/sign-in.js';
import { expect, test } from '../fixtures/test.js';

const hour = 3_600_000;

// The clock belongs to the context: a warm one would keep it for the next test.
test.use({ isCold: true });

for (const [name, wrong] of [
  ['nine hours ahead', 9 * hour],
  ['nine hours behind', -9 * hour],
] as const)
  test(`the server's clock decides on a device that is ${name}`, async ({ openAs, paddock }) => {
    const { token } = await sessionOf(paddock, 'motorsport', 'driver');
    const post = (path: string, body: object) => callApi(paddock, 'motorsport', 'POST', path, { token, body });
    const [text, question, title] = [unique('Box this lap'), unique('Soft or hard?'), unique('Track walk')];
    await post('/shouts', { client_id: crypto.randomUUID(), group: '0', shout: text });
    const poll_end = new Date(Date.now() + hour).toISOString();
    const poll = { poll_options: ['Soft', 'Hard'], poll_end };
    await post('/shouts', { client_id: crypto.randomUUID(), group: '0', shout: question, ...poll });
    const soon = { when: new Date(Date.now() + 60_000).toISOString() };
    await callApi(paddock, 'motorsport', 'POST', '/events', {
      token: (await sessionOf(paddock, 'motorsport', 'steward')).token,
      body: { client_id: crypto.randomUUID(), title, ...soon },
    });

    const page = await openAs('driver');
    await page.clock.install({ time: Date.now() + wrong });
    await page.reload();
    // A shout of this minute can be edited for a quarter of an hour, and is not from the future or from yesterday.
    await go(page, '/main/shouts');
    const own = shoutCard(page, text);
    await expect(own.locator('time')).toHaveText(/^(now|\d+[sm])\b|^\d+ (sec|min)/);
    await own.getByRole('button', { name: /^More for/ }).click();
    await expect(page.getByRole('menuitem', { name: 'Edit' })).toBeVisible();
    await page.keyboard.press('Escape');
    // A poll of the next hour is open.
    await expect(shoutCard(page, question).getByRole('radio', { name: 'Soft' })).toBeEnabled();
    // An event of the next minute is today's.
    await go(page, '/main/events');
    await expect(page.getByRole('link', { name: new RegExp(title) })).toBeVisible();
    await expect(page.getByRole('heading', { name: /Today/ })).toBeVisible();
  });
