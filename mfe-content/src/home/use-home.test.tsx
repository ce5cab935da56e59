import { afterEach, expect, it, jest } from '@jest/globals';
import type { PaddockEvent } from '@paddock/contract/calls/events';
import type { ServerEventPayload } from '@paddock/contract/calls/realtime';
import type { Self } from '@paddock/contract/calls/users';
import { serverEventsOf } from '@paddock/mfe-kit/server-events';
import { testKit, TestHost } from '@paddock/mfe-kit/test-host';
import { act, cleanup, render, screen } from '@testing-library/react';
import en from '../messages/en.json' with { type: 'json' };
import { useHome } from './use-home';

afterEach(() => {
  cleanup();
  localStorage.clear();
  jest.useRealTimers();
});

const user = { id: 'ann', username: 'ann', fullname: 'Ann Lee', admin: false, acl: [] } as unknown as Self;
const event = { id: 'e1', title: 'Race 6', attendees_count: 2 } as PaddockEvent;

function Featured() {
  return <p>{useHome().data?.event?.title}</p>;
}

it('reads home again for a changed event, and for changed numbers only of those who go to the featured one', async () => {
  jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'setImmediate', 'performance'] });
  const fetch = jest.fn<typeof globalThis.fetch>(
    async () => new Response(JSON.stringify({ event }), { headers: { 'content-type': 'application/json' } }),
  );
  const kit = await testKit({ module: 'mfe-content', messages: en, fetch, user });
  const receive = serverEventsOf(kit);
  render(
    <TestHost kit={kit} module="mfe-content">
      <Featured />
    </TestHost>,
  );
  await act(() => jest.advanceTimersByTimeAsync(1000));
  expect(screen.getByText('Race 6')).toBeTruthy();
  const reads = async (update: Omit<ServerEventPayload<'updating_event'>, 'workplace'>) => {
    const before = fetch.mock.calls.length;
    receive('updating_event', { workplace: '', ...update });
    await act(() => jest.advanceTimersByTimeAsync(1000));
    return fetch.mock.calls.length - before;
  };
  expect(await reads({ counted: true, event: { ...event, id: 'e2', attendees_count: 3 } })).toBe(0);
  expect(await reads({ counted: true, event: { ...event, comments: 1 } })).toBe(0);
  expect(await reads({ counted: true, event: { ...event, attendees_count: 3 } })).toBe(1);
  expect(await reads({ event: { ...event, id: 'e2' } })).toBe(1);
});
