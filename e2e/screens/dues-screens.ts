import { expect } from '@playwright/test';
import type { Due } from '@paddock/contract/calls/dues';
import { cardFrame, cards, dueCard, idOf, newDue } from '../fixtures/dues.js';
import { callAs } from '../fixtures/rooms.js';
import { goTo, load, reads, text, title, type Screen, type Visit } from './visit.js';

const unavailable = { status: 503, json: { code: 'SERVICE_UNAVAILABLE', message: 'It did not work.' } };
const listCall = /\/api\/dues(\?|$)/;
const own = (visit: Visit, key: string) => text(visit, 'mfe-content', key);
const press = (visit: Visit, key: string) => visit.page.getByRole('button', { name: own(visit, key) }).click();

async function openForm(visit: Visit): Promise<Due> {
  const due = await newDue(visit.paddock, visit.community, { payable_until: '2086-06-20' });
  await goTo(visit, '/main/dues');
  await dueCard(visit.page, due).getByRole('button').first().click();
  await expect(cardFrame(visit.page).getByRole('textbox').first()).toBeVisible();
  return due;
}

const cancel = (visit: Visit) => press(visit, 'pay.cancel');

/** The tab of dues, as a member sees it. */
export const dues: Screen[] = [
  {
    name: 'dues',
    hasLargeText: true,
    async open(visit) {
      await goTo(visit, '/main/dues');
      await title(visit);
      await expect(visit.page.getByRole('main').getByRole('heading', { level: 3 }).first()).toBeVisible();
    },
  },
  { name: 'due-paying', hasLargeText: true, open: openForm, leaves: cancel },
  {
    name: 'due-refused',
    async open(visit) {
      const due = await openForm(visit);
      const [number, expiry, code] = await cardFrame(visit.page).getByRole('textbox').all();
      await number!.fill(cards.declined);
      await expiry!.fill('1234');
      await code!.fill('123');
      await dueCard(visit.page, due).getByRole('form').getByRole('button').first().click();
      await expect(dueCard(visit.page, due).getByRole('alert')).toBeVisible();
    },
    leaves: cancel,
  },
  {
    name: 'dues-failed',
    loadsPage: true,
    async open(visit) {
      await visit.page.route(listCall, (route) => route.fulfill(unavailable));
      await load(visit, '/main/dues');
      await expect(visit.page.getByText('SERVICE_UNAVAILABLE').first()).toBeVisible();
    },
    leaves: ({ page }) => page.unroute(listCall),
  },
  {
    name: 'dues-empty',
    loadsPage: true,
    async open(visit) {
      const json = { dues: [], open: [], users: [], groups: [] };
      await visit.page.route(listCall, (route) => route.fulfill({ json }));
      await load(visit, '/main/dues');
      await reads(visit, 'mfe-content', 'dues.empty');
    },
    leaves: ({ page }) => page.unroute(listCall),
  },
];

/** A due that the driver has paid in cash, and the crew member owes. */
async function board(visit: Visit) {
  const { paddock, community } = visit;
  const due = await newDue(paddock, community);
  const body = {
    client_id: crypto.randomUUID(),
    user: await idOf(paddock, community, 'driver'),
    reason: 'Cash at the office',
  };
  await callAs(paddock, { community, user: 'super' }, 'POST', `/dues/${due.id}/payments`, body);
  await goTo(visit, `/main/dues/${due.id}`);
  await expect(visit.page.getByRole('listitem').filter({ hasText: body.reason })).toBeVisible();
  return due;
}

/** Dues as an admin sees them. */
export const managedDues: Screen[] = [
  {
    name: 'dues-managed',
    hasLargeText: true,
    async open(visit) {
      await goTo(visit, '/main/dues');
      await expect(visit.page.getByRole('link', { name: own(visit, 'dues.add') })).toBeVisible();
      await expect(visit.page.getByRole('main').getByRole('heading', { level: 3 }).first()).toBeVisible();
    },
  },
  { name: 'due-board', hasLargeText: true, open: board },
  {
    name: 'due-refund',
    async open(visit) {
      await board(visit);
      const row = visit.page.getByRole('listitem').filter({ hasText: 'Cash at the office' });
      await row.getByRole('button').click();
      await visit.page.getByRole('menuitem', { name: own(visit, 'board.refund') }).click();
      await reads(visit, 'mfe-content', 'board.refund_help');
    },
    leaves: ({ page }) => page.keyboard.press('Escape'),
  },
  {
    name: 'due-create',
    async open(visit) {
      await goTo(visit, '/main/dues/new');
      await reads(visit, 'mfe-content', 'due_form.reminders_help');
    },
  },
  {
    name: 'due-delete',
    async open(visit) {
      await goTo(visit, `/main/dues/${(await newDue(visit.paddock, visit.community)).id}/edit`);
      await press(visit, 'due_form.delete');
      await reads(visit, 'mfe-content', 'due_form.delete_text');
    },
    leaves: ({ page }) => page.keyboard.press('Escape'),
  },
];
