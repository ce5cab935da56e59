import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readBadges } from '@paddock/contract/calls/badges';
import { markRead } from '@paddock/contract/calls/chats';
import { postShout } from '@paddock/contract/calls/shouts';
import { randomUUID } from 'node:crypto';
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
