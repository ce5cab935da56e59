import { afterEach, expect, it, jest } from '@jest/globals';
import type { Self } from '@paddock/contract/calls/users';
import { testKit, TestHost } from '@paddock/mfe-kit/test-host';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import moduleTexts from '../messages/en.json' with { type: 'json' };
import { CreateEvent } from './create-event';
import ownTexts from './messages/en.json' with { type: 'json' };

/** jsdom lacks it; an open list calls it. */
(globalThis as unknown as { CSS?: { escape: (text: string) => string } }).CSS ??= { escape: (text) => text };

afterEach(() => {
  cleanup();
  localStorage.clear();
});

const user = { id: 'ann', username: 'ann', fullname: 'Ann', admin: true, acl: [], groups: ['g1'] } as unknown as Self;
const group = { id: 'g1', title: 'Pit crew', color: '#2a6fdb', icon: 'flag' };
const refused: [number, object] = [403, { code: 'FEATURE_DISABLED', message: 'Off here.' }];

it('offers Retry in place of the groups until they are read', async () => {
  const replies: [number, object][] = [refused, [200, { filters: [group], archive: 0 }]];
  const fetch = jest.fn<typeof globalThis.fetch>(() => {
    const [status, body] = replies.length > 1 ? replies.shift()! : replies[0]!;
    const headers = { 'content-type': 'application/json' };
    return Promise.resolve(new Response(JSON.stringify(body), { status, headers }));
  });
  const kit = await testKit({ module: 'mfe-events', messages: { ...moduleTexts, ...ownTexts }, fetch, user });
  render(
    <TestHost kit={kit} module="mfe-events">
      <CreateEvent />
    </TestHost>,
  );
  const retry = await screen.findByRole('button', { name: /Retry/ });
  expect(screen.queryByRole('button', { name: /Everybody/ })).toBeNull();
  fireEvent.click(retry);
  fireEvent.click(await screen.findByRole('button', { name: /Everybody/ }));
  expect(await screen.findByRole('option', { name: 'Pit crew' })).toBeTruthy();
});

it('says that another organiser is asked first', async () => {
  const fetch = jest.fn<typeof globalThis.fetch>(async () => {
    const headers = { 'content-type': 'application/json' };
    return new Response(JSON.stringify({ filters: [], archive: 0 }), { headers });
  });
  const kit = await testKit({ module: 'mfe-events', messages: { ...moduleTexts, ...ownTexts }, fetch, user });
  render(
    <TestHost kit={kit} module="mfe-events">
      <CreateEvent />
    </TestHost>,
  );
  const field = await screen.findByRole('combobox', { name: /^Organiser/ });
  expect(document.getElementById(field.getAttribute('aria-describedby')!.split(' ')[0]!)?.textContent).toContain(
    'Another member is asked first',
  );
});

it('says that only admins create events, and offers the way back', async () => {
  const kit = await testKit({
    module: 'mfe-events',
    messages: { ...moduleTexts, ...ownTexts },
    fetch: async () => new Response(JSON.stringify({ filters: [], archive: 0 })),
    user: { ...user, admin: false },
  });
  render(
    <TestHost kit={kit} module="mfe-events">
      <CreateEvent />
    </TestHost>,
  );
  await screen.findByText('Only admins create events here.');
  expect(screen.getByRole('button', { name: 'Back to the events' })).toBeTruthy();
});
