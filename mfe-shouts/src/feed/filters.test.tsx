import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Self } from '@paddock/contract/calls/users';
import { testKit, TestHost } from '@paddock/mfe-kit/test-host';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import shouts from '../messages/en.json' with { type: 'json' };
import { FilterList } from './filters';
import en from './messages/en.json' with { type: 'json' };
import { useFilters } from './use-filters';

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
/** The end of the list comes into view. */
const scroll = () => act(() => observers.forEach((changed) => changed([{ isIntersecting: true }])));

const card = (id: string) => ({ id, title: `Group ${id}`, color: '#2a6fdb', invisible: false });
const other = (id: string, change: object = {}) => ({
  ...card(id),
  description: '',
  autojoin: true,
  member: false,
  pending: false,
  total_users: 3,
  ...change,
});
const own = {
  ...card('own'),
  badge_number: 0,
  muted: false,
  archived: false,
  hidden: false,
  subtitle: '',
  last_activity: '2026-05-01T10:00:00Z',
};

function Page() {
  return <FilterList filters={useFilters()} current="0" />;
}

/** `browse` replies to GET groups/browse, with its input; returns the inputs. */
async function open(browse: (input: Record<string, string>) => Response) {
  const asked: Record<string, string>[] = [];
  const kit = await testKit({
    module: 'mfe-shouts',
    messages: { ...shouts, ...en },
    user: { id: 'me', username: 'me', fullname: 'Me', admin: false, acl: [], workplaces: [] } as unknown as Self,
    fetch: async (address) => {
      const { pathname, searchParams } = new URL(String(address), 'http://test');
      if (!pathname.endsWith('/groups/browse'))
        return Response.json({ filters: [{ ...own, id: '0' }, own], archive: false, next: null });
      const { query, after } = Object.fromEntries(searchParams);
      asked.push({ ...(query && { query }), ...(after && { after }) });
      return browse(asked.at(-1)!);
    },
  });
  render(
    <TestHost kit={kit} module="mfe-shouts">
      <Page />
    </TestHost>,
  );
  return asked;
}

describe(FilterList, () => {
  it('lists all other groups, also behind a page of the own ones', async () => {
    const asked = await open(({ after }) =>
      Response.json(
        after ? { groups: [other('last')], next: null } : { groups: [other('own', { member: true })], next: 'own' },
      ),
    );
    expect(await screen.findByText('Group own')).toBeTruthy();
    expect(screen.queryByText('Other groups')).toBeNull();
    await waitFor(() => expect(asked).toHaveLength(1));
    await waitFor(() => {
      scroll();
      expect(asked).toEqual([{}, { after: 'own' }]);
    });
    expect(await screen.findByText('Group last')).toBeTruthy();
    expect(screen.getByText('3 members')).toBeTruthy();
  });

  it('says why other groups are missing, and reads them again', async () => {
    let fails = true;
    await open(() =>
      fails
        ? Response.json({ code: 'FORBIDDEN', message: 'The desk is closed.' }, { status: 403 })
        : Response.json({ groups: [other('last')], next: null }),
    );
    expect(await screen.findByText('The desk is closed.')).toBeTruthy();
    fails = false;
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('Group last')).toBeTruthy();
  });

  it('finds groups with the way into those of others, and marks invisible ones', async () => {
    const asked = await open(({ query }) =>
      Response.json({
        groups: query ? [other('own', { member: true, invisible: true }), other('far', { pending: true })] : [],
        next: null,
      }),
    );
    expect(await screen.findByText('Group own')).toBeTruthy();
    fireEvent.change(screen.getByRole('searchbox', { name: 'Search groups' }), { target: { value: 'group' } });
    expect(await screen.findByRole('button', { name: 'Join Group far' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Join Group own' })).toBeNull();
    expect(screen.getByText('Invisible')).toBeTruthy();
    expect(asked.at(-1)).toEqual({ query: 'group' });
  });
});
