import { expect } from '@playwright/test';
import { callApi } from '../fixtures/call-api.js';
import { sessionOf } from '../fixtures/sign-in.js';
import { directChat, goTo, text, title, type Screen, type Visit } from './visit.js';

async function post({ paddock, community }: Visit, user: 'driver' | 'crew', path: string, body: object) {
  const { token } = await sessionOf(paddock, community, user);
  const reply = await callApi(paddock, community, 'POST', path, { token, body });
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  return reply.body as { id: string };
}

/** Reports a new shout; opens the queue, which shows its case in a wide window. */
async function openQueue(visit: Visit) {
  const shout = 'Whoever passes me on the road gets a closer look at my bumper.';
  const { id } = await post(visit, 'crew', '/shouts', { group: '0', shout });
  const why = 'He threatened two of us in the car park as well.';
  await post(visit, 'driver', `/shouts/${id}/report`, { reason: 'violence', text: why });
  await goTo(visit, '/main/moderation');
  const row = visit.page.locator('a[href*="#/main/moderation/"]').first();
  await expect(row).toBeVisible();
  return row;
}
async function openCase(visit: Visit) {
  await (await openQueue(visit)).click();
  await expect(visit.page.getByRole('button', { name: text(visit, 'mfe-account', 'case.keep') })).toBeVisible();
}

/** The screens of admins, and the sheet of a report. */
export const moderation: Screen[] = [
  {
    name: 'admin-desk',
    hasLargeText: true,
    async open(visit) {
      await openQueue(visit);
      await goTo(visit, '/main/admin');
      await expect(visit.page.getByRole('main').locator('a[href*="#/main/moderation/"]').first()).toBeVisible();
    },
  },
  { name: 'report-queue', open: openQueue },
  { name: 'report-case', open: openCase },
  {
    name: 'report-delete',
    async open(visit) {
      await openCase(visit);
      await visit.page.getByRole('button', { name: text(visit, 'mfe-account', 'case.delete') }).click();
      await expect(visit.page.getByRole('alertdialog')).toBeVisible();
    },
  },
  {
    name: 'report-audit',
    async open(visit) {
      await openCase(visit);
      await visit.page.getByRole('button', { name: text(visit, 'mfe-account', 'case.keep') }).click();
      await goTo(visit, '/main/audit');
      await title(visit);
      await expect(visit.page.getByRole('main').getByRole('listitem').first()).toBeVisible();
    },
  },
  {
    name: 'roles',
    async open(visit) {
      await goTo(visit, '/main/roles');
      await title(visit);
      await expect(visit.page.getByRole('main').getByRole('listitem').first()).toBeVisible();
    },
  },
  {
    name: 'report-sheet',
    async open(visit) {
      await goTo(visit, `/main/people/${await directChat(visit)}`);
      await visit.page.getByRole('button', { name: text(visit, 'mfe-people', 'acts.more') }).click();
      await visit.page.getByRole('menuitem', { name: text(visit, 'mfe-people', 'acts.report') }).click();
      await expect(visit.page.getByRole('dialog').getByRole('radio').first()).toBeVisible();
    },
  },
  {
    name: 'feedback-inbox',
    async open(visit) {
      const { token } = await sessionOf(visit.paddock, visit.community, 'driver');
      const body = { client_id: crypto.randomUUID(), msg: 'More shade at the gate, please.' };
      await callApi(visit.paddock, visit.community, 'PUT', '/feedbacks', { token, body });
      await goTo(visit, '/main/feedback');
      await expect(visit.page.getByRole('main').getByRole('listitem').first()).toBeVisible();
    },
  },
];
