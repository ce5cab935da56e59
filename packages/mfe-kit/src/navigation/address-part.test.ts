import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import { createNavigation, useAddressPart, useWithParts } from './navigation';

beforeEach(() => history.pushState(null, '', '#/main/chats'));
afterEach(cleanup);

const open = (name = 'search') => renderHook(() => useAddressPart(name)).result;
const set = (part: ReturnType<typeof open>, value: string) => act(() => part.current[1](value));
const back = async (to: string) => {
  act(() => history.back());
  await waitFor(() => expect(location.hash).toBe(to));
};

describe(useAddressPart, () => {
  it('pushes one entry on opening, so that Back closes it whatever was typed since', async () => {
    const part = open();
    for (const value of ['t', 'ty', 'tyre & rim?']) set(part, value);
    expect(part.current[0]).toBe('tyre & rim?');
    expect(location.search).toBe('');
    await back('#/main/chats');
    await waitFor(() => expect(part.current[0]).toBe(''));
  });

  it('reads the current address', () => {
    history.pushState(null, '', '#/main/chats?show=archived&search=caf%C3%A9+1');
    expect([open('show').current[0], open().current[0]]).toEqual(['archived', 'café 1']);
  });

  it('leaves no second entry of the same page when it closes', async () => {
    const steps = history.length;
    const part = open();
    set(part, 'tyre');
    set(part, '');
    await waitFor(() => expect(location.hash).toBe('#/main/chats'));
    set(part, 'rim');
    expect(history.length).toBe(steps + 1);
  });

  it('stays on the page when it closes and the previous entry is another page', () => {
    history.pushState(null, '', '#/main/events');
    history.pushState(null, '', '#/main/chats/7?search=tyre');
    const part = open();
    set(part, '');
    expect(location.hash).toBe('#/main/chats/7');
  });

  it('opens one on top of another, and closes them one by one', async () => {
    const [show, search] = [open('show'), open()];
    set(show, 'archived');
    set(search, 'tyre');
    expect(location.hash).toBe('#/main/chats?show=archived&search=tyre');
    await back('#/main/chats?show=archived');
    await back('#/main/chats');
  });
});

describe(useWithParts, () => {
  it('keeps the open parts', () => {
    history.pushState(null, '', '#/main/chats?search=a+b');
    expect(renderHook(() => useWithParts()).result.current('/main/chats/7')).toBe('/main/chats/7?search=a+b');
  });
});

describe(createNavigation, () => {
  it('keeps the query of an address in the hash', () => {
    createNavigation(() => '/').go('/main/chats?search=tyre');
    expect([location.search, location.hash]).toEqual(['', '#/main/chats?search=tyre']);
  });
});
