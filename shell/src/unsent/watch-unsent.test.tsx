import { afterEach, describe, expect, it } from '@jest/globals';
import type { Self } from '@paddock/contract/calls/users';
import { testKit } from '@paddock/mfe-kit/test-host';
import { dismissToast, ToastRegion } from '@paddock/ui/toast';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import shell from '../messages/en.json' with { type: 'json' };
import { watchUnsent } from './watch-unsent';

afterEach(() => {
  act(() => dismissToast());
  cleanup();
  localStorage.clear();
  location.hash = '';
});

const modules = [
  {
    id: 'mfe-shouts',
    manifest: {
      links: {
        'shouts.conversation': '/main/conversation/:id',
        'shouts.feed': '/main/shouts',
        'shouts.shout': '/main/shout/:id',
      },
      routes: [],
    },
  },
  { id: 'mfe-chats', manifest: { links: { 'chats.open': '/main/chats/:id' }, routes: [] } },
];

async function open() {
  const server = { code: 'FORBIDDEN', message: 'Not authorized', status: 403 };
  const kit = await testKit({
    module: 'shell',
    messages: shell,
    user: { id: 'me', username: 'me', admin: false, acl: [] } as unknown as Self,
    boot: { modules: modules as never },
    fetch: async () => {
      const { code, message, status } = server;
      return Response.json({ code, message }, { status });
    },
  });
  const post = async (queue: string) => {
    kit.outbox.add({
      module: 'mfe-shouts',
      queue,
      call: { name: 'shouts.post', method: 'POST', path: '/shouts' },
      input: { shout: 'Box', client_id: crypto.randomUUID() },
      invalidates: [],
    });
    await waitFor(() => expect(kit.outbox.items.get().every(({ status }) => status === 'failed')).toBe(true));
  };
  const start = () => {
    watchUnsent(kit);
    render(<ToastRegion label="Messages" dismissLabel="Dismiss" />);
  };
  return { kit, server, post, start };
}
const toasts = () => screen.queryAllByRole('listitem').map((item) => item.textContent);
const refused = 'Your message was not sent. Not authorized';

describe(watchUnsent, () => {
  it('leads to the conversation of a post that was refused on another screen', async () => {
    const { start, post } = await open();
    start();
    location.hash = '#/main/events';
    await post('group/g1');
    expect(await screen.findByText(refused)).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Show' }));
    await waitFor(() => expect(location.hash).toBe('#/main/conversation/g1'));
  });

  it.each([
    ['#/main/chats/g1', 'group/g1'],
    ['#/main/conversation/u2', 'direct/u2'],
    ['#/main/shouts/g1?shout=s1', 'group/g1'],
    ['#/main/shouts', 'group/0'],
  ])('shows nothing at %s for a post to %s', async (hash, queue) => {
    const { start, post } = await open();
    start();
    location.hash = hash;
    await post(queue);
    location.hash = '#/main/people';
    await post('direct/u1');
    await screen.findByText(refused);
    expect(toasts()).toHaveLength(1);
  });

  it.each([
    ['#/main/group/g1', 'group/g1'],
    ['#/main/profile/u1', 'direct/u1'],
    ['#/main/shouts/of/u1', 'direct/u1'],
  ])('shows at %s a post to %s', async (hash, queue) => {
    const { start, post } = await open();
    start();
    location.hash = hash;
    await post(queue);
    expect(await screen.findByText(refused)).toBeTruthy();
  });

  it('leads to the shout of a comment that was refused on another screen, and shows it again at the start', async () => {
    const { start, post, server } = await open();
    server.code = 'SHOUT_NOT_FOUND';
    await post('comment/s1');
    start();
    location.hash = '#/main/events';
    expect(await screen.findByText(refused)).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Show' }));
    await waitFor(() => expect(location.hash).toBe('#/main/shout/s1'));
  });

  it('shows a refused comment on a record once, and none that its page takes back', async () => {
    const { start, post, kit, server } = await open();
    server.code = 'SHOUT_NOT_FOUND';
    await post('comment/event/e1');
    start();
    await post('comment/event/e2');
    await screen.findByText(refused);
    expect(toasts()).toHaveLength(1);
    expect(screen.queryByRole('button', { name: 'Show' })).toBeNull();
    act(() => dismissToast());
    const stop = kit.outbox.items.subscribe(() => {
      for (const { queue, client_id, status } of kit.outbox.items.get())
        if (queue === 'comment/s2' && status === 'failed') kit.outbox.discard(client_id);
    });
    await post('comment/s2');
    await act(() => new Promise((resolve) => setTimeout(resolve, 500)));
    expect(toasts()).toEqual([]);
    stop();
  });

  it('shows a reason where the server gives none', async () => {
    const { start, post, server } = await open();
    start();
    Object.assign(server, { code: undefined, message: undefined, status: 500 });
    await post('group/g1');
    expect(await screen.findByText('Your message was not sent. NOT_FETCHED')).toBeTruthy();
  });

  it('shows after a change of workplace only a post whose conversation is lost', async () => {
    const { start, post, server, kit } = await open();
    act(() => kit.session.switchWorkplace('w2'));
    server.code = 'READ_ONLY';
    await post('group/g1');
    server.code = 'FORBIDDEN';
    server.message = 'Lost';
    await post('group/g2');
    act(() => kit.session.switchWorkplace('w1'));
    start();
    await post('group/g3');
    await waitFor(() => expect(toasts()).toHaveLength(1));
    act(() => kit.session.switchWorkplace('w2'));
    await waitFor(() => expect(toasts()).toHaveLength(2));
    expect(screen.getAllByText('Your message was not sent. Lost')).toHaveLength(2);
  });

  it('shows at the start only a post whose conversation is lost', async () => {
    const { start, post, server } = await open();
    await post('group/g1');
    server.code = 'READ_ONLY';
    server.message = 'You can read here, but not write.';
    await post('group/g2');
    start();
    await screen.findByText(refused);
    expect(toasts()).toHaveLength(1);
  });

  it('shows a post that is refused once more when it is sent again', async () => {
    const { start, post, kit, server } = await open();
    start();
    await post('group/g1');
    await screen.findByText(refused);
    server.message = 'Still not';
    act(() => kit.outbox.retry(kit.outbox.items.get()[0]!.client_id));
    expect(await screen.findByText('Your message was not sent. Still not')).toBeTruthy();
  });
});
