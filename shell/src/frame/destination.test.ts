/** @jest-environment node */
import { describe, expect, it } from '@jest/globals';
import { destinationOf, firstModule, startPage, type Visitor } from './destination';

type Deployed = Parameters<typeof startPage>[0];
const signedOut = [
  '/',
  '/login',
  '/signup',
  '/send_password',
  '/loading',
  '/terms',
  '/reset_password/:token',
  '/activation/:token',
  '/grant/:id/:token',
  '/deny/:id/:token',
  '/unsubscribe/:type/:token',
].map((path) => ({ path, signed_out: true }));
const signedIn = [
  '/verify_pin',
  '/edit_email',
  '/pending_approval',
  '/forbidden',
  '/subscription_required',
  '/main/settings',
].map((path) => ({ path, signed_out: false }));
const boot = {
  tabs: [
    { id: 'events', module: 'mfe-events' },
    { id: 'chats', module: 'mfe-chats' },
  ],
  flags: { subscription_required: true, workplaces_enabled: true },
  workplaces: [{ id: 'hq', title: 'Headquarters' }],
  modules: [
    { id: 'mfe-chats', manifest: { routes: [] } },
    { id: 'mfe-account', manifest: { routes: [...signedOut, ...signedIn] } },
  ],
} as unknown as Deployed;

const full = { email_verified: true, admin: false, acl: [], workplaces: [], subscription: 'plan' };
const visitors: Record<string, Visitor> = {
  nobody: null,
  member: full,
  unverified: { ...full, email_verified: false, pending: true },
  pending: { ...full, pending: true },
  denied: { ...full, pending: true, denied: true },
  banned: { ...full, banned: true },
  'without a plan': { ...full, subscription: undefined },
  'an admin without a plan': { ...full, admin: true, subscription: undefined },
};

const to = (address: string, visitor: Visitor, on = boot) => {
  const found = destinationOf(address, on, visitor);
  return found.kind === 'redirect' ? `→ ${found.to}` : found.kind === 'module' ? found.module : found.kind;
};
const stays = 'mfe-account';

describe(destinationOf, () => {
  it.each([
    // address, signed out, signed in
    ['/', stays, '→ /main/chats'],
    ['/login', stays, '→ /main/chats'],
    ['/send_password', stays, '→ /main/chats'],
    ['/landing', '→ /', '→ /main/chats'],
    ['/terms', stays, stays],
    ['/loading', stays, stays],
    ['/reset_password/abc', stays, stays],
    ['/reset_password/abc/more', '→ /', '→ /'],
    ['/reset_password/abc?utm_source=mail', stays, stays],
    ['/LOGIN', '→ /', '→ /'],
    ['/main/SETTINGS', '→ /', '→ /main/chats'],
    ['/MAIN/settings', '→ /', '→ /'],
    ['/nowhere', '→ /', '→ /'],
    ['/main', '→ /', '→ /main/chats'],
    ['/main/chats', '→ /', 'mfe-chats'],
    ['/main/chats/42', '→ /', 'mfe-chats'],
    ['/main/chatsworth', '→ /', '→ /main/chats'],
    ['/main/rooms', '→ /', '→ /main/chats'],
    ['/main/settings', '→ /', stays],
    ['/main/settings/', '→ /', stays],
    ['/main/hamburger', '→ /', 'menu'],
    ['/main/diagnostics', '→ /', 'diagnostics'],
    ['/main/chats?from=mail', '→ /', 'mfe-chats'],
    ['/verify_pin', '→ /', '→ /main/chats'],
    ['/edit_email', '→ /', '→ /main/chats'],
    ['/pending_approval', '→ /', '→ /main/chats'],
    ['/forbidden', '→ /', '→ /main/chats'],
    ['/subscription_required', '→ /', '→ /main/chats'],
  ])('sends %s to %s for a visitor, to %s for a member', (address, visitor, member) => {
    expect(to(address, null)).toBe(visitor);
    expect(to(address, full)).toBe(member);
  });

  describe.each([
    // visitor, redirect from inside, redirect from `/`, own pages of the gate
    ['unverified', '/verify_pin', '/verify_pin', ['/verify_pin', '/edit_email']],
    ['pending', '/pending_approval', '/pending_approval', ['/pending_approval']],
    ['denied', '/pending_approval', '/pending_approval', ['/pending_approval']],
    ['banned', '/forbidden', '/forbidden', ['/forbidden']],
    ['without a plan', '/', '/subscription_required', ['/subscription_required']],
  ] as const)('%s', (who, inside, landing, own) => {
    const visitor = visitors[who]!;
    const opens: readonly string[] = own;

    it.each([
      '/main',
      '/main/chats',
      '/main/chats/42',
      '/main/settings',
      '/main/hamburger',
      '/main/diagnostics',
      '/main/x',
    ])('redirects a typed %s', (address) => expect(to(address, visitor)).toBe(`→ ${inside}`));
    it('redirects from landing', () => expect(to('/', visitor)).toBe(`→ ${landing}`));
    it.each(['/login', '/signup', '/landing', '/send_password'])('redirects from %s', (address) =>
      expect(to(address, visitor)).toBe(`→ ${inside}`),
    );
    it.each(signedIn.map(({ path }) => path).filter((path) => !path.startsWith('/main')))(
      'opens only its own page of the gate: %s',
      (path) => expect(to(path, visitor)).toBe(opens.includes(path) ? stays : `→ ${inside}`),
    );
  });

  it.each(Object.keys(visitors))('opens the targets of mails, and the legal pages: %s', (who) => {
    for (const address of [
      '/terms',
      '/loading',
      '/grant/1/x',
      '/deny/1/x',
      '/activation/x',
      '/reset_password/x',
      '/unsubscribe/mailing_dm/x',
    ])
      expect(to(address, visitors[who]!)).toBe(stays);
  });

  it('opens the address of a tab that the start page leaves out', () => {
    const found = (address: string) => destinationOf(address, boot, full, '/main/events');
    expect(found('/main/chats/42')).toMatchObject({ kind: 'module', tab: 'chats' });
    expect(found('/main')).toEqual({ kind: 'redirect', to: '/main/events' });
  });

  it('does not require a plan of an admin', () =>
    expect(to('/main/chats', visitors['an admin without a plan']!)).toBe('mfe-chats'));

  it('requires a plan of the admin of a closed workplace, not of one that is there', () => {
    const ofTwo = { ...visitors['without a plan']!, workplaces: ['hq', 'closed'] };
    const adminOf = (id: string) => ({ ...ofTwo, acl: [{ title: 'workplace_admin' as const, resources: [id] }] });
    expect([to('/main/chats', adminOf('closed')), to('/main/chats', adminOf('hq'))]).toEqual(['→ /', 'mfe-chats']);
  });

  it('lets a member without a plan choose one when none is required', () => {
    const free = { ...boot, flags: { ...boot.flags, subscription_required: false } };
    expect(to('/subscription_required', visitors['without a plan']!, free)).toBe(stays);
    expect(to('/main/chats', visitors['without a plan']!, free)).toBe('mfe-chats');
    const acl = [{ title: 'workplace_admin' as const, resources: [''] }];
    for (const other of ['member', 'an admin without a plan'])
      expect(to('/subscription_required', visitors[other]!, free)).toBe('→ /main/chats');
    expect(to('/subscription_required', { ...visitors['without a plan']!, acl }, free)).toBe('→ /main/chats');
  });

  it.each(Object.keys(visitors))('never redirects in a loop, with all modules or none: %s', (who) => {
    for (const modules of [boot.modules, []])
      for (const start of ['/', '/main/chats', '/verify_pin', '/nowhere', '/main/hamburger']) {
        const on = { ...boot, modules };
        let address = start;
        let found = destinationOf(address, on, visitors[who]!);
        for (let turn = 0; found.kind === 'redirect' && turn < 4; turn += 1) {
          expect(found.to).not.toBe(address);
          address = found.to;
          found = destinationOf(address, on, visitors[who]!);
        }
        expect(found.kind).not.toBe('redirect');
      }
  });
});

describe(firstModule, () => {
  it('returns the module of the final page', () => {
    expect(firstModule(boot, '/main/chats', visitors['without a plan']!)).toBe('mfe-account');
    expect(firstModule(boot, '/login', full)).toBe('mfe-chats');
    expect(firstModule(boot, '/main/hamburger', full)).toBeUndefined();
  });
});

describe(startPage, () => {
  it('is the configured page', () =>
    expect(startPage({ ...boot, flags: { default_page: 'events' } as Deployed['flags'] })).toBe('/main/events'));
  it('is chats without one', () => expect(startPage(boot)).toBe('/main/chats'));
  it('is the first tab without chats', () =>
    expect(startPage({ ...boot, tabs: boot.tabs.slice(0, 1) })).toBe('/main/events'));
  it('is the menu without tabs', () => expect(startPage({ ...boot, tabs: [] })).toBe('/main/hamburger'));
});
