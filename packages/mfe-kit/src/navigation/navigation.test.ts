import { beforeEach, describe, expect, it } from '@jest/globals';
import { waitFor } from '@testing-library/react';
import type { Boot } from '@paddock/contract/calls/boot';
import { createNavigation, fillPattern, linkAddress } from './navigation';

const boot = {
  modules: [{ manifest: { links: { 'shouts.conversation': '/main/shouts/conversation/:id' } } }],
} as unknown as Boot;

describe(linkAddress, () => {
  it('fills in the address of the module that serves the link', () =>
    expect(linkAddress(boot, 'shouts.conversation', { id: 'a/b' })).toBe('/main/shouts/conversation/a%2Fb'));

  it('puts parameters without a place in the pattern into the query', () => {
    const to = (params: { id: string; shout?: string }) => linkAddress(boot, 'shouts.conversation', params);
    expect(to({ id: 'g1', shout: 's 1' })).toBe('/main/shouts/conversation/g1?shout=s+1');
    expect(to({ id: 'g1' })).toBe('/main/shouts/conversation/g1');
  });

  it('returns null when no deployed module serves it', () =>
    expect(linkAddress(boot, 'people.profile', { uid: '1' })).toBeNull());
});

describe(fillPattern, () => {
  it('omits a missing optional parameter', () => expect(fillPattern('/a/:b?', {})).toBe('/a'));
});

describe(createNavigation, () => {
  beforeEach(() => history.replaceState(null, '', '#/main/chats'));
  const begin = () => createNavigation(() => '/main/chats');
  const at = (address: string) => waitFor(() => expect(window.location.hash).toBe(`#${address}`));
  async function back(navigation: ReturnType<typeof begin>, to: string) {
    navigation.back();
    await at(to);
    // The popstate event follows the change of the address.
    await new Promise((passed) => setTimeout(passed, 10));
  }

  it('moves the browser back, so that its own Back continues from there', async () => {
    const navigation = begin();
    for (const page of ['/main/events', '/main/events/7', '/main/people']) navigation.go(page);
    await back(navigation, '/main/events/7');
    history.back();
    await at('/main/events');
    history.forward();
    await at('/main/events/7');
    await back(navigation, '/main/events');
  });

  it('leaves the entry of an overlay that a reload closed', async () => {
    const navigation = begin();
    navigation.go('/main/events');
    // The entry that an open overlay adds.
    history.pushState({ ...(history.state as object), overlay: true }, '');
    begin();
    await waitFor(() => expect(history.state).not.toHaveProperty('overlay'));
    await at('/main/events');
    history.back();
    await at('/main/chats');
  });

  it('is not on its way back after a reload', () => {
    history.replaceState({ ...(history.state as object), isLeaving: true }, '');
    begin();
    expect(history.state).not.toHaveProperty('isLeaving', true);
  });

  it('counts plain links, but not a link to the current page', async () => {
    const navigation = begin();
    for (const page of ['#/main/events', '#/main/events', '#/main/people']) {
      window.location.hash = page;
      await new Promise((passed) => setTimeout(passed, 10));
    }
    await back(navigation, '/main/events');
    await back(navigation, '/main/chats');
  });

  it('replaces the first page with its parent, or with the start page', () => {
    history.replaceState(null, '', '#/main/events/7');
    const steps = history.length;
    const navigation = begin();
    navigation.back('/main/events');
    expect(window.location.hash).toBe('#/main/events');
    navigation.back();
    expect(window.location.hash).toBe('#/main/chats');
    expect(history.length).toBe(steps);
  });

  it('keeps its stack after a reload', async () => {
    begin().go('/main/events');
    await back(begin(), '/main/chats');
  });

  it('goes one step back for two presses before the page changes', async () => {
    const navigation = begin();
    for (const page of ['/main/events', '/main/people']) navigation.go(page);
    navigation.back();
    await back(navigation, '/main/events');
  });

  it('remembers 10 pages', async () => {
    const navigation = begin();
    for (let page = 1; page <= 12; page++) navigation.go(`/${page}`);
    for (let page = 11; page >= 3; page--) await back(navigation, `/${page}`);
    await back(navigation, '/main/chats');
  });
});
