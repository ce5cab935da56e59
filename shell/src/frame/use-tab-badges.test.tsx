import { afterEach, expect, it, jest } from '@jest/globals';
import type { ServerEventPayload } from '@paddock/contract/calls/realtime';
import type { Self } from '@paddock/contract/calls/users';
import { serverEventsOf } from '@paddock/mfe-kit/server-events';
import { testKit, TestHost } from '@paddock/mfe-kit/test-host';
import { act, cleanup, render } from '@testing-library/react';
import en from '../messages/en.json' with { type: 'json' };
import { useTabBadges } from './use-tab-badges';

afterEach(() => {
  cleanup();
  localStorage.clear();
  jest.useRealTimers();
});

function Badges() {
  useTabBadges(true);
  return null;
}

it('reads the badges again for a changed event, but not for changed numbers of replies', async () => {
  jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'setImmediate', 'performance'] });
  const fetch = jest.fn<typeof globalThis.fetch>(
    async () => new Response('{"badges":{}}', { status: 200, headers: { 'content-type': 'application/json' } }),
  );
  const user = { id: 'ann', username: 'ann', fullname: 'Ann Lee', admin: false, acl: [] } as unknown as Self;
  const kit = await testKit({ module: 'shell', messages: en, fetch, user });
  const receive = serverEventsOf(kit);
  render(
    <TestHost kit={kit} module="shell">
      <Badges />
    </TestHost>,
  );
  const wait = () => act(() => jest.advanceTimersByTimeAsync(1000));
  await wait();
  const event = { id: 'e1' } as ServerEventPayload<'updating_event'>['event'];
  receive('updating_event', { workplace: '', event, counted: true });
  await wait();
  expect(fetch).toHaveBeenCalledTimes(1);
  receive('updating_event', { workplace: '', event });
  await wait();
  expect(fetch).toHaveBeenCalledTimes(2);
});
