import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Self } from '@paddock/contract/calls/users';
import { testKit, TestHost } from '@paddock/mfe-kit/test-host';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { FeedPage } from '../feed/feed-page';
import shouts from '../messages/en.json' with { type: 'json' };
import { ConversationSlot } from './conversation';
import en from './messages/en.json' with { type: 'json' };
import feed from '../feed/messages/en.json' with { type: 'json' };

// Everything is in the viewport.
beforeAll(() => {
  Object.assign(globalThis, {
    ResizeObserver: class {
      observe = () => undefined;
      unobserve = () => undefined;
      disconnect = () => undefined;
    },
    IntersectionObserver: class {
      constructor(private readonly report: (entries: { isIntersecting: boolean }[]) => void) {}
      observe = () => queueMicrotask(() => this.report([{ isIntersecting: true }]));
      unobserve = () => undefined;
      disconnect = () => undefined;
    },
  });
  window.matchMedia = () => ({ matches: false }) as MediaQueryList;
});
afterEach(() => {
  cleanup();
  localStorage.clear();
});

const user = { id: 'me', username: 'me', fullname: 'Me', admin: false, acl: [], workplaces: [] };
const shoutAt = (seq: number) => ({
  ...{
    id: `s${seq}`,
    seq,
    user: { id: 'u2', username: 'ann', fullname: 'Ann Lee' },
    shout: `Lap ${seq}`,
    client_id: `c${seq}`,
  },
  ...{
    created: '2026-05-01T10:00:00Z',
    deleted: false,
    admin_deleted: false,
    mentions: [],
    image_urls: [],
    images: [],
  },
  ...{ files: [], links: [], liked: false, likes_count: 0, first_likes: [], comments: [], comments_count: 0 },
});

const everybody = {
  ...{
    id: '0',
    title: '',
    badge_number: 0,
    invisible: false,
    muted: false,
    archived: false,
    hidden: false,
    subtitle: '',
  },
  last_activity: '2026-05-01T10:00:00Z',
};

describe('a workplace that another window has switched', () => {
  it.each([
    ['a conversation', <ConversationSlot key="c" id="0" onBack={undefined} />],
    ['a feed', <FeedPage key="f" params={{ filter: '0' }} />],
  ])('leaves no read mark of the former one in %s', async (_, page) => {
    const marks: unknown[] = [];
    const kit = await testKit({
      module: 'mfe-shouts',
      messages: { ...shouts, ...feed, ...en },
      user: user as unknown as Self,
      boot: { tabs: [], modules: [] },
      fetch: async (url, init) => {
        if (String(url).includes('/filters/read/')) {
          const { seq, workplace } = JSON.parse(String(init?.body)) as { seq: number; workplace?: string };
          marks.push([workplace, seq]);
        }
        if (!/\/shouts\?/.test(String(url)))
          return Response.json({ filters: [everybody], groups: [], archive: false, next: null, badges: {} });
        const [seq, read_seq] = String(url).includes('workplace=hq') ? [25, 20] : [500, 400];
        const conversation = {
          id: '0',
          kind: 'everybody',
          title: '',
          users: [],
          seq,
          read_seq,
          member: true,
          can_post: true,
        };
        return Response.json({ shouts: [shoutAt(seq)], more: false, newer: false, conversation });
      },
    });
    render(
      <TestHost kit={kit} module="mfe-shouts">
        {page}
      </TestHost>,
    );
    await waitFor(() => expect(marks).toEqual([[undefined, 500]]));
    act(() => kit.session.switchWorkplace('hq'));
    expect(await screen.findByText('Lap 25')).toBeTruthy();
    await waitFor(() => expect(marks.at(-1)).toEqual(['hq', 25]));
  });
});
