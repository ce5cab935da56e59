import { afterEach, describe, expect, it, jest } from '@jest/globals';
import type { ServerEvent } from '@paddock/contract/calls/realtime';
import type { Self } from '@paddock/contract/calls/users';
import { postShout } from '@paddock/contract/calls/shouts';
import { ApiError } from '@paddock/mfe-kit/api-error';
import { serverEventsOf } from '@paddock/mfe-kit/server-events';
import { testKit, TestHost } from '@paddock/mfe-kit/test-host';
import { Pane } from '@paddock/ui/pane';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useEditing } from '../composing/use-editing';
import { usePosting } from '../composing/use-posting';
import shouts from '../messages/en.json' with { type: 'json' };
import { ClosedConversation } from './closed-conversation';
import en from './messages/en.json' with { type: 'json' };

afterEach(() => {
  cleanup();
  localStorage.clear();
  Reflect.deleteProperty(navigator, 'clipboard');
});

function Closed({ code }: { code: string }) {
  const posting = usePosting({ kind: 'group', id: 'g1' }, () => undefined);
  const editing = useEditing(
    () => undefined,
    () => undefined,
  );
  const query = { isFetching: false, refetch: () => undefined };
  return (
    <Pane label="Pit wall">
      <ClosedConversation id="g1" error={new ApiError(code, '', 403)} timeline={{ query, posting, editing }} />
    </Pane>
  );
}

const member = { id: 'me', username: 'me', fullname: 'Me', online: true };
const shout = {
  ...{ id: 's1', user: member, shout: 'Only for Bob' },
  ...{ client_id: 'c9', created: '2026-05-01T10:00:00Z', deleted: false, admin_deleted: false, mentions: [] },
  ...{ image_urls: [], images: [], files: [], links: [], liked: false, likes_count: 0, first_likes: [] },
  ...{ is_commented: false, comments_count: 0, comments: [], workplace: '', conversation: '' },
};

/** A conversation that the member has lost, with a post that the server refused. */
async function open(code: string, { outside, ids = ['c1'] }: { outside?: { can_post: boolean }; ids?: string[] } = {}) {
  const kit = await testKit({
    module: 'mfe-shouts',
    messages: { ...shouts, ...en },
    user: { ...member, email_verified: true, admin: false, acl: [], workplaces: [] } as unknown as Self,
    fetch: async (url, init) => {
      if (init?.method === 'POST') return Response.json({ code, message: 'Refused' }, { status: 403 });
      if (String(url).includes('/groups/g1')) return Response.json({ group: { title: 'Pit wall' }, ...outside });
      return Response.json({ shouts: [], more: false });
    },
  });
  if (outside) kit.slots.offeredBy = () => 'mfe-chats';
  for (const client_id of ids)
    kit.outbox.add({
      module: 'mfe-shouts',
      queue: 'group/g1',
      call: { name: postShout.name, method: postShout.method, path: postShout.path },
      input: { group: 'g1', shout: 'Box this lap', client_id },
      invalidates: [],
    });
  await waitFor(() => expect(kit.outbox.items.get().every(({ status }) => status === 'failed')).toBe(true));
  const send = serverEventsOf(kit);
  render(
    <TestHost kit={kit} module="mfe-shouts">
      <Closed code={code} />
    </TestHost>,
  );
  /** Delivers a shout by the member. */
  const receive = (event: ServerEvent, conversation: string) =>
    act(async () => {
      send(event, { workplace: '', conversation, shout: { ...shout, id: conversation } });
      // The cache notifies the list in a task of its own.
      await new Promise((resolve) => setTimeout(resolve, 20));
    });
  return { kit, receive };
}

describe(ClosedConversation, () => {
  it.each([
    ['a deleted group', 'GROUP_NOT_FOUND', undefined],
    ['a group that others see from outside', 'FORBIDDEN', { can_post: false }],
    ['a group without the slot for its outside', 'FORBIDDEN', undefined],
  ])('keeps a refused post to %s, to copy or discard', async (_, code, outside) => {
    const copied = jest.fn<(text: string) => Promise<void>>().mockResolvedValue();
    Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText: copied } });
    const { kit } = await open(code, outside && { outside });
    expect(await screen.findByText('Box this lap')).toBeTruthy();
    expect(screen.getByText('Refused')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Send again' })).toBeNull();
    const copy = await screen.findByRole('button', { name: 'Copy' });
    await act(async () => fireEvent.click(copy));
    expect(copied).toHaveBeenCalledWith('Box this lap');
    fireEvent.click(screen.getByRole('button', { name: 'Discard' }));
    expect(screen.queryByText('Box this lap')).toBeNull();
    expect(kit.outbox.items.get()).toEqual([]);
  });

  it('keeps the focus when a refused post is discarded', async () => {
    await open('GROUP_NOT_FOUND', { ids: ['c1', 'c2', 'c3'] });
    const discard = async (at: number) => {
      await screen.findAllByRole('button', { name: 'Discard' });
      const button = screen.getAllByRole('button', { name: 'Discard' })[at]!;
      act(() => button.focus());
      act(() => button.click());
    };
    await discard(1);
    expect(document.activeElement).toBe(screen.getAllByRole('button', { name: 'Discard' })[1]);
    await discard(1);
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Discard' }));
    await discard(0);
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Pit wall' }));
  });

  it('offers to edit a refused post where the member may write from outside', async () => {
    await open('FORBIDDEN', { outside: { can_post: true } });
    expect(await screen.findByRole('textbox', { name: 'Shout to Pit wall' })).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Edit' }));
    expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Shout to Pit wall' }).value).toBe('Box this lap');
  });

  it("lists the member's shouts in this group alone", async () => {
    const { receive } = await open('FORBIDDEN', { outside: { can_post: true }, ids: [] });
    await screen.findByRole('textbox', { name: 'Shout to Pit wall' });
    await receive('posting_recipient', 'bob');
    await receive('posting_topic', 'g2');
    expect(screen.queryByRole('region', { name: 'Your shouts in this group' })).toBeNull();
    await receive('posting_topic', 'g1');
    expect(screen.getAllByText('Only for Bob')).toHaveLength(1);
  });
});
