import { afterEach, expect, it } from '@jest/globals';
import type { Self } from '@paddock/contract/calls/users';
import { testKit, TestHost } from '@paddock/mfe-kit/test-host';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { makeEvent } from '../make-event';
import en from '../messages/en.json' with { type: 'json' };
import texts from './messages/en.json' with { type: 'json' };
import { PassSheet } from './pass-sheet';

/** jsdom lacks it; an open sheet calls it. */
(globalThis as unknown as { CSS?: { escape: (text: string) => string } }).CSS ??= { escape: (text) => text };

afterEach(() => {
  cleanup();
  localStorage.clear();
});

const user = { id: 'ann', username: 'ann', fullname: 'Ann', acl: [] } as unknown as Self;
/** Opens the pass of the event in a new window, with this reply of the service. */
async function open(status: number, body: object) {
  cleanup();
  const fetch = async () =>
    new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
  const kit = await testKit({ module: 'mfe-events', messages: { ...en, ...texts }, user, fetch });
  render(
    <TestHost kit={kit} module="mfe-events">
      <PassSheet event={makeEvent({ id: 'e1' })} onClose={() => undefined} />
    </TestHost>,
  );
}
const code = () => screen.queryByText('K7QF-2M0X');

it('keeps the pass on refusals that say nothing of it, and drops it on those that do', async () => {
  await open(200, { pass: 'PDK1.e1.ann.x', short_code: 'K7QF2M0X' });
  await screen.findByText('K7QF-2M0X');
  for (const [status, refusal] of [
    [429, 'TOO_MANY_REQUESTS'],
    [426, 'UPGRADE_REQUIRED'],
  ] as const) {
    await open(status, { code: refusal, message: 'Later' });
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(code()).not.toBeNull();
  }
  await open(403, { code: 'NOT_ATTENDING', message: 'You do not attend' });
  await waitFor(() => expect(code()).toBeNull());
  await open(503, { code: 'SERVICE_UNAVAILABLE', message: 'Later' });
  expect(code()).toBeNull();
});
