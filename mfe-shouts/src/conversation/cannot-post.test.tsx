import { afterEach, describe, expect, it } from '@jest/globals';
import type { Self } from '@paddock/contract/calls/users';
import { testKit, TestHost } from '@paddock/mfe-kit/test-host';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import shouts from '../messages/en.json' with { type: 'json' };
import { CannotPost } from './cannot-post';
import en from './messages/en.json' with { type: 'json' };

afterEach(cleanup);

async function open(head: Parameters<typeof CannotPost>[0]) {
  const calls: string[] = [];
  const kit = await testKit({
    module: 'mfe-shouts',
    messages: { ...shouts, ...en },
    user: { id: 'me', username: 'me', admin: false, acl: [], workplaces: [] } as unknown as Self,
    fetch: async (url, init) => {
      calls.push(`${init?.method} ${new URL(String(url), location.href).pathname}`);
      return Response.json({ id: 'u1' });
    },
  });
  render(
    <TestHost kit={kit} module="mfe-shouts">
      <CannotPost {...head} />
    </TestHost>,
  );
  return calls;
}

describe(CannotPost, () => {
  it('names the block of the other member', async () => {
    await open({ reason: 'blocked' });
    expect(screen.getByText('This user blocked you')).toBeTruthy();
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('lifts the own block', async () => {
    const calls = await open({ reason: 'blocked', blocked: ['u1'] });
    expect(await screen.findByText(/You blocked this user/)).toBeTruthy();
    expect(screen.queryByText('This user blocked you')).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Unblock' }));
    await waitFor(() => expect(calls).toEqual([expect.stringMatching(/^PUT .*\/users\/u1\/unblock$/)]));
  });
});
