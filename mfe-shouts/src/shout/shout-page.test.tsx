import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { ShoutCard } from '@paddock/contract/calls/shouts';
import { testKit, TestHost } from '@paddock/mfe-kit/test-host';
import { cleanup, render, screen } from '@testing-library/react';
import en from '../messages/en.json' with { type: 'json' };
import { ShoutPage } from './shout-page';

// jsdom has no layout, so nothing ever enters the viewport.
beforeAll(() => {
  globalThis.IntersectionObserver = class {
    observe = () => undefined;
    disconnect = () => undefined;
  } as never;
  globalThis.ResizeObserver = class {
    observe = () => undefined;
    disconnect = () => undefined;
  } as never;
  window.matchMedia = () => ({ matches: false }) as MediaQueryList;
});
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

async function open(shout: Partial<ShoutCard>, comments: object[] = []) {
  const kit = await testKit({
    module: 'mfe-shouts',
    messages: en,
    fetch: async (url) =>
      new Response(
        JSON.stringify(
          String(url).includes('/comments')
            ? { comments, more: false }
            : {
                shout: { ...card, comments: [], comments_count: comments.length, ...shout },
                conversation: { id: '0', kind: 'everybody', users: [], can_post: true, can_comment: true, seq: 1 },
              },
        ),
        { headers: { 'content-type': 'application/json' } },
      ),
  });
  render(
    <TestHost kit={kit} module="mfe-shouts">
      <ShoutPage params={{ id: 's1' }} />
    </TestHost>,
  );
}

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
    await open({ deleted: true, shout: '' }, [{ ...card, id: 's2', in_reply_to: 's1', shout: 'I saw it' }]);
    expect(await screen.findByText('I saw it')).toBeTruthy();
    expect(screen.getByText('This was deleted')).toBeTruthy();
    expect(screen.queryByRole('textbox')).toBeNull();
  });
});
