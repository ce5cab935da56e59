import { describe, expect, it } from '@jest/globals';
import { destinationOf, startPage } from './destination';

type Deployed = Parameters<typeof startPage>[0];
const boot = {
  tabs: [
    { id: 'events', module: 'mfe-events' },
    { id: 'chats', module: 'mfe-chats' },
  ],
  flags: {},
  modules: [
    { id: 'mfe-chats', manifest: { routes: [] } },
    {
      id: 'mfe-account',
      manifest: {
        routes: [
          { path: '/', signed_out: true },
          { path: '/login', signed_out: true },
          { path: '/terms', signed_out: true },
          { path: '/reset_password/:token', signed_out: true },
          { path: '/main/settings', signed_out: false },
        ],
      },
    },
  ],
} as unknown as Deployed;

const to = (address: string, signedIn: boolean) => {
  const found = destinationOf(address, boot, signedIn);
  return found.kind === 'redirect' ? `→ ${found.to}` : found.kind === 'module' ? found.module : found.kind;
};

describe(destinationOf, () => {
  it.each([
    // address, signed out, signed in
    ['/', 'mfe-account', '→ /main/chats'],
    ['/login', 'mfe-account', '→ /main/chats'],
    ['/landing', '→ /', '→ /main/chats'],
    ['/terms', 'mfe-account', 'mfe-account'],
    ['/reset_password/abc', 'mfe-account', 'mfe-account'],
    ['/reset_password/abc/more', '→ /', '→ /'],
    ['/nowhere', '→ /', '→ /'],
    ['/main', '→ /', '→ /main/chats'],
    ['/main/chats', '→ /', 'mfe-chats'],
    ['/main/chats/42', '→ /', 'mfe-chats'],
    ['/main/chatsworth', '→ /', '→ /main/chats'],
    ['/main/rooms', '→ /', '→ /main/chats'],
    ['/main/settings', '→ /', 'mfe-account'],
    ['/main/settings/', '→ /', 'mfe-account'],
    ['/main/hamburger', '→ /', 'menu'],
    ['/main/diagnostics', '→ /', 'diagnostics'],
    ['/main/chats?from=mail', '→ /', 'mfe-chats'],
  ])('%s leads a visitor to %s, a member to %s', (address, visitor, member) => {
    expect(to(address, false)).toBe(visitor);
    expect(to(address, true)).toBe(member);
  });
});

describe(startPage, () => {
  it('is the configured page', () =>
    expect(startPage({ ...boot, flags: { default_page: 'events' } as Deployed['flags'] })).toBe('/main/events'));
  it('is chats without one', () => expect(startPage(boot)).toBe('/main/chats'));
  it('is the first tab where there are no chats', () =>
    expect(startPage({ ...boot, tabs: [{ id: 'events', module: 'mfe-events' }] })).toBe('/main/events'));
  it('is the menu where there are no tabs', () => expect(startPage({ ...boot, tabs: [] })).toBe('/main/hamburger'));
});
