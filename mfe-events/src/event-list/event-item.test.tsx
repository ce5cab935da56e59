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
});
