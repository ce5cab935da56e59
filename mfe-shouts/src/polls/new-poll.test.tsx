import { afterEach, describe, expect, it, jest } from '@jest/globals';
import type { Self } from '@paddock/contract/calls/users';
import { hourMs } from '@paddock/contract/core/durations';
import { testKit, TestHost } from '@paddock/mfe-kit/test-host';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import type { Unsent } from '../composing/use-posting';
import moduleTexts from '../messages/en.json' with { type: 'json' };
import ownTexts from './messages/en.json' with { type: 'json' };
import { NewPoll } from './new-poll';

/** jsdom lacks it; components that open a list call it. */
(globalThis as unknown as { CSS?: { escape: (text: string) => string } }).CSS ??= { escape: (text) => text };

const device = Date.now;
afterEach(() => {
  Date.now = device;
  cleanup();
  localStorage.clear();
});

/** A refused poll that ends at this time, on a device whose clock is two hours fast. */
async function open(poll_end: string) {
  const user = { id: 'ann', username: 'ann', admin: false, acl: [] } as unknown as Self;
  Date.now = () => device() + 2 * hourMs;
  // Learns the time of the boot reply, which is right.
  const kit = await testKit({ module: 'mfe-shouts', messages: { ...moduleTexts, ...ownTexts }, user });
  const input = { shout: 'Tyres?', poll_options: ['Soft', 'Hard'], poll_end };
  const sendPoll = jest.fn();
  render(
    <TestHost kit={kit} module="mfe-shouts">
      <NewPoll
        posting={{ sendPoll, closePoll: () => undefined }}
        conversation="0"
        again={{ client_id: 'c1', input } as unknown as Unsent}
        onSend={() => undefined}
      />
    </TestHost>,
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Create poll' }));
  return sendPoll;
}

describe(NewPoll, () => {
  it("compares the end with the server's time", async () => {
    const end = new Date(device() + hourMs).toISOString();
    const sendPoll = await open(end);
    await waitFor(() => expect(sendPoll).toHaveBeenCalledTimes(1));
    expect(sendPoll.mock.calls[0]![0]).toMatchObject({ shout: 'Tyres?', poll_end: end });
  });

  it('refuses an end that has passed', async () => {
    const sendPoll = await open(new Date(device() - hourMs).toISOString());
    expect(await screen.findByText('The end must be in the future.')).toBeTruthy();
    expect(sendPoll).not.toHaveBeenCalled();
  });
});
