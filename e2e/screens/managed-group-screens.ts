import { expect } from '@playwright/test';
import { callApi } from '../fixtures/call-api.js';
import { sessionOf } from '../fixtures/sign-in.js';
import { chatsOf, form, goTo, reads, searchBox, text, title, type Screen, type Visit } from './visit.js';

/** The demo member who signs in for these screens; owns a group with waiting requests in both communities. */
const owner = 'chief';

async function call<Reply>({ paddock, community }: Visit, method: string, path: string, body?: object): Promise<Reply> {
  const { token } = await sessionOf(paddock, community, owner);
  const reply = await callApi(paddock, community, method, path, { token, ...(body && { body }) });
  expect(reply.status, path).toBe(200);
  return reply.body as Reply;
}

/** The group with requests that the member of the screens owns. */
async function ownGroup(visit: Visit): Promise<string> {
  const chats = await chatsOf(visit, owner);
  const heads = await Promise.all(
    chats
      .filter(({ id, username }) => username === undefined && id !== '0')
      .map(({ id }) => call<{ group: { id: string }; requests: number }>(visit, 'GET', `/groups/${id}`)),
  );
  return heads.find(({ requests }) => requests > 0)!.group.id;
}

/** Another group of the same member, which no screen has shown before: a page that is known shows no failure. */
async function unknownGroup(visit: Visit): Promise<string> {
  const own = await ownGroup(visit);
  return (await chatsOf(visit, owner)).find(({ id, username }) => username === undefined && id !== '0' && id !== own)!
    .id;
}

/** What the service says for it. */
const messages = { en: 'Something went wrong on our side.', ar: 'حدث خطأ من جانبنا.' };

/** Answers the calls of a group's page with a failure, as `leaves` undoes. */
const fails = (visit: Visit, how: 'answer' | 'offline') =>
  visit.page.route('**/api/groups/**', (route) =>
    how === 'offline'
      ? route.abort()
      : route.fulfill({ status: 500, json: { code: 'INTERNAL_ERROR', message: messages[visit.language] } }),
  );
const works = ({ page }: Visit) => page.unroute('**/api/groups/**');

const edit = (part: 'title' | 'color' | 'icon' | 'members'): Screen => ({
  name: `group-edit-${part}`,
  async open(visit) {
    await goTo(visit, `/main/group/${await ownGroup(visit)}/${part}`);
    await expect(form(visit)).toBeVisible();
  },
});

/** Opens the sheet of the invitation link, with a live link. */
async function linkSheet(visit: Visit): Promise<void> {
  const id = await ownGroup(visit);
  await call(visit, 'POST', `/groups/${id}/deep_link`, {});
  await goTo(visit, `/main/group/${id}`);
  await title(visit);
  const { page } = visit;
  await page.getByRole('main').locator('section[data-part="detail"] [aria-haspopup="menu"]').first().click();
  await page.getByRole('menuitem', { name: text(visit, 'mfe-chats', 'group.link.settings') }).click();
  await expect(page.getByRole('dialog').locator('input[readonly]')).toBeVisible();
}

export const managedGroups: Screen[] = [
  {
    name: 'group-owned',
    hasLargeText: true,
    async open(visit) {
      await goTo(visit, `/main/group/${await ownGroup(visit)}`);
      await title(visit);
      await reads(visit, 'mfe-chats', 'group.add_members');
    },
  },
  {
    name: 'group-asking',
    async open(visit) {
      await goTo(visit, `/main/group/${await ownGroup(visit)}`);
      await title(visit);
      // The number of requests follows the word.
      const asking = text(visit, 'mfe-chats', 'group.tabs.asking').source.replace(/\$$/, '');
      await visit.page.getByRole('radio', { name: new RegExp(asking) }).check({ force: true });
      await reads(visit, 'mfe-chats', 'group.asking.accept');
    },
  },
  edit('title'),
  edit('color'),
  edit('icon'),
  edit('members'),
  { name: 'group-link', only: 'motorsport', open: linkSheet },
  {
    name: 'group-join-broken',
    only: 'motorsport',
    async open(visit) {
      await goTo(visit, `/main/group/${'a'.repeat(24)}/join/no-token`);
      await expect(visit.page.getByText('LINK_INVALID')).toBeVisible();
    },
  },
  {
    name: 'group-failed',
    async open(visit) {
      const id = await unknownGroup(visit);
      await fails(visit, 'answer');
      await goTo(visit, `/main/group/${id}`);
      await expect(visit.page.getByText('INTERNAL_ERROR')).toBeVisible();
    },
    leaves: works,
  },
  {
    name: 'group-offline',
    async open(visit) {
      const id = await unknownGroup(visit);
      await fails(visit, 'offline');
      await goTo(visit, `/main/group/${id}`);
      await expect(visit.page.getByRole('alert').first()).toBeVisible();
    },
    leaves: works,
  },
  {
    name: 'new-chat',
    async open(visit) {
      await goTo(visit, '/main/chats?new=chat');
      // The number of members found.
      await expect(visit.page.getByRole('dialog').getByRole('status').filter({ hasText: /\d/ })).toBeAttached();
    },
  },
  {
    name: 'filters',
    hasLargeText: true,
    async open(visit) {
      await goTo(visit, '/main/filters');
      await expect(visit.page.getByRole('list', { name: text(visit, 'mfe-shouts', 'groups') })).toBeVisible();
    },
  },
  {
    name: 'filters-nothing',
    async open(visit) {
      await goTo(visit, '/main/filters');
      await searchBox(visit).fill('qqqq');
      await expect(visit.page.getByText(/^(No groups found|لم يُعثر على مجموعات)$/)).toBeVisible();
    },
  },
];
