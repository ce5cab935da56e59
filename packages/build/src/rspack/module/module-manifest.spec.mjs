import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { root } from '../config/places.mjs';
import { definedParts, manifestFaults, readManifest } from './module-manifest.mjs';

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

describe(readManifest.name, () => {
  const dir = path.join(root, 'var/test/read-manifest/mfe-chats');
  let original;
  beforeAll(async () => {
    const filter = (file) => !file.includes('node_modules');
    await cp(path.join(root, 'mfe-chats'), dir, { recursive: true, filter });
    original = await readFile(path.join(dir, 'manifest.ts'), 'utf8');
  });
  afterAll(() => rm(path.dirname(dir), { recursive: true, force: true }));

  it('adds the calls that the module makes of the services', async () => {
    const { calls } = await readManifest({ dir, version: '1.0.0' });
    expect(calls).toContain('GET /filters/{verb}/{prop}');
    expect(calls).toEqual([...new Set(calls)].sort());
  });

  it.each([
    ["icon: 'message-circle'", "icon: 'message-circl'", /lucide has no icon 'message-circl'/],
    ["'chats.mark'", "'chats.marc'", /permissions 'chats.marc': is not declared/],
    ['budget_kb: 22', 'budget_kb: -1', /budget_kb: Too small/],
    ["contract: '^1.0.0'", "contract: '^9.0.0'", /contract '\^9.0.0': does not include/],
    ["'chats.list': '/main/chats'", "'chats.list': '/main/nowhere'", /links 'chats.list': no screen at/],
    ["'people.search',", "'people.search', 'people.search', nothing,", /nothing is not defined/],
  ])('names file and line of %s changed to %s', async (from, to, detail) => {
    expect(original).toContain(from);
    const changed = original.replace(from, to);
    await writeFile(path.join(dir, 'manifest.ts'), changed);
    const error = await readManifest({ dir, version: '0.0.0-dev' }).catch((refusal) => refusal);
    expect([error.name, error.message]).toEqual(['Refusal', expect.stringMatching(detail)]);
    const line = changed.split('\n').findIndex((text) => text.includes(to)) + 1;
    expect(error.message).toContain(`mfe-chats/manifest.ts:${line}: `);
  });
});
