import { afterEach, describe, expect, it } from '@jest/globals';
import type { Self, UserCard } from '@paddock/contract/calls/users';
import { testKit, TestHost } from '@paddock/mfe-kit/test-host';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { makeEvent } from '../make-event';
import en from '../messages/en.json' with { type: 'json' };
import { EventItem } from './event-item';

/** jsdom lacks it; components that open a list call it. */
(globalThis as unknown as { CSS?: { escape: (text: string) => string } }).CSS ??= { escape: (text) => text };

afterEach(() => {
  cleanup();
  localStorage.clear();
});

const [ann, bob] = ['ann', 'bob'].map((id) => ({ id, username: id, fullname: id })) as [UserCard, UserCard];

/** Holds the row, by the keys of its context menu; returns whether it keeps the browser's own menu. */
async function hold(event: Parameters<typeof makeEvent>[0], isOffered = true) {
  const user = { ...ann, admin: false, acl: [] } as unknown as Self;
  const kit = await testKit({ module: 'mfe-events', messages: en, user });
  Object.assign(kit.slots, {
    offeredBy: () => (isOffered ? 'mfe-account' : undefined),
    Host: ({ slot, slotProps }: { slot: string; slotProps: object }) => (
      <p role="note">{`${slot} ${JSON.stringify(slotProps)}`}</p>
    ),
  });
  render(
    <TestHost kit={kit} module="mfe-events">
      <EventItem event={makeEvent(event)} now={0} />
    </TestHost>,
  );
  return fireEvent.contextMenu(screen.getByRole('link', { name: /Race/ }));
}

describe(EventItem, () => {
  it("offers to report another member's event by a long press", async () => {
    expect(await hold({ user: bob })).toBe(false);
    fireEvent.click(await screen.findByRole('button', { name: 'Report event' }));
    expect((await screen.findByRole('note')).textContent).toBe('account.report {"kind":"event","id":"race"}');
  });

  it.each([
    ['an own event', { user: ann }, true],
    ['an event that the member organises', { user: bob, organizer: ann }, true],
    ['events where reports are not offered', { user: bob }, false],
  ])('does not offer it for %s', async (_, event, isOffered) => {
    expect(await hold(event, isOffered)).toBe(true);
  });

  // Times of the place: Brussels.
  const evening = '2026-07-17T20:00:00Z';
  it.each([
    ['past midnight, on its first day', { end: '2026-07-18T00:00:00Z', day: '2026-07-17' }, /^22:00.?02:00/],
    ['past midnight, on the next day', { end: '2026-07-18T00:00:00Z', day: '2026-07-18' }, /^17\/07.?02:00/],
    ['of several days, in the list', { end: '2026-07-19T16:00:00Z' }, /^22:00.?to 19\/07/],
    ['of several days, between', { end: '2026-07-19T16:00:00Z', day: '2026-07-18' }, /^17\/07.?to 19\/07/],
    ['of several days, on its last day', { end: '2026-07-19T16:00:00Z', day: '2026-07-19' }, /^17\/07.?18:00/],
  ])(
    'names the day of a start or an end that is not on the day of the row: %s',
    async (_, { end, day }: { end: string; day?: string }, shown) => {
      const kit = await testKit({
        module: 'mfe-events',
        messages: en,
        flags: { time_format: '24h', date_format: 'ddmm' },
      });
      render(
        <TestHost kit={kit} module="mfe-events">
          <EventItem event={makeEvent({ when: evening, end })} now={0} day={day} />
        </TestHost>,
      );
      expect(screen.getByRole('link').textContent).toMatch(shown);
    },
  );
});
