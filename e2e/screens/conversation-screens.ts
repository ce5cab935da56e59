import { expect } from '@playwright/test';
import { callApi } from '../fixtures/call-api.js';
import { choose, document, picture, slots } from '../fixtures/chosen-files.js';
import { sessionOf } from '../fixtures/sign-in.js';
import {
  bubbles,
  composer,
  directChat,
  goTo,
  groupChat,
  reads,
  searchBox,
  shoutsOf,
  text,
  chatList,
  type Screen,
  type Visit,
} from './visit.js';

export const chats: Screen[] = [
  {
    name: 'chats',
    hasLargeText: true,
    async open(visit) {
      await goTo(visit, '/main/chats');
      await chatList(visit);
    },
  },
  {
    name: 'chats-row-menu',
    async open(visit) {
      await goTo(visit, '/main/chats');
      await chatList(visit);
      const more = visit.page.getByRole('listitem').locator('[aria-haspopup]').nth(1);
      await more.focus();
      await more.press('Enter');
      await expect(visit.page.getByRole('menuitem').nth(1)).toBeVisible();
    },
  },
  {
    name: 'chats-search',
    hasLargeText: true,
    async open(visit) {
      await goTo(visit, '/main/chats');
      await searchBox(visit).fill('an');
      await expect(visit.page.getByRole('heading', { name: text(visit, 'mfe-chats', 'search.users') })).toBeVisible();
    },
  },
  {
    name: 'chats-search-nothing',
    async open(visit) {
      await goTo(visit, '/main/chats');
      await searchBox(visit).fill('zzqqx');
      await reads(visit, 'mfe-chats', 'search.nothing');
    },
  },
  {
    name: 'chats-archive-empty',
    only: 'workplace',
    async open(visit) {
      await goTo(visit, '/main/chats');
      await visit.page.getByRole('radio', { name: text(visit, 'mfe-chats', 'modes.archived') }).click();
      await reads(visit, 'mfe-chats', 'empty.archived');
    },
  },
];

/** A message under the mouse shows its actions. */
const mouseAside = ({ page }: Visit) => page.mouse.move(1, 1);

/** Opens the feed with a shout of the member of the screens on top; returns its text. */
async function ownShout(visit: Visit): Promise<string> {
  const { page, paddock, community } = visit;
  // A text of its own: other tests of this system may have written since.
  const said = `Box this lap, box this lap: ${String(Date.now()).slice(-6)}.`;
  const { token } = await sessionOf(paddock, community, 'driver');
  const client_id = crypto.randomUUID();
  await callApi(paddock, community, 'POST', '/shouts', { token, body: { client_id, group: '0', shout: said } });
  await goTo(visit, '/main/shouts');
  await expect(page.getByRole('article').filter({ hasText: said })).toBeVisible();
  return said;
}

/** Waits for a message in the window: a conversation opens at its first unread one, else at the last. */
const inConversation = (visit: Visit) =>
  expect
    .poll(() =>
      bubbles(visit).evaluateAll((all) =>
        all.some((bubble) => {
          const { top, bottom } = bubble.getBoundingClientRect();
          return bottom > 0 && top < innerHeight;
        }),
      ),
    )
    .toBe(true);

export const shouts: Screen[] = [
  {
    name: 'composer-with-files',
    async open(visit) {
      const { page } = visit;
      await goTo(visit, `/main/chats/${await groupChat(visit)}`);
      await page.route('**/api/files', (route) =>
        route.request().postDataBuffer()?.includes('failed.csv') ? route.abort() : route.fallback(),
      );
      const wide = [document('failed.csv'), document('a long name of a document.csv')];
      await choose(
        page,
        [picture('front.png'), picture('rear.png', [20, 120, 220]), ...wide],
        text(visit, 'mfe-shouts', 'attach'),
      );
      await expect(page.getByRole('alert').filter({ hasText: 'failed.csv' })).toBeVisible();
      await expect(slots(page, text(visit, 'mfe-shouts', 'attachments')).locator('progress')).toHaveCount(0);
    },
    async leaves({ page }) {
      await page.unroute('**/api/files');
      // The walk moved the conversation away from its end, where the next screen expects it.
      await page.reload();
      await page.evaluate(() => {
        for (const key of Object.keys(localStorage)) if (key.includes('.files.')) localStorage.removeItem(key);
      });
    },
  },
  {
    name: 'shouts',
    hasLargeText: true,
    async open(visit) {
      await goTo(visit, '/main/shouts');
      await expect(visit.page.getByRole('article').nth(2)).toBeAttached();
    },
  },
  {
    name: 'shouts-of-a-group',
    async open(visit) {
      await goTo(visit, `/main/shouts/${await groupChat(visit)}`);
      await expect(visit.page.getByRole('article').nth(1)).toBeAttached();
    },
  },
  {
    name: 'shouts-of-a-member',
    async open(visit) {
      const author = (await shoutsOf(visit))[0]!.user.id;
      await goTo(visit, `/main/shouts/of/${author}`);
      await expect(visit.page.getByRole('article').first()).toBeAttached();
    },
  },
  {
    name: 'shout-menu',
    async open(visit) {
      await goTo(visit, '/main/shouts');
      await visit.page.getByRole('article').first().locator('[aria-haspopup]').first().click();
      await expect(visit.page.getByRole('menuitem').first()).toBeVisible();
    },
    leaves: mouseAside,
  },
  {
    name: 'shout-views',
    // The author sees them, also after the edit window.
    async open(visit) {
      const card = visit.page.getByRole('article').filter({ hasText: await ownShout(visit) });
      await card.locator('[aria-haspopup]').first().click();
      await visit.page.getByRole('menuitem', { name: text(visit, 'mfe-shouts', 'views') }).click();
      await expect(card.getByRole('img', { name: /\d|لا|مشاهد|No/ }).last()).toBeVisible();
    },
    leaves: mouseAside,
  },
  {
    name: 'likers',
    only: 'motorsport',
    async open(visit) {
      const { id } = (await shoutsOf(visit)).find(({ likes_count }) => likes_count > 0)!;
      await goTo(visit, `/main/likers/${id}`);
      await expect(visit.page.getByRole('main').getByRole('listitem').first()).toBeVisible();
    },
  },
  {
    name: 'conversation-of-a-group',
    async open(visit) {
      await goTo(visit, `/main/chats/${await groupChat(visit)}`);
      await inConversation(visit);
    },
  },
  {
    name: 'conversation-of-two',
    async open(visit) {
      await goTo(visit, `/main/conversation/${await directChat(visit)}`);
      await inConversation(visit);
    },
  },
  {
    name: 'conversation-menu',
    async open(visit) {
      await goTo(visit, `/main/conversation/${await directChat(visit)}`);
      await bubbles(visit).last().locator('[data-item]').hover();
      await bubbles(visit).locator('[aria-haspopup]').last().click();
      await expect(visit.page.getByRole('menuitem').first()).toBeVisible();
    },
  },
  {
    name: 'shout-deleting',
    async open(visit) {
      await goTo(visit, `/main/conversation/${await directChat(visit)}`);
      // An own shout: the last one may be another member's, which has no Delete.
      const own = visit.page.getByRole('log').getByRole('group', { name: text(visit, 'mfe-shouts', 'you') });
      // A list that is drawn again during the hover hides the bar until the mouse moves.
      await expect(async () => {
        await visit.page.mouse.move(1, 1);
        await own.last().locator('[data-item]').hover();
        await own.locator('[aria-haspopup]').last().click({ timeout: 1000 });
      }).toPass();
      await visit.page.getByRole('menuitem').last().click();
      await expect(visit.page.getByRole('alertdialog')).toBeVisible();
    },
  },
  {
    name: 'shout-with-comments',
    async open(visit) {
      const { id } = (await shoutsOf(visit)).find(({ comments_count }) => comments_count > 0)!;
      await goTo(visit, `/main/shout/${id}`);
      await expect(visit.page.getByRole('heading', { level: 2 }).first()).toBeVisible();
      await expect(composer(visit)).toBeVisible();
    },
  },
  {
    name: 'shout-without-comments',
    async open(visit) {
      const all = [...(await shoutsOf(visit)), ...(await shoutsOf(visit, await groupChat(visit)))];
      const { id } = all.find(({ comments_count }) => comments_count === 0) ?? all[0]!;
      await goTo(visit, `/main/shout/${id}`);
      await expect(composer(visit)).toBeVisible();
    },
  },
  {
    name: 'shout-gone',
    async open(visit) {
      await goTo(visit, '/main/shout/nothing-here');
      await reads(visit, 'mfe-shouts', 'no_longer_exists');
    },
  },
  {
    name: 'comment-without-composer',
    hasLargeText: true,
    async open(visit) {
      const { token } = await sessionOf(visit.paddock, visit.community, 'driver');
      const call = (method: string, path: string, body?: unknown) =>
        callApi(visit.paddock, visit.community, method, path, { token, body });
      const shout = { group: '0', shout: 'Tyre blankets on at ten', client_id: crypto.randomUUID() };
      const { id } = (await call('POST', '/shouts', shout)).body as { id: string };
      await goTo(visit, `/main/shout/${id}`);
      await composer(visit).fill('Ours are on already. See you at the pit wall.');
      expect((await call('DELETE', `/shouts/${id}`)).status).toBe(200);
      const kept = visit.page.getByRole('group', {
        name: text(visit, 'mfe-shouts', 'refused.comment'),
      });
      await expect(kept).toBeVisible();
    },
    leaves: (visit) => visit.page.getByRole('button', { name: text(visit, 'mfe-shouts', 'refused.discard') }).click(),
  },
  {
    name: 'writing-too-much',
    async open(visit) {
      await goTo(visit, `/main/conversation/${await directChat(visit)}`);
      await composer(visit).fill('Golden light over the pit straight. '.repeat(56));
      await expect(composer(visit)).toHaveAttribute('aria-invalid', 'true');
    },
    leaves: (visit) => composer(visit).fill(''),
  },
  {
    name: 'mentioning',
    async open(visit) {
      await goTo(visit, `/main/chats/${await groupChat(visit)}`);
      await composer(visit).pressSequentially('Ask @a');
      await expect(visit.page.getByRole('option').first()).toBeVisible();
    },
    leaves: (visit) => composer(visit).fill(''),
  },
];
