import { describe, expect, it } from '@jest/globals';
import { definedParts, manifestFaults } from './module-manifest.mjs';

/** A valid manifest; each case breaks one part. */
const valid = () => ({
  manifest: {
    id: 'mfe-talk',
    title: { en: 'Talk', ar: 'كلام' },
    contract: '^1.0.0',
    tabs: [{ id: 'chats', title: { en: 'Chats', ar: 'الدردشات' } }],
    routes: [{ path: '/hello' }],
    slots: { offers: ['talk.page'], uses: ['other.page'] },
    links: { 'talk.one': '/main/chats/:id' },
    permissions: ['chats.read'],
  },
  id: 'mfe-talk',
  offered: { screens: ['/main/chats', '/main/chats/:id', '/hello'], slots: ['talk.page'] },
  permissions: ['chats.read'],
  linkIds: ['talk.one'],
  slotIds: ['talk.page', 'other.page'],
  contractVersion: '1.4.2',
  languages: ['en', 'ar'],
});

describe(manifestFaults.name, () => {
  it('accepts a valid manifest', () => expect(manifestFaults(valid())).toEqual([]));

  it.each([
    ['an id that is not the folder', (c) => (c.manifest.id = 'mfe-other'), "id 'mfe-other'"],
    ['a contract range that excludes this contract', (c) => (c.manifest.contract = '^2.0.0'), "contract '^2.0.0'"],
    ['an invalid contract range', (c) => (c.manifest.contract = 'new'), "contract 'new'"],
    [
      'a tab without a screen',
      (c) => c.manifest.tabs.push({ id: 'events', title: { en: 'Events', ar: 'الفعاليات' } }),
      "'/main/events'",
    ],
    ['a route without a screen', (c) => c.manifest.routes.push({ path: '/bye' }), "'/bye'"],
    ['a screen that nothing claims', (c) => c.offered.screens.push('/main/rooms'), "screens '/main/rooms'"],
    ['an offered slot without a component', (c) => (c.offered.slots = []), "slots.offers 'talk.page'"],
    ['a component for a slot that is not offered', (c) => c.offered.slots.push('other.page'), "slots 'other.page'"],
    ['a slot that the contract does not declare', (c) => (c.slotIds = ['talk.page']), "slots 'other.page'"],
    ['a link that the contract does not declare', (c) => (c.linkIds = []), "links 'talk.one'"],
    [
      'a link to an address without a screen',
      (c) => (c.manifest.links['talk.one'] = '/main/x'),
      'no screen at /main/x',
    ],
    [
      'a tab without a title in a language',
      (c) => delete c.manifest.tabs[0].title.ar,
      "title 'chats': has no text in 'ar'",
    ],
    ['a module without a title in a language', (c) => delete c.manifest.title.ar, "title 'mfe-talk'"],
    ['a permission that does not exist', (c) => (c.permissions = []), "permissions 'chats.read'"],
  ])('names %s', (_, mutate, expected) => {
    const broken = valid();
    mutate(broken);
    expect(manifestFaults(broken)).toEqual([expect.stringContaining(expected)]);
  });

  it('reports all faults at once', () => {
    const broken = valid();
    broken.permissions = [];
    broken.linkIds = [];
    expect(manifestFaults(broken)).toHaveLength(2);
  });
});

describe(definedParts.name, () => {
  it('reads screens and slots from the one defineMfe call', () =>
    expect(
      definedParts(`export default defineMfe({ manifest, screens: { '/a': A, '/a/:id': B }, slots: { 'x.y': C } });`),
    ).toEqual({ screens: ['/a', '/a/:id'], slots: ['x.y'] }));
});
