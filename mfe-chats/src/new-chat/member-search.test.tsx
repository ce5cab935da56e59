import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Self } from '@paddock/contract/calls/users';
import { testKit, TestHost } from '@paddock/mfe-kit/test-host';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import en from '../messages/en.json' with { type: 'json' };
import { MemberSearch } from './member-search';

type Seen = (entries: { isIntersecting: boolean }[]) => void;
let observers: Seen[];
beforeEach(() => {
  observers = [];
  globalThis.IntersectionObserver = class {
    constructor(changed: Seen) {
      observers.push(changed);
    }
    observe = () => undefined;
    disconnect = () => undefined;
  } as never;
});
afterEach(() => {
  cleanup();
  localStorage.clear();
});

const person = (at: number) => ({ id: `u${at}`, username: `u${at}`, fullname: `Member ${at}`, online: false });
const first = { results: Array.from({ length: 30 }, (_, at) => person(at)), total_users: 42, next: 'after-u29' };
const second = { results: Array.from({ length: 12 }, (_, at) => person(at + 30)), total_users: 42, next: null };

/** Returns the queries of the searches. */
async function open(tabs: object[]) {
  const asked: Record<string, string>[] = [];
  const kit = await testKit({
    module: 'mfe-chats',
    messages: en,
    boot: { tabs } as never,
    user: { ...person(99), admin: false, acl: [], workplaces: [] } as unknown as Self,
    fetch: async (address) => {
      const { searchParams } = new URL(String(address), 'http://test');
      asked.push(Object.fromEntries(searchParams));
      return Response.json(searchParams.has('page') ? second : first);
    },
  });
  render(
    <TestHost kit={kit} module="mfe-chats">
      <MemberSearch />
    </TestHost>,
  );
  return asked;
}

describe(MemberSearch, () => {
  it('announces the number of all found members and loads them page by page', async () => {
    const asked = await open([{ id: 'people', title: 'People', module: 'mfe-people' }]);
    expect(await screen.findByText('Found 42 members')).toBeTruthy();
    act(() => observers.forEach((changed) => changed([{ isIntersecting: true }])));
    await waitFor(() =>
      expect(asked.map(({ query, page }) => [query, page])).toEqual([
        ['', undefined],
        ['', 'after-u29'],
      ]),
    );
    expect(screen.getByText('Found 42 members')).toBeTruthy();
  });

  it('searches only for a query where the deployment has no directory', async () => {
    const asked = await open([]);
    expect(screen.getByRole('searchbox', { name: 'Search members' })).toBeTruthy();
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'mem' } });
    await waitFor(() => expect(asked.map(({ query }) => query)).toEqual(['mem']));
  });
});
