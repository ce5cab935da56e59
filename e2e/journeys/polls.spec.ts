import type { Page } from '@playwright/test';
import { callApi } from '../fixtures/call-api.js';
import { go, shoutCard, conversation, unique } from '../fixtures/places.js';
import { takeScreen, viewports } from '../fixtures/screens.js';
import { sessionOf } from '../fixtures/sign-in.js';
import { expect, test } from '../fixtures/test.js';

const form = (page: Page) => page.getByRole('dialog', { name: 'New poll' });
const option = (page: Page, number: number) =>
  form(page).getByRole('textbox', { name: `Option ${number}`, exact: false });

async function openForm(page: Page): Promise<void> {
  await go(page, '/main/conversation/0');
  await page.getByRole('button', { name: 'New poll' }).click();
  await expect(form(page)).toBeVisible();
}

test('a poll is created step by step, kept over a reload, voted on in two windows, and its voters are listed', async ({
  openAs,
}) => {
  const [joaquin, petra] = await Promise.all([openAs('driver'), openAs('crew')]);
  const question = unique('Which tyres?');
  await openForm(joaquin);
  await form(joaquin).getByRole('textbox', { name: 'Question' }).fill(question);
  await expect(option(joaquin, 2)).toBeVisible();
  await expect(option(joaquin, 3)).toBeHidden();
  await option(joaquin, 1).fill('Soft');
  await option(joaquin, 2).fill('Medium');
  await expect(option(joaquin, 4)).toBeHidden();
  await option(joaquin, 3).fill('Soft');
  await expect(option(joaquin, 4)).toBeVisible();
  // A week is the default.
  await expect(form(joaquin).getByRole('switch', { name: 'The poll ends' })).toBeChecked();
  await joaquin.reload();
  await openForm(joaquin);
  await expect(option(joaquin, 3)).toHaveValue('Soft');
  await form(joaquin).getByRole('button', { name: 'Create poll' }).click();
  await expect(form(joaquin).getByText('This option exists already.')).toBeVisible();
  await option(joaquin, 3).fill('Hard');
  await takeScreen(joaquin, 'poll-form', 'desktop', 'light');
  await form(joaquin).getByRole('button', { name: 'Create poll' }).click();
  await expect(form(joaquin)).toBeHidden();

  // In the conversation, and in the feed of another member.
  await go(petra, '/main/shouts');
  const poll = shoutCard(petra, question);
  await expect(poll.getByText('No votes yet')).toBeVisible();
  const own = conversation(joaquin).getByRole('radiogroup', { name: question });
  const inTalk = (text: string) =>
    conversation(joaquin)
      .locator('[data-poll]')
      .filter({ has: joaquin.getByRole('radiogroup', { name: question }) })
      .getByText(text);
  await expect(inTalk('No votes yet')).toBeVisible();
  await own.getByRole('radio', { name: 'Soft' }).click();
  await expect(poll.getByText('1 vote', { exact: true })).toBeVisible();
  await expect(poll.getByRole('radio', { name: 'Soft 100%' })).not.toBeChecked();
  await poll.getByRole('radio', { name: 'Hard' }).focus();
  await petra.keyboard.press('Space');
  await expect(poll.getByRole('radio', { name: 'Hard 50%' })).toBeChecked();
  await expect(own.getByRole('radio', { name: 'Hard 50%' })).not.toBeChecked();
  await own.getByRole('radio', { name: 'Hard' }).click();
  await expect(own.getByRole('radio', { name: 'Hard 100%' })).toBeChecked();
  await expect(poll.getByText('2 votes', { exact: true })).toBeVisible();

  await poll.getByRole('button', { name: '2 votes' }).click();
  const voters = petra.getByRole('dialog', { name: 'Who voted' });
  await expect(voters.getByRole('region', { name: 'Hard' })).toContainText('Joaquín Berrueta');
  await expect(voters.getByRole('region', { name: 'Soft' })).toHaveCount(0);
  // The open list follows votes.
  await own.getByRole('radio', { name: 'Soft' }).click();
  await expect(voters.getByRole('region', { name: 'Soft' })).toContainText('Joaquín Berrueta');
  await expect(voters.getByRole('region', { name: 'Hard' })).not.toContainText('Joaquín Berrueta');
  await own.getByRole('radio', { name: 'Hard' }).click();
  await expect(voters.getByRole('region', { name: 'Hard' })).toContainText('Joaquín Berrueta');
  await takeScreen(petra, 'poll-voters-of-two', 'desktop', 'light');
  await petra.keyboard.press('Escape');
  await poll.getByRole('radio', { name: 'Hard' }).click();
  await expect(own.getByRole('radio', { name: 'Hard 100%' })).toBeChecked();
  await expect(inTalk('1 vote')).toBeVisible();
  for (const size of ['phone', 'desktop'] as const) {
    await petra.setViewportSize(viewports[size]);
    await takeScreen(petra, 'poll-feed', size, 'light');
    await joaquin.setViewportSize(viewports[size]);
    await takeScreen(joaquin, 'poll-conversation', size, 'light');
  }
});

test('a poll ends by itself; a private one of several answers hides its voters; a refused vote returns', async ({
  openAs,
  paddock,
  pageErrors,
}) => {
  pageErrors.allow(/ERR_INTERNET_DISCONNECTED/);
  const petra = await openAs('crew');
  const { token } = await sessionOf(paddock, 'motorsport', 'driver');
  const ask = async (fields: object) => {
    const body = { client_id: crypto.randomUUID(), group: '0', poll_options: ['Dry', 'Rain'], ...fields };
    return callApi(paddock, 'motorsport', 'POST', '/shouts', { token, body });
  };
  const question = unique('Weather?');
  await go(petra, '/main/shouts');
  await ask({ shout: question, poll_multiple: true, poll_private: true, poll_end: Date.now() + 15_000 });
  const poll = shoutCard(petra, question);
  await poll.getByRole('checkbox', { name: 'Dry' }).click();
  await poll.getByRole('checkbox', { name: 'Rain' }).click();
  await expect(poll.getByRole('checkbox', { name: 'Rain 100%' })).toBeChecked();
  await expect(poll.getByRole('checkbox', { name: 'Dry 100%' })).toBeChecked();
  await expect(poll.getByText('Private')).toBeVisible();
  await expect(poll.getByRole('button', { name: '1 vote' })).toHaveCount(0);
  await expect(poll.getByRole('checkbox')).toHaveCount(0, { timeout: 30_000 });
  await expect(poll.getByText(/^Ended /)).toBeVisible();
  await expect(poll.getByRole('listitem').filter({ hasText: 'Dry' })).toContainText('100%');
  // Ends are published every 15 seconds.
  await go(petra, '/main/notifications');
  const notification = petra.getByRole('link', { name: /^The poll by .*Joaquín Berrueta.* has ended/ }).first();
  await expect(notification).toBeVisible({ timeout: 40_000 });
  await notification.click();
  await expect(conversation(petra)).toContainText(question);
  await go(petra, '/main/shouts');

  const other = unique('Again?');
  await ask({ shout: other });
  const open = shoutCard(petra, other);
  await expect(open.getByRole('radio', { name: 'Dry' })).toBeVisible();
  await petra.context().setOffline(true);
  await open.getByRole('radio', { name: 'Dry' }).click();
  await expect(open.getByRole('radio', { name: 'Dry 0%' })).not.toBeChecked();
  await petra.context().setOffline(false);
});
