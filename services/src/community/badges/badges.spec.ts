import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readBadges } from '@paddock/contract/calls/badges';
import { markRead } from '@paddock/contract/calls/chats';
import { readItems } from '@paddock/contract/calls/items';
import { postShout } from '@paddock/contract/calls/shouts';
import { randomUUID } from 'node:crypto';
import { addItem, page } from '../../../test/item-calls.js';
import { sponsorCalls } from '../../../test/sponsors-scenario.js';
import { startTestServices, type TestMember, type TestServices } from '../../../test/start-test-services.js';
import { underFlags } from '../../../test/under-flags.js';
import { BadgesService } from './badges.service.js';

let services: TestServices;
beforeAll(async () => {
  services = await startTestServices();
  await services.configure('motorsport', (file) => {
    file.tabs = ['chats', 'shouts', 'home'];
    file.modules = { 'mfe-content': 'stable' };
  });
});
afterAll(() => services.close());

const badges = async (as: TestMember) => (await services.call(readBadges, {}, { as })).body.badges;
const button = (leads: object) => ({ title: 'Go', icon: 'flag', ...leads });
const notices = (namespace: string) => ({ page: { type: 'sponsor', namespace } });
const under = (buttons: object[], work: () => Promise<void>) =>
  underFlags(services, 'motorsport', { home_tab: { buttons } }, work);

/** A member with one unread message from another member. */
async function writtenTo() {
  const [ann, bob] = [await services.member(), await services.member()];
  await services.call(postShout, { client_id: randomUUID(), shout: 'Box', recipients: [ann.id] }, { as: bob });
  return { ann, bob };
}

describe(BadgesService, () => {
  it("shows home's badge only while a tab behind one of its buttons has a count", () =>
    under([button({ page: 'shouts' }), button({ page: 'chats' })], async () => {
      const { ann, bob } = await writtenTo();
      expect(await badges(ann)).toMatchObject({ chats: 1, home: 1 });
      expect(await badges(bob)).toMatchObject({ chats: 0, home: 0 });
      await services.call(markRead, { id: bob.id }, { as: ann });
      expect(await badges(ann)).toMatchObject({ chats: 0, home: 0 });
    }));

  it('shows 1, however large the count', () =>
    under([button({ page: 'chats' }), button({ page: 'chats', title: 'Again' })], async () => {
      const { ann, bob } = await writtenTo();
      await services.call(postShout, { client_id: randomUUID(), shout: 'Now', recipients: [ann.id] }, { as: bob });
      expect(await badges(ann)).toMatchObject({ chats: 2, home: 1 });
    }));

  it.each([
    ['another page', { page: 'events' }],
    ['a page that is no tab', { page: 'settings' }],
    ['home itself', { page: 'home' }],
    ['a notices page', { page: { type: 'sponsor', namespace: 'chats' } }],
    ['an address outside', { url: 'https://timing.example.org/' }],
  ])('shows no badge for a button to %s', (_, leads) =>
    under([button(leads)], async () => {
      const { ann } = await writtenTo();
      expect(await badges(ann)).toMatchObject({ chats: 1, home: 0 });
    }),
  );

  it.each<[string, string, unknown[], object]>([
    ['by the namespace that its tab names', 'board', [{ id: 'notices', namespace: 'board' }], notices('board')],
    ['by the namespace of the tab that names none', 'board', ['notices'], notices('board')],
    ['by its tab, the only one', 'sponsors', [{ id: 'notices', namespace: 'partners' }], { page: 'notices' }],
  ])('counts the notices of a button %s', async (_, namespace, tabs, leads) => {
    await services.configure('motorsport', (file) => {
      file.tabs = ['chats', 'home', ...tabs];
      file.flags = { ...file.flags, default_page: 'chats', sponsors_tab: { namespace } };
    });
    await under([button(leads)], async () => {
      const [ann, admin] = [await services.member(), await services.member({ admin: true })];
      const [key = namespace] = tabs.flatMap((tab) =>
        typeof tab === 'object' ? (tab as { namespace: string }).namespace : [],
      );
      expect(await badges(ann)).toMatchObject({ home: 0 });
      await sponsorCalls(services).of(admin, { namespace: key });
      expect(await badges(ann)).toMatchObject({ home: 1 });
      await addItem(services, admin, page);
      const { items } = (await services.call(readItems, { type: 'home' }, { as: ann })).body;
      expect(items.at(-1)?.buttons).toMatchObject([{ badge: 1 }]);
    });
  });

  it('shows no badge for a tab that the deployment no longer has', () =>
    under([button({ page: 'chats' })], async () => {
      const { ann } = await writtenTo();
      await services.configure('motorsport', (file) => {
        file.tabs = ['shouts', 'home'];
        file.flags.default_page = 'shouts';
      });
      expect(await badges(ann)).toEqual({ home: 0 });
      await services.configure('motorsport', (file) => {
        file.tabs = ['chats', 'shouts'];
        file.flags.default_page = 'chats';
      });
      expect(await badges(ann)).not.toHaveProperty('home');
    }));
});
