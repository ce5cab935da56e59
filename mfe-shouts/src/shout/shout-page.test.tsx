import { afterEach, describe, expect, it } from '@jest/globals';
import type { ServerEvent } from '@paddock/contract/calls/realtime';
import type { Self } from '@paddock/contract/calls/users';
import { postShout, type ShoutCard } from '@paddock/contract/calls/shouts';
import { flags } from '@paddock/contract/core/flags';
import { serverEventsOf } from '@paddock/mfe-kit/server-events';
import { testKit, TestHost } from '@paddock/mfe-kit/test-host';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import en from '../messages/en.json' with { type: 'json' };
import closed from '../conversation/messages/en.json' with { type: 'json' };
import { ShoutPage } from './shout-page';

// jsdom has no `CSS.escape`, which React Aria's focus handling asks for.
globalThis.CSS ??= { escape: String } as never;
afterEach(() => {
  cleanup();
  localStorage.clear();
});

const ann = { id: 'u1', username: 'ann', fullname: 'Ann Lee', online: true };
const card = {
  id: 's1',
  user: ann,
  shout: 'Box this lap',
  client_id: 'c1',
  created: '2026-05-01T10:00:00Z',
  deleted: false,
  admin_deleted: false,
  mentions: [],
  image_urls: [],
  images: [],
  links: [],
  files: [],
  liked: false,
  likes_count: 0,
  first_likes: [],
  is_commented: false,
  comments_count: 0,
  workplace: '',
};

interface Given {
  comments?: object[];
  flags?: object;
  /** Whether the member may comment. */
  can_comment?: boolean;
  /** The service no longer has the shout for the member. */
  isGone?: boolean;
}

const gone = { code: 'SHOUT_NOT_FOUND', message: '' };

/** `asked` lists the paths of the requests; `given` may change; `receive` delivers an event. */
async function open(shout: Partial<ShoutCard>, given: Given = {}) {
  const asked: string[] = [];
  const kit = await testKit({
    module: 'mfe-shouts',
    messages: { ...en, ...closed },
    flags: flags.parse(given.flags ?? {}),
    user: { ...ann, email_verified: true, admin: false, acl: [], workplaces: [] } as unknown as Self,
    fetch: async (url, init) => {
      if (init?.method === 'POST') return Response.json(gone, { status: 404 });
      asked.push(new URL(String(url), location.href).pathname);
      const { comments = [], can_comment = true, isGone = false } = given;
      if (isGone) return Response.json(gone, { status: 404 });
      const body = String(url).includes('/comments')
        ? { comments, more: false }
        : {
            shout: { ...card, comments: [], comments_count: comments.length, ...shout },
            conversation: { id: '0', kind: 'everybody', users: [], can_post: true, can_comment, seq: 1 },
          };
      return new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json' } });
    },
  });
  const send = serverEventsOf(kit);
  render(
    <TestHost kit={kit} module="mfe-shouts">
      <ShoutPage params={{ id: 's1' }} />
    </TestHost>,
  );
  const receive = (event: ServerEvent, payload: object = {}) =>
    act(async () => send(event, { workplace: '', conversation: '0', ...payload }));
  return { asked, given, receive, kit };
}

/** The text that the page keeps once the shout is gone, to copy or discard; discards it. */
async function discardKept(text: string) {
  expect(await screen.findByText('This content no longer exists')).toBeTruthy();
  await discardUnsent(text);
}

async function discardUnsent(text: string) {
  const kept = within(await screen.findByRole('group', { name: 'Unsent comment' }));
  expect(kept.getByText(text)).toBeTruthy();
  fireEvent.click(kept.getByRole('button', { name: 'Discard' }));
  expect(screen.queryByText(text)).toBeNull();
}
const deletion = { id: 's1', comments_count: 0, deleted: true, admin_deleted: false };

describe(ShoutPage, () => {
  it('invites the first comment', async () => {
    await open({});
    expect(await screen.findByText('Be first reply')).toBeTruthy();
    expect(screen.getByRole('textbox', { name: 'Write a comment' })).toBeTruthy();
  });

  it.each([{ deleted: true }, { admin_deleted: true }])('no longer exists once it is deleted: %j', async (state) => {
    await open({ ...state, shout: '' });
    expect(await screen.findByText('This content no longer exists')).toBeTruthy();
    expect(screen.queryByRole('textbox')).toBeNull();
  });

  it('still shows the comments of a deleted shout', async () => {
    const comments = [{ ...card, id: 's2', in_reply_to: 's1', shout: 'I saw it' }];
    await open({ deleted: true, shout: '' }, { comments });
    expect(await screen.findByText('I saw it')).toBeTruthy();
    expect(screen.getByText('This was deleted')).toBeTruthy();
    expect(screen.queryByRole('textbox')).toBeNull();
  });

  it.each([{ can_comment: false }, { flags: { disable_comments: true } }])(
    'lets the author edit the shout where new comments are refused: %j',
    async (given) => {
      await open({ created: new Date().toISOString() }, given);
      fireEvent.click(await screen.findByRole('button', { name: /^More for/ }));
      expect(screen.queryByRole('textbox')).toBeNull();
      fireEvent.click(await screen.findByRole('menuitem', { name: 'Edit' }));
      expect((await screen.findByRole<HTMLTextAreaElement>('textbox')).value).toBe('Box this lap');
      fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
      expect(screen.queryByRole('textbox')).toBeNull();
    },
  );

  it('neither shows nor requests comments under disable_comments', async () => {
    const { asked } = await open({}, { flags: { disable_comments: true } });
    expect(await screen.findByText('Box this lap')).toBeTruthy();
    expect(screen.queryByText('Be first reply')).toBeNull();
    expect(asked.filter((path) => path.includes('comments'))).toEqual([]);
  });

  it('closes the composer for a member who may no longer write, and the page for one who has lost the group', async () => {
    const { given, receive } = await open({});
    expect(await screen.findByRole('textbox')).toBeTruthy();
    given.can_comment = false;
    await receive('updating_group');
    await waitFor(() => expect(screen.queryByRole('textbox')).toBeNull());
    expect(screen.getByText('Box this lap')).toBeTruthy();
    given.isGone = true;
    await receive('leaving_group');
    expect(await screen.findByText('This content no longer exists')).toBeTruthy();
    expect(screen.queryByText('Box this lap')).toBeNull();
  });

  it('keeps a comment that is being written when the shout is deleted', async () => {
    const { receive } = await open({});
    fireEvent.change(await screen.findByRole('textbox'), { target: { value: 'Tyres are gone' } });
    await receive('deleting_shout', deletion);
    await discardKept('Tyres are gone');
  });

  it('keeps a comment that is being written when the member may no longer write', async () => {
    const { given, receive } = await open({});
    fireEvent.change(await screen.findByRole('textbox'), { target: { value: 'Tyres are gone' } });
    given.can_comment = false;
    await receive('updating_group');
    await waitFor(() => expect(screen.queryByRole('textbox')).toBeNull());
    expect(screen.getByText('Box this lap')).toBeTruthy();
    await discardUnsent('Tyres are gone');
    expect(screen.queryByRole('group', { name: 'Unsent comment' })).toBeNull();
  });

  it('hides an unsent comment while the author edits the shout', async () => {
    localStorage.setItem('mfe-shouts.draft.u1..comment/s1', 'Tyres are gone');
    await open({ created: new Date().toISOString() }, { can_comment: false });
    expect(await screen.findByRole('group', { name: 'Unsent comment' })).toBeTruthy();
    fireEvent.click(await screen.findByRole('button', { name: /^More for/ }));
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Edit' }));
    expect(screen.queryByRole('group', { name: 'Unsent comment' })).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    await discardUnsent('Tyres are gone');
  });

  it('keeps the text of an edit when the shout is deleted', async () => {
    const { receive } = await open({ created: new Date().toISOString() });
    fireEvent.click(await screen.findByRole('button', { name: /^More for/ }));
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Edit' }));
    fireEvent.change(await screen.findByRole('textbox'), { target: { value: 'Box next lap' } });
    await receive('deleting_shout', deletion);
    await discardKept('Box next lap');
  });

  it('keeps the text of an edit when the member loses the group', async () => {
    const { receive, given } = await open({ created: new Date().toISOString() });
    fireEvent.click(await screen.findByRole('button', { name: /^More for/ }));
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Edit' }));
    fireEvent.change(await screen.findByRole('textbox'), { target: { value: 'Box next lap' } });
    given.isGone = true;
    await receive('leaving_group');
    await discardKept('Box next lap');
  });

  it('keeps a comment that was refused since its shout is gone', async () => {
    const { kit } = await open({}, { isGone: true });
    await screen.findByText('This content no longer exists');
    await act(async () => {
      kit.outbox.add({
        module: 'mfe-shouts',
        queue: 'comment/s1',
        call: { name: postShout.name, method: postShout.method, path: postShout.path },
        input: { in_reply_to: 's1', shout: 'Tyres are gone', client_id: 'c9' },
        invalidates: [],
      });
    });
    await discardKept('Tyres are gone');
    expect(kit.outbox.items.get()).toEqual([]);
  });
});
