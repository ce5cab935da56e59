import { expect } from '@playwright/test';
import { callApi } from '../fixtures/call-api.js';
import { sessionOf } from '../fixtures/sign-in.js';
import { goTo, text, type Screen, type Visit } from './visit.js';

/** Posts a poll of another member to everybody, with a vote of the visitor. */
async function answeredPoll({ paddock, community, language }: Visit, lasts = 86_400_000): Promise<void> {
  const { token } = await sessionOf(paddock, community, 'crew');
  const [shout, ...poll_options] =
    language === 'ar'
      ? ['متى نجتمع غدًا؟', '07:30', '08:15 بعد الإحماء', 'بعد الظهر']
      : ['When do we meet tomorrow?', '07:30', '08:15, after the warm-up', 'In the afternoon'];
  const body = { client_id: crypto.randomUUID(), group: '0', shout, poll_options, poll_end: Date.now() + lasts };
  const posted = await callApi(paddock, community, 'POST', '/shouts', { token, body });
  const { id, poll } = posted.body as { id: string; poll: { options: { id: string }[] } };
  const own = await sessionOf(paddock, community, 'driver');
  const vote = { poll_option_ids: [poll.options[1]!.id] };
  await callApi(paddock, community, 'PUT', `/shouts/${id}/vote`, { token: own.token, body: vote });
}

export const polls: Screen[] = [
  {
    name: 'poll',
    async open(visit) {
      await answeredPoll(visit);
      await goTo(visit, '/main/shouts');
      await expect(visit.page.getByRole('radiogroup').first()).toBeVisible();
    },
  },
  {
    name: 'poll-voters',
    async open(visit) {
      await answeredPoll(visit);
      await goTo(visit, '/main/shouts');
      await visit.page.locator('[data-poll]').first().locator('button.link').click();
      await expect(visit.page.getByRole('dialog').getByRole('region').first()).toBeVisible();
    },
  },
  {
    name: 'poll-ended',
    async open(visit) {
      await answeredPoll(visit, 2500);
      await goTo(visit, '/main/shouts');
      const poll = visit.page.locator('[data-poll]').first();
      await expect(poll.getByRole('radio')).toHaveCount(0, { timeout: 15_000 });
    },
  },
  {
    name: 'new-poll',
    hasLargeText: true,
    async open(visit) {
      await goTo(visit, '/main/conversation/0');
      await visit.page.getByRole('button', { name: text(visit, 'mfe-shouts', 'new_poll') }).click();
      const form = visit.page.getByRole('dialog', { name: text(visit, 'mfe-shouts', 'poll.form.title') });
      await expect(form.getByRole('textbox').nth(2)).toBeVisible();
    },
  },
];
