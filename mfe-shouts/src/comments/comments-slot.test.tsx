import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { readSubjectComments } from '@paddock/contract/calls/comments';
import type { ServerEvent } from '@paddock/contract/calls/realtime';
import type { CallReply } from '@paddock/contract/core/call';
import type { Slots } from '@paddock/contract/core/links';
import type { Self } from '@paddock/contract/calls/users';
import { type Kit, KitProvider } from '@paddock/mfe-kit/kit-context';
import { serverEventsOf } from '@paddock/mfe-kit/server-events';
import { Slot } from '@paddock/mfe-kit/slots';
import { testKit, TestHost } from '@paddock/mfe-kit/test-host';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import en from '../messages/en.json' with { type: 'json' };
import { CommentsSlot } from './comments-slot';

// jsdom has no layout, so nothing ever enters the viewport.
beforeAll(() => {
  for (const name of ['IntersectionObserver', 'ResizeObserver'])
    Object.assign(globalThis, {
      [name]: class {
        observe = () => undefined;
        unobserve = () => undefined;
        disconnect = () => undefined;
      },
    });
  window.matchMedia = () => ({ matches: false }) as MediaQueryList;
  // jsdom has no `CSS.escape`, which React Aria's focus handling asks for.
  globalThis.CSS ??= { escape: String } as never;
});
afterEach(() => {
  cleanup();
  localStorage.clear();
});

const ann = { id: 'u1', username: 'ann', fullname: 'Ann Lee', online: true };
const commentOf = (id: string) => ({
  ...{
    id,
    user: ann,
    shout: `Comment ${id}`,
    client_id: `c-${id}`,
    created: '2026-05-01T10:00:00Z',
    in_reply_to: 't1',
  },
  ...{ deleted: false, admin_deleted: false, mentions: [], image_urls: [], images: [], files: [], links: [] },
  ...{ liked: false, likes_count: 0, first_likes: [], is_commented: false, comments_count: 0, workplace: '' },
});
const five = ['1', '2', '3', '4', '5'].map(commentOf);
type Reply = CallReply<typeof readSubjectComments>;

/** A page of another module, which shows the comments of a notice. */
async function openNotice(
  view: Slots['shouts.comments'] extends infer Props ? Partial<Props> : never,
  reply: Partial<Reply> | 404,
  refusal?: { code: string; message: string },
  answer?: Promise<object>,
) {
  const posts: unknown[] = [];
  const json = (body: unknown, status = 200) =>
    new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
  const kit: Kit = await testKit({
    module: 'mfe-shouts',
    messages: en,
    user: {
      id: 'me',
      username: 'me',
      fullname: 'Mo Me',
      email_verified: true,
      admin: false,
      acl: [],
    } as unknown as Self,
    fetch: async (url, init) => {
      if (init?.method === 'POST') {
        posts.push(JSON.parse(String(init.body)));
        if (answer) return json(await answer);
        return refusal ? json(refusal, 403) : new Promise<Response>(() => undefined);
      }
      if (!String(url).includes('/comments/notice/n1')) return json({});
      if (reply === 404) return json({ code: 'SHOUT_NOT_FOUND', message: 'This content no longer exists' }, 404);
      return json({ comments: [], more: false, total: 0, thread: 't1', can_comment: true, manages: false, ...reply });
    },
  });
  const send = serverEventsOf(kit);
  const shown: Kit = {
    ...kit,
    slots: {
      offeredBy: (slot) => (slot === 'shouts.comments' ? 'mfe-shouts' : undefined),
      Host: ({ slotProps }) => (
        <KitProvider kit={kit} module="mfe-shouts">
          <CommentsSlot {...(slotProps as Slots['shouts.comments'])} />
        </KitProvider>
      ),
    },
  };
  const props = { kind: 'notice', id: 'n1', ...view } as Slots['shouts.comments'];
  render(
    <TestHost kit={shown} module="mfe-notices">
      <Slot name="shouts.comments" props={props} />
    </TestHost>,
  );
  /** Delivers an event. */
  const receive = (event: ServerEvent, payload: object) =>
    act(async () => send(event, { workplace: '', conversation: 't1', ...payload }));
  /** The service no longer has the record for the member. */
  const lose = () => {
    reply = 404;
    return act(() => kit.queryClient.invalidateQueries());
  };
  return { posts, receive, lose };
}
const preview = { view: 'preview' as const, address: '/main/notices/n1/comments' };
const page = { view: 'page' as const, title: 'Lost keys', onBack: () => undefined };

describe(CommentsSlot, () => {
  it('previews the last three, with a link to the others', async () => {
    await openNotice(preview, { comments: five, total: 7 });
    expect(await screen.findByText('Comment 5')).toBeTruthy();
    expect(screen.getByText('Comment 3')).toBeTruthy();
    expect(screen.queryByText('Comment 2')).toBeNull();
    expect(screen.getByRole('heading', { name: '7 comments' })).toBeTruthy();
    const more = screen.getByRole('link', { name: 'View 4 more comments' });
    expect(more.getAttribute('href')).toMatch(/\/main\/notices\/n1\/comments$/);
    expect(screen.getByRole('link', { name: 'Write a comment' })).toBeTruthy();
  });

  it('offers nothing to write where the member may not comment, and says why', async () => {
    await openNotice(preview, { can_comment: false, reason: 'read_only' });
    expect(await screen.findByText('You can read here, but not write.')).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Write a comment' })).toBeNull();
  });

  it('shows a sent comment at once, for the record of its module', async () => {
    const { posts } = await openNotice(page, {});
    const box = await screen.findByRole('textbox', { name: 'Write a comment' });
    expect(screen.getByText('Be first reply')).toBeTruthy();
    fireEvent.change(box, { target: { value: 'They are mine' } });
    await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Send' })));
    expect(screen.getByText('They are mine', { selector: 'span' })).toBeTruthy();
    expect(posts).toEqual([expect.objectContaining({ subject: { kind: 'notice', id: 'n1' }, shout: 'They are mine' })]);
    expect(screen.getByText('1 comment')).toBeTruthy();
  });

  it('counts a sent comment once where its event precedes the reply', async () => {
    let reply: (comment: object) => void = () => undefined;
    const answer = new Promise<object>((resolve) => (reply = resolve));
    const { posts, receive } = await openNotice(page, {}, undefined, answer);
    fireEvent.change(await screen.findByRole('textbox', { name: 'Write a comment' }), { target: { value: 'Mine' } });
    await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Send' })));
    const comment = { ...commentOf('9'), shout: 'Mine', client_id: (posts[0] as { client_id: string }).client_id };
    await receive('posting_comment', { comment, comments_count: 1 });
    await act(async () => reply(comment));
    await waitFor(() => expect(screen.queryByText('Sending…')).toBeNull());
    await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
    expect(screen.getByText('1 comment')).toBeTruthy();
    expect(screen.getAllByText('Mine', { selector: 'span' })).toHaveLength(1);
  });

  it('rolls a refused comment back into the composer', async () => {
    await openNotice(page, {}, { code: 'FORBIDDEN', message: 'Not allowed' });
    const box = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Write a comment' });
    fireEvent.change(box, { target: { value: 'They are mine' } });
    await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Send' })));
    expect(await screen.findByDisplayValue('They are mine')).toBeTruthy();
    expect(screen.queryByText('They are mine', { selector: 'span' })).toBeNull();
  });

  it('keeps a comment that was being written where the member may no longer comment', async () => {
    localStorage.setItem('mfe-shouts.draft.me..comment/notice/n1', 'They are mine');
    await openNotice(page, { can_comment: false, reason: 'read_only', comments: five, total: 5 });
    expect(await screen.findByText('You can read here, but not write.')).toBeTruthy();
    expect(await screen.findByText('They are mine')).toBeTruthy();
    expect(screen.getByText('Comment 5')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Discard' }));
    expect(screen.queryByText('They are mine')).toBeNull();
  });

  it('keeps the text of an edit when the record is gone', async () => {
    const own = { ...commentOf('6'), user: { ...ann, id: 'me' }, created: new Date().toISOString() };
    const { lose } = await openNotice(page, { comments: [own], total: 1 });
    fireEvent.click(await screen.findByRole('button', { name: /^More for/ }));
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Edit' }));
    fireEvent.change(screen.getByRole('textbox'), { target: { value: 'They are hers' } });
    await lose();
    expect(await screen.findByText('This content no longer exists')).toBeTruthy();
    expect(await screen.findByText('They are hers')).toBeTruthy();
  });

  it('says that a record without readers is gone, and keeps the comment that was being written', async () => {
    localStorage.setItem('mfe-shouts.draft.me..comment/notice/n1', 'They are mine');
    await openNotice(page, 404);
    expect(await screen.findByText('This content no longer exists')).toBeTruthy();
    expect(screen.queryByRole('textbox')).toBeNull();
    expect(await screen.findByText('They are mine')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Discard' }));
    expect(screen.queryByText('They are mine')).toBeNull();
  });
});
