import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { Self } from '@paddock/contract/calls/users';
import { testKit, TestHost } from '@paddock/mfe-kit/test-host';
import { act, cleanup, render } from '@testing-library/react';
import en from '../messages/en.json' with { type: 'json' };
import { ShoutPage } from '../shout/shout-page';
import { useTimeline } from './use-timeline';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  cleanup();
  jest.useRealTimers();
});

const user = { id: 'u1', username: 'ann', fullname: 'Ann Lee', online: true };
const card = {
  id: 's1',
  user: { ...user, id: 'u2' },
  shout: 'Box this lap',
  client_id: 'c1',
  created: '2026-05-01T10:00:00Z',
  mentions: [],
  image_urls: [],
  images: [],
  links: [],
  files: [],
  likes_count: 0,
  first_likes: [],
  comments: [],
  comments_count: 0,
};

function Timeline() {
  useTimeline({ filter: 'g1' });
  return null;
}

/** The requests in the first moment and in the next seven seconds, while the socket is live. */
async function asked(shown: React.ReactNode, rights: { manages: boolean; member: boolean }) {
  const paths: string[] = [];
  const conversation = { id: 'g1', kind: 'group', users: [], can_post: true, can_comment: true, seq: 1, ...rights };
  const kit = await testKit({
    module: 'mfe-shouts',
    messages: en,
    user: { ...user, admin: true, acl: [], workplaces: [] } as unknown as Self,
    fetch: async (url) => {
      paths.push(new URL(String(url), location.href).pathname.split('/').at(-1)!);
      return Response.json({ conversation, shout: card, shouts: [card], comments: [], more: false, newer: false });
    },
  });
  kit.realtime.connection.set('live');
  render(
    <TestHost kit={kit} module="mfe-shouts">
      {shown}
    </TestHost>,
  );
  const settle = async (ms: number) => {
    await act(() => jest.advanceTimersByTimeAsync(ms));
    return paths.splice(0).sort();
  };
  return [await settle(1000), await settle(7000)];
}

const page = <ShoutPage params={{ id: 's1' }} />;

describe(useTimeline, () => {
  it('polls the open group of an admin who is no member, also with a socket', async () => {
    expect(await asked(<Timeline />, { manages: true, member: false })).toEqual([['shouts'], ['shouts']]);
    expect(await asked(page, { manages: true, member: false })).toEqual([
      ['comments', 's1'],
      ['comments', 's1'],
    ]);
  });

  it.each([
    { manages: true, member: true },
    { manages: false, member: true },
    { manages: false, member: false },
  ])('does not poll where events arrive: %j', async (rights) => {
    expect((await asked(<Timeline />, rights))[1]).toEqual([]);
    expect((await asked(page, rights))[1]).toEqual([]);
  });
});
