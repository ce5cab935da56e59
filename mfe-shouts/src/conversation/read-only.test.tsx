import { afterEach, describe, expect, it } from '@jest/globals';
import { postShout } from '@paddock/contract/calls/shouts';
import type { Self } from '@paddock/contract/calls/users';
import { testKit, TestHost } from '@paddock/mfe-kit/test-host';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { Feed } from '../feed/feed';
import shouts from '../messages/en.json' with { type: 'json' };
import { ConversationSlot } from './conversation';
import en from './messages/en.json' with { type: 'json' };

afterEach(() => {
  cleanup();
  localStorage.clear();
});

const conversation = {
  ...{ id: 'g1', kind: 'group', title: 'Pit wall', users: [], seq: 0, read_seq: 0, member: true, manages: false },
  ...{ group: { id: 'g1', title: 'Pit wall', color: '#000000', invisible: false } },
  ...{ can_post: false, reason: 'read_only' },
};

describe('a post that was refused since its author only reads', () => {
  it.each([
    ['a conversation', <ConversationSlot key="c" id="g1" onBack={undefined} />],
    ['a feed', <Feed key="f" filter="g1" head={() => null} />],
  ])('can be discarded in %s, not edited', async (_, page) => {
    const kit = await testKit({
      module: 'mfe-shouts',
      messages: { ...shouts, ...en },
      user: { id: 'me', username: 'me', fullname: 'Me', admin: false, acl: [], workplaces: [] } as unknown as Self,
      boot: { tabs: [], modules: [] },
      fetch: async (_url, init) =>
        init?.method === 'POST'
          ? Response.json({ code: 'READ_ONLY', message: 'Refused' }, { status: 403 })
          : Response.json({ shouts: [], more: false, newer: false, conversation }),
    });
    kit.outbox.add({
      module: 'mfe-shouts',
      queue: 'group/g1',
      call: { name: postShout.name, method: postShout.method, path: postShout.path },
      input: { group: 'g1', shout: 'Box this lap', client_id: 'c1' },
      invalidates: [],
    });
    await waitFor(() => expect(kit.outbox.items.get()[0]?.status).toBe('failed'));
    render(
      <TestHost kit={kit} module="mfe-shouts">
        {page}
      </TestHost>,
    );
    const discard = await screen.findByRole('button', { name: 'Discard' });
    expect(screen.queryByRole('button', { name: 'Edit' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Send again' })).toBeNull();
    fireEvent.click(discard);
    await waitFor(() => expect(screen.queryByText('Box this lap')).toBeNull());
    expect(kit.outbox.items.get()).toEqual([]);
  });
});
