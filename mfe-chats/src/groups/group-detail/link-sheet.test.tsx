import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { testKit, TestHost } from '@paddock/mfe-kit/test-host';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import en from '../messages/en.json' with { type: 'json' };
import { completeDom, leaveGroups, press } from '../test-group';
import { LinkSheet } from './link-sheet';

beforeAll(completeDom);
afterEach(leaveGroups);

const linkOf = (token: string) => ({
  url: `http://test/main/group/g1/join/${token}`,
  token,
  created: '2026-05-01T10:00:00Z',
});

/** Opens the sheet of a group whose link is `link`, which a test replaces. */
async function open() {
  const service = { link: linkOf('first') as ReturnType<typeof linkOf> | null, ended: 0 };
  const kit = await testKit({
    module: 'mfe-chats',
    messages: en,
    fetch: async (_, init) => {
      if (init?.method === 'DELETE') Object.assign(service, { link: null, ended: service.ended + 1 });
      return Response.json(init?.method === 'DELETE' ? { ok: true } : { link: service.link });
    },
  });
  render(
    <TestHost kit={kit} module="mfe-chats">
      <LinkSheet id="g1" open onClose={() => undefined} />
    </TestHost>,
  );
  await screen.findByRole('button', { name: 'End link' });
  return { service, refresh: () => act(() => kit.queryClient.invalidateQueries()) };
}
const question = () => screen.queryByRole('alertdialog', { name: 'End this link?' });

describe(LinkSheet, () => {
  it('ends the link after a question, and not before', async () => {
    const { service } = await open();
    press('End link');
    const dialog = await screen.findByRole('alertdialog', { name: 'End this link?' });
    expect(service.ended).toBe(0);
    const buttons = [...dialog.querySelectorAll('button')];
    fireEvent.click(buttons.find(({ textContent }) => textContent === 'End link')!);
    expect(await screen.findByRole('button', { name: 'Make a link' })).toBeTruthy();
    expect([service.ended, question()]).toEqual([1, null]);
  });

  it('does not ask the question about a link for the next one', async () => {
    const { service, refresh } = await open();
    press('End link');
    expect(await screen.findByRole('alertdialog', { name: 'End this link?' })).toBeTruthy();
    service.link = linkOf('second');
    await refresh();
    await waitFor(() => expect(question()).toBeNull());
  });
});
