import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Self } from '@paddock/contract/calls/users';
import type { Kit } from '@paddock/mfe-kit/kit-context';
import { testKit, TestHost } from '@paddock/mfe-kit/test-host';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { act } from 'react';
import en from '../messages/en.json' with { type: 'json' };
import { CheckIn } from './check-in';
import texts from './messages/en.json' with { type: 'json' };
import { sendArrivals, sendLeftArrivals, storeOf } from './send-arrivals';

/** The service of a gate: refuses all arrivals, or admits some of them. */
const service = { refuses: true, admits: ['bob', 'cat'], sent: [] as string[][] };
const card = (id: string) => ({ id, fullname: id, username: id });
const json = (body: unknown, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
const fetch = async (_: unknown, init?: RequestInit) => {
  const expected = ['bob', 'cat'].map((user) => ({ user, card: card(user), short_code: user.toUpperCase() }));
  if (init?.method === 'GET') return json({ title: 'Race', time_zone: 'UTC', key: { x: '', y: '' }, expected });
  const { arrivals } = JSON.parse(String(init?.body)) as { arrivals: { user: string }[] };
  service.sent.push(arrivals.map(({ user }) => user));
  if (service.refuses) return json({ code: 'FORBIDDEN', message: 'Not yours' }, 403);
  const resultOf = (user: string) => (service.admits.includes(user) ? 'recorded' : 'not_attending');
  return json({ results: arrivals.map(({ user }) => ({ user, result: resultOf(user) })), skew_ms: 0 });
};
let count = 0;
/** A member of their own for each test, because a page keeps arrivals by member. */
const open = () => {
  const user = { id: `ann${++count}`, username: 'ann', admin: false, acl: [] } as unknown as Self;
  return testKit({
    module: 'mfe-events',
    messages: { ...en, ...texts },
    user,
    fetch: fetch,
  });
};
const unsent = async (kit: Kit) => (await storeOf(kit, `ann${count}`).unsent('e1')).map(({ user }) => user);

beforeEach(() => {
  localStorage.clear();
  Object.assign(service, { refuses: true, sent: [] });
});
afterEach(cleanup);

describe('arrivals that the service refuses', () => {
  it('are shown, not sent again by themselves, and discarded on request', async () => {
    const kit = await open();
    render(
      <TestHost kit={kit} module="mfe-events">
        <CheckIn params={{ id: 'e1' }} />
      </TestHost>,
    );
    fireEvent.click(await screen.findByRole('button', { name: 'Check bob in' }));
    await screen.findByText(/1 arrival could not be recorded/);
    await act(() => new Promise((resolve) => setTimeout(resolve, 6500)));
    expect(service.sent).toEqual([['bob']]);
    fireEvent.click(screen.getByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(screen.queryByText(/could not be recorded/)).toBeNull());
    expect(await unsent(kit)).toEqual([]);
  }, 15_000);

  it('are sent again on request', async () => {
    const kit = await open();
    await storeOf(kit, `ann${count}`).add({ event: 'e1', user: 'bob', at: '2026-01-01T10:00:00Z' });
    render(
      <TestHost kit={kit} module="mfe-events">
        <CheckIn params={{ id: 'e1' }} />
      </TestHost>,
    );
    const again = await screen.findByRole('button', { name: 'Send again' });
    service.refuses = false;
    fireEvent.click(again);
    await waitFor(async () => expect(await unsent(kit)).toEqual([]));
    await waitFor(() => expect(screen.queryByText(/could not be recorded/)).toBeNull());
  });
});

describe(sendLeftArrivals, () => {
  it('sends those of all events, and leaves members who are not admitted to the gate', async () => {
    const kit = await open();
    const store = storeOf(kit, `ann${count}`);
    for (const [event, user] of [
      ['e1', 'bob'],
      ['e1', 'dan'],
      ['e2', 'cat'],
    ] as const)
      await store.add({ event, user, at: '2026-01-01T10:00:00Z' });
    await sendLeftArrivals(kit, { user: `ann${count}`, workplace: '' });
    expect(await store.events()).toEqual(['e1', 'e2']);
    service.refuses = false;
    await sendLeftArrivals(kit, { user: `ann${count}`, workplace: '' });
    expect(await store.events()).toEqual(['e1']);
    expect(await unsent(kit)).toEqual(['dan']);
    const refused: string[] = [];
    await sendArrivals({ api: kit.api, store }, 'e1', (users) => refused.push(...users));
    expect([refused, await unsent(kit)]).toEqual([['dan'], []]);
  });
});
