import { describe, expect, it } from '@jest/globals';
import { init } from '@module-federation/enhanced/runtime';
import type { Boot } from '@paddock/contract/calls/boot';
import type { Release } from './module-states';

// The state that the bundler's runtime leaves when the shell starts.
init({ name: 'shell', remotes: [] });
const { fetchAhead, takeAhead } = await import('./fetch-ahead');

const module = {
  id: 'mfe-x',
  version: '1.0.0',
  base: '/mfe-x/1.0.0/',
  entry: 'mf-manifest.json',
  manifest: { contract: '^99.0.0', routes: [], tabs: [{ id: 'chats' }] },
  integrity: {},
};
const boot = { modules: [module], tabs: [{ id: 'chats', module: 'mfe-x' }], flags: {} } as unknown as Boot;
const release = module as unknown as Release;
const member = { email_verified: true, admin: false, acl: [] } as never;

describe(fetchAhead.name, () => {
  it("opens the address's module for its first loader", async () => {
    window.location.hash = '#/main/chats';
    await fetchAhead(Promise.resolve(boot), member);
    await expect(takeAhead(release)).rejects.toMatchObject({ code: 'CONTRACT_MISMATCH' });
    expect(takeAhead(release)).toBeUndefined();
  });

  it('opens nothing for a page without a module', async () => {
    window.location.hash = '#/main/hamburger';
    await fetchAhead(Promise.resolve(boot), member);
    expect(takeAhead(release)).toBeUndefined();
  });

  it.each([
    ['never arrives', () => new Promise<Boot>(() => undefined)],
    ['fails', () => Promise.reject<Boot>(new Error('offline'))],
  ])('does not delay the shell when the boot reply %s', async (_, answer) => {
    await fetchAhead(answer(), member);
    expect(takeAhead(release)).toBeUndefined();
  });
});
