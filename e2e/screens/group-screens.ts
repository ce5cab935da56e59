import { expect } from '@playwright/test';
import { callApi } from '../fixtures/call-api.js';
import type { Community } from '../fixtures/paddock.js';
import { sessionOf } from '../fixtures/sign-in.js';
import { goTo, groupChat, reads, text, title, type Screen, type Visit } from './visit.js';

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

/** A visible group that the member of the screens is not in; the demo member of the workplace is in every one until this is made. */
async function groupOfOthers(visit: Visit): Promise<string> {
  const { paddock, community } = visit;
  const { token } = await sessionOf(paddock, community, 'steward');
  const given: Record<Community, object> = {
    motorsport: { title: 'Scrutineering bay', description: 'Weights, heights and templates. Book your time here.' },
    workplace: { title: 'حديقة السطح', description: 'من يسقي النباتات هذا الأسبوع، ومن يعتني بالأعشاب؟' },
  };
  const body = { ...given[community], icon: 'wrench', client_id: '5d0c9a58-4a4e-4a7e-9d0f-0a1b2c3d4e5f' };
  const reply = await callApi(paddock, community, 'POST', '/groups', { token, body });
  expect(reply.status).toBe(200);
  return (reply.body as { group: { id: string } }).group.id;
}

/** An invitation link to {@link groupOfOthers}. */
async function invitation(visit: Visit): Promise<string> {
  const id = await groupOfOthers(visit);
  const { token } = await sessionOf(visit.paddock, visit.community, 'steward');
  const link = await callApi(visit.paddock, visit.community, 'POST', `/groups/${id}/deep_link`, { token, body: {} });
  return new URL((link.body as { url: string }).url).pathname;
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
    async open(visit) {
      await goTo(visit, `/main/group/${await groupOfOthers(visit)}`);
      await reads(visit, 'mfe-chats', 'group.outside.title');
    },
  },
  {
    name: 'conversation-outside',
    async open(visit) {
      await goTo(visit, `/main/chats/${await groupOfOthers(visit)}`);
      await reads(visit, 'mfe-chats', 'group.outside.title');
    },
  },
  {
    name: 'feed-outside',
    hasLargeText: true,
    async open(visit) {
      await goTo(visit, `/main/shouts/${await groupOfOthers(visit)}`);
      await reads(visit, 'mfe-chats', 'group.outside.title');
    },
  },
  {
    name: 'group-invitation',
    only: 'motorsport',
    async open(visit) {
      await goTo(visit, await invitation(visit));
      await reads(visit, 'mfe-chats', 'group.invitation.title');
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
