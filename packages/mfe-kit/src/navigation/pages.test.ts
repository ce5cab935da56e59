/** @jest-environment node */
import { describe, expect, it } from '@jest/globals';
import type { PageName } from '@paddock/contract/core/pages';
import { pageAddress } from './pages';

const boot = {
  tabs: [
    { id: 'chats', module: 'mfe-chats' },
    { id: 'notices', module: 'mfe-content' },
    { id: 'notices', module: 'mfe-content', namespace: 'teams' },
  ],
  flags: { sponsors_tab: { namespace: '0' } },
  modules: [
    {
      manifest: {
        links: {},
        routes: [{ path: '/terms' }, { path: '/main/settings/:section?' }, { path: '/main/group/:id' }],
      },
    },
    { manifest: { links: { 'people.profile': '/main/profile/:uid' }, routes: [] } },
  ],
} as unknown as Parameters<typeof pageAddress>[0];
const sponsor = (namespace: string): PageName => ({ page: { type: 'sponsor', namespace } });

describe(pageAddress, () => {
  it.each([
    ['a tab', { page: 'chats' }, '/main/chats'],
    ['an anchor in a tab', { page: 'chats', anchor: 'a/b' }, '/main/chats/a%2Fb'],
    ['a tab that is not deployed', { page: 'rooms' }, null],
    ['an anchor in a tab that is not deployed', { page: 'rooms', anchor: 'a' }, null],
    ['a page for members', { page: 'settings' }, '/main/settings'],
    ['a page for visitors', { page: 'terms' }, '/terms'],
    ['a page that takes a parameter', { page: 'group' }, null],
    ['the menu', { page: 'hamburger' }, '/main/hamburger'],
    ['the own profile', { page: 'profile' }, '/main/profile/ann'],
    ['notices of a namespace', sponsor('teams'), '/main/notices/in/teams'],
    ['notices of the default namespace', sponsor('0'), '/main/notices'],
    ['notices of a namespace that is not deployed', sponsor('drivers'), null],
    ['notices by name and namespace', { page: 'notices', namespace: 'drivers' }, null],
    ['nothing', {}, null],
  ] satisfies [string, PageName, string | null][])('%s', (_, page, address) =>
    expect(pageAddress(boot, page, 'ann')).toBe(address),
  );

  it("returns null for a visitor's profile, and when no module serves profiles", () => {
    expect(pageAddress(boot, { page: 'profile' })).toBeNull();
    expect(pageAddress({ ...boot, modules: [] }, { page: 'profile' }, 'ann')).toBeNull();
  });
});
