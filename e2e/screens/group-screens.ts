import { expect } from '@playwright/test';
import { chatsOf, goTo, groupChat, reads, text, title, type Screen, type Visit } from './visit.js';

const next = (visit: Visit) => visit.page.getByRole('button', { name: text(visit, 'mfe-chats', 'group.create.next') });

/** Opens a step of the creation; the steps before it are filled, and their draft is kept for the next screen. */
async function step(visit: Visit, wanted: 'color' | 'icon' | 'members') {
  await goTo(visit, '/main/group/new');
  await visit.page.getByRole('textbox').first().fill('Golden hour crew');
  for (const at of ['color', 'icon', 'members']) {
    await next(visit).click();
    await expect(visit.page).toHaveURL(new RegExp(`/group/new/${at}`));
    if (at === wanted) return;
  }
}

/** A visible group that the member of the screens is not in. */
async function groupOfOthers(visit: Visit): Promise<string> {
  const own = (await chatsOf(visit)).map(({ id }) => id);
  const lists = await Promise.all((['crew', 'chief', 'steward'] as const).map((user) => chatsOf(visit, user)));
  return lists.flat().find(({ id, username, invisible }) => !username && !invisible && !own.includes(id))!.id;
}

export const groups: Screen[] = [
  {
    name: 'group',
    async open(visit) {
      await goTo(visit, `/main/group/${await groupChat(visit)}`);
      await title(visit);
      await reads(visit, 'mfe-chats', 'group.comment');
    },
  },
  {
    name: 'group-outside',
    // The demo member of the workplace is in every visible group.
    only: 'motorsport',
    async open(visit) {
      await goTo(visit, `/main/group/${await groupOfOthers(visit)}`);
      await reads(visit, 'mfe-chats', 'group.outside.title');
    },
  },
  {
    name: 'group-new-title',
    only: 'motorsport',
    async open(visit) {
      await goTo(visit, '/main/group/new');
      await expect(visit.page.getByRole('textbox').first()).toBeVisible();
    },
  },
  { name: 'group-new-color', only: 'motorsport', open: (visit) => step(visit, 'color') },
  { name: 'group-new-icon', only: 'motorsport', open: (visit) => step(visit, 'icon') },
  { name: 'group-new-members', only: 'motorsport', open: (visit) => step(visit, 'members') },
  {
    name: 'group-new-forbidden',
    only: 'workplace',
    async open(visit) {
      await goTo(visit, '/main/group/new');
      await reads(visit, 'mfe-chats', 'group.create.forbidden');
    },
  },
  {
    name: 'group-request-broken',
    async open(visit) {
      await goTo(visit, `/accept_group_request/${'a'.repeat(24)}/${'b'.repeat(24)}/no-token`);
      await reads(visit, 'mfe-chats', 'group.request.broken');
    },
  },
];
