import { callApi } from '../fixtures/call-api.js';
import { doubleText, expectReadableAt200, readWords } from '../fixtures/large-text.js';
import type { Paddock } from '../fixtures/paddock.js';
import { shoutWith, uploadPictures } from '../fixtures/pictures.js';
import { chatRow, crew, go, unique } from '../fixtures/places.js';
import { takeScreen, viewports } from '../fixtures/screens.js';
import { sessionOf } from '../fixtures/sign-in.js';
import { expect, test } from '../fixtures/test.js';

/** Posts a poll with a vote to Everybody. */
async function askAll(paddock: Paddock): Promise<{ id: string; text: string }> {
  const { token } = await sessionOf(paddock, 'motorsport', 'crew');
  const text = unique('When do we meet tomorrow?');
  const poll_options = ['After the warm-up, by the second lorry', 'In the afternoon'];
  const body = { client_id: crypto.randomUUID(), group: '0', shout: text, poll_options };
  const asked = await callApi(paddock, 'motorsport', 'POST', '/shouts', { token, body });
  const { id, poll } = asked.body as { id: string; poll: { options: { id: string }[] } };
  const vote = { poll_option_ids: [poll.options[0]!.id] };
  await callApi(paddock, 'motorsport', 'PUT', `/shouts/${id}/vote`, { token, body: vote });
  return { id, text };
}

test('the check of large text finds a broken and a clipped word', async ({ openAs }) => {
  const page = await openAs('driver', { viewport: viewports.phone });
  await page.goto('/#/main/chats');
  await expect(chatRow(page, crew)).toBeVisible();
  await page.getByRole('main').evaluate((main) => {
    const narrow = main.appendChild(document.createElement('p'));
    narrow.style.inlineSize = '3ch';
    const clipped = main.appendChild(document.createElement('p'));
    clipped.style.cssText = 'inline-size: 3ch; overflow: hidden; white-space: nowrap';
    [narrow.textContent, clipped.textContent] = ['Scrutineering', 'Regulations'];
  });
  const { broken } = await readWords(page);
  expect(broken).toEqual(['Scrutineering is broken', 'Regulations is clipped']);
});

// The screens' sweep checks the tabs and pages of one member.
for (const device of ['phone', 'desktop'] as const) {
  test(`text at 200 % breaks and clips no word of a conversation on a ${device}`, async ({ openAs, paddock }) => {
    const { text } = await askAll(paddock);
    const page = await openAs('driver', { viewport: viewports[device] });
    await page.goto('/#/main/conversation/0');
    await expect(page.getByRole('log').getByRole('radiogroup', { name: text })).toBeVisible();
    await expectReadableAt200(page);
  });

  test(`text at 200 % breaks and clips no word of the sign-up form on a ${device}`, async ({
    newWindow,
    motorsport,
  }) => {
    const page = await newWindow(undefined, { viewport: viewports[device] });
    await page.goto(`${motorsport}/#/signup`);
    await expect(page.getByRole('button', { name: /^Subtype,/ })).toBeAttached();
    await page.getByRole('switch').click();
    await expectReadableAt200(page);
  });

  test(`text at 200 % breaks and clips no word of a poll, its voters, the viewer and reports on a ${device}`, async ({
    openAs,
    paddock,
  }) => {
    const page = await openAs('steward', { viewport: viewports[device] });
    const { token } = await sessionOf(paddock, 'motorsport', 'crew');
    const image_urls = await uploadPictures(page, token, 2);
    const { id, text } = await askAll(paddock);
    const pictures = await shoutWith(paddock, 'motorsport', token, { shout: unique('Two laps'), image_urls });
    const reporter = await sessionOf(paddock, 'motorsport', 'driver');
    await callApi(paddock, 'motorsport', 'POST', `/shouts/${id}/report`, {
      token: reporter.token,
      body: { client_id: crypto.randomUUID(), reason: 'false_information', text: 'There is no second lorry.' },
    });

    await go(page, `/main/shout/${id}`);
    const shown = page.getByRole('radiogroup', { name: text });
    await expect(shown).toBeVisible();
    await expectReadableAt200(page);
    await takeScreen(page, 'poll-large-text', device, 'light');
    await page.getByRole('button', { name: '1 vote' }).click();
    await expect(page.getByRole('dialog').getByRole('region').first()).toBeVisible();
    await expectReadableAt200(page);
    await takeScreen(page, 'voters-large-text', device, 'light');
    await page.keyboard.press('Escape');

    await go(page, `/main/shout/${pictures}`);
    await page.getByRole('button', { name: 'Open picture 1 of 2' }).click();
    await expect(page.getByRole('dialog').getByText('1 of 2')).toBeVisible();
    await expectReadableAt200(page);
    await takeScreen(page, 'viewer-large-text', device, 'light');
    await page.keyboard.press('Escape');

    await go(page, '/main/moderation');
    const row = page
      .getByRole('main')
      .getByRole('link', { name: new RegExp(text.slice(-8)) })
      .first();
    await expect(row).toBeVisible();
    await expectReadableAt200(page);
    await takeScreen(page, 'reports-large-text', device, 'light');
    await row.click();
    await expect(page.getByRole('button', { name: 'Keep', exact: true })).toBeVisible();
    await expectReadableAt200(page);
    await takeScreen(page, 'report-large-text', device, 'light');
  });
}

test('text at 200 % fits the actions of a swiped chat', async ({ openAs }) => {
  const page = await openAs('driver', { viewport: viewports.phone, hasTouch: true });
  await page.goto('/#/main/chats');
  const row = chatRow(page, crew);
  await expect(row).toBeVisible();
  await doubleText(page);
  await row.evaluate((link) => link.scrollIntoView({ block: 'center' }));
  const box = (await row.boundingBox())!;
  const session = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x?: number) =>
    session.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: x === undefined ? [] : [{ x, y: box.y + box.height / 2 }],
    });
  await touch('touchStart', 300);
  for (const x of [280, 240, 180, 100]) await touch('touchMove', x);
  await touch('touchEnd');
  const action = page.getByRole('button', { name: 'Archive', exact: true });
  await expect(action).toBeVisible();
  await expect.poll(async () => (await row.boundingBox())!.x).toBeLessThan(box.x - 100);
  const buttons = action.locator('xpath=..').getByRole('button');
  const spill = await buttons.evaluateAll((all) =>
    all.map((button) => {
      const words = document.createRange();
      words.selectNodeContents(button.querySelector('span')!);
      const [inner, outer] = [words.getBoundingClientRect(), button.getBoundingClientRect()];
      return Math.max(0, outer.left - inner.left, inner.right - outer.right, inner.bottom - outer.bottom);
    }),
  );
  expect(spill).toEqual([0, 0]);
});
