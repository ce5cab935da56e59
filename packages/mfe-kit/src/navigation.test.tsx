import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Boot } from '@paddock/contract/boot';
import { createNavigation, fillPattern, linkAddress } from './navigation';

const boot = {
  modules: [{ manifest: { links: { 'shouts.conversation': '/main/shouts/conversation/:id' } } }],
} as unknown as Boot;

describe(linkAddress, () => {
  it('fills the address of the module that serves the link', () =>
    expect(linkAddress(boot, 'shouts.conversation', { id: 'a/b' })).toBe('/main/shouts/conversation/a%2Fb'));

  it('is null where no deployed module serves it', () =>
    expect(linkAddress(boot, 'people.profile', { uid: '1' })).toBeNull());
});

describe(fillPattern, () => {
  it('leaves out an optional parameter that is not given', () => expect(fillPattern('/a/:b?', {})).toBe('/a/'));
});

describe(createNavigation, () => {
  beforeEach(() => void (window.location.hash = ''));
  const address = () => window.location.hash;

  it('goes back to the page before', () => {
    const navigation = createNavigation(() => '/main/chats');
    for (const page of ['/main/chats', '/main/events', '/main/events/7']) {
      navigation.go(page);
      navigation.visited(page);
    }
    navigation.back();
    expect(address()).toBe('#/main/events');
  });

  it('goes to the start page from the end of the stack', () => {
    const navigation = createNavigation(() => '/main/chats');
    navigation.visited('/main/settings');
    navigation.back();
    expect(address()).toBe('#/main/chats');
  });

  it('remembers 10 pages', () => {
    const navigation = createNavigation(() => '/start');
    for (let page = 1; page <= 12; page++) navigation.visited(`/${page}`);
    for (let step = 0; step < 9; step++) navigation.back();
    expect(address()).toBe('#/3');
    navigation.back();
    expect(address()).toBe('#/start');
  });
});
