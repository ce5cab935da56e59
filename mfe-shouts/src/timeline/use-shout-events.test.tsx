import { afterEach, describe, expect, it } from '@jest/globals';
import { readShouts, type Shout, type ShoutCard } from '@paddock/contract/calls/shouts';
import type { Kit } from '@paddock/mfe-kit/kit-context';
import { useCallInfinite } from '@paddock/mfe-kit/queries';
import { testKit, TestHost } from '@paddock/mfe-kit/test-host';
import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import { commentsWith, type ShoutCache, useShoutCache } from './use-shout-events';

afterEach(() => {
  cleanup();
  localStorage.clear();
});

const input = { filter: 'g1' };
const shoutWith = (comments: string[], comments_count: number) =>
  ({ id: 's1', seq: 1, comments: comments.map((id) => ({ id, in_reply_to: 's1' })), comments_count }) as Shout;

/** The loaded list of a kit, with its cache. */
async function listOf(kit: Kit) {
  const { result } = renderHook(
    () => ({ cache: useShoutCache({ list: input }), query: useCallInfinite(readShouts, input, { next: () => null }) }),
    {
      wrapper: ({ children }) => (
        <TestHost kit={kit} module="mfe-shouts">
          {children}
        </TestHost>
      ),
    },
  );
  await waitFor(() => expect(result.current.query.data).toBeDefined());
  return result;
}

/** A feed of one shout; the service then returns the shout as it is after a deletion. */
async function feedOf(first: Shout, after: Shout | 404) {
  const reads: string[] = [];
  const json = (body: unknown, status = 200) =>
    new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
  const kit = await testKit({
    module: 'mfe-shouts',
    messages: {},
    fetch: async (url) => {
      if (!String(url).includes('/shouts/s1'))
        return json({ shouts: [first], conversation: {}, read_seq: 0, more: false });
      reads.push(String(url));
      return after === 404
        ? json({ code: 'SHOUT_NOT_FOUND', message: '' }, 404)
        : json({ shout: after, conversation: {} });
    },
  });
  const result = await listOf(kit);
  const shown = () => result.current.query.data!.pages[0]!.shouts[0]!.comments.map(({ id }) => id);
  const remove = (id: string, comments_count: number) =>
    act(async () =>
      result.current.cache.remove(id, { in_reply_to: 's1', comments_count, deleted: true, admin_deleted: false }),
    );
  return { reads, shown, remove };
}

const shoutAt = (seq: number) =>
  ({ id: `s${seq}`, seq, user: { id: 'u1' }, deleted: false, comments: [], comments_count: 0 }) as unknown as Shout;

/** A direct chat with u2. */
async function conversationOf({ seqs, more = false, seen_seq }: { seqs: number[]; more?: boolean; seen_seq?: number }) {
  const head = { seq: seqs[0], users: [{ id: 'u2' }], seen_seq };
  const kit = await testKit({
    module: 'mfe-shouts',
    messages: {},
    fetch: async () => Response.json({ shouts: seqs.map(shoutAt), conversation: head, more, newer: false }),
  });
  const result = await listOf(kit);
  const page = () => result.current.query.data!.pages[0]!;
  return {
    cache: (change: (cache: ShoutCache) => void) =>
      act(async () => {
        change(result.current.cache);
        // The cache notifies the list in a task of its own.
        await new Promise((resolve) => setTimeout(resolve, 20));
      }),
    seqs: () => page().shouts.map(({ seq }) => seq),
    conversation: () => page().conversation,
    preview: () => [page().shouts[0]!.comments.map(({ id }) => id), page().shouts[0]!.comments_count],
  };
}

describe(useShoutCache, () => {
  it('fills the preview again after a deletion, where there are older comments', async () => {
    const { reads, shown, remove } = await feedOf(shoutWith(['2', '3', '4'], 4), shoutWith(['1', '2', '4'], 3));
    await remove('3', 3);
    await waitFor(() => expect(shown()).toEqual(['1', '2', '4']));
    expect(reads).toHaveLength(1);
    await remove('9', 3);
    expect(reads).toHaveLength(1);
  });

  it('asks for nothing where the preview shows all comments', async () => {
    const { reads, shown, remove } = await feedOf(shoutWith(['1', '2'], 2), 404);
    await remove('1', 1);
    await waitFor(() => expect(shown()).toEqual(['2']));
    expect(reads).toEqual([]);
  });

  it('puts an own shout and those of others in their places, in whatever order reply and events arrive', async () => {
    const { cache, seqs } = await conversationOf({ seqs: [5, 4], more: true });
    await cache((of) => of.add(shoutAt(7)));
    await cache((of) => of.add(shoutAt(6)));
    expect(seqs()).toEqual([7, 6, 5, 4]);
    // An event that is delivered again, of a shout on a later page.
    await cache((of) => of.add(shoutAt(2)));
    await cache((of) => of.add(shoutAt(6)));
    // The reply to a resend of a shout that was deleted meanwhile.
    await cache((of) => of.add({ ...shoutAt(8), deleted: true }));
    expect(seqs()).toEqual([7, 6, 5, 4]);
  });

  it('does not take a message of the other member for a sign that they have seen all before it', async () => {
    const { cache, conversation } = await conversationOf({ seqs: [2, 1], seen_seq: 1 });
    await cache((of) => of.add({ ...shoutAt(3), user: { id: 'u2' } } as Shout));
    expect(conversation()).toMatchObject({ seq: 3, seen_seq: 1 });
  });

  it('counts comments as their events say, and an own one once, in the order of their times', async () => {
    const { cache, preview } = await conversationOf({ seqs: [1] });
    const comment = (id: string, second: number) =>
      ({ id, in_reply_to: 's1', created: `2026-05-01T10:00:0${second}Z` }) as ShoutCard;
    await cache((of) => of.addComment(comment('own', 2)));
    expect(preview()).toEqual([['own'], 1]);
    await cache((of) => of.addComment(comment('other', 1), 1));
    await cache((of) => of.addComment(comment('own', 2), 2));
    expect(preview()).toEqual([['other', 'own'], 2]);
    await cache((of) => of.addComment(comment('own', 2)));
    expect(preview()).toEqual([['other', 'own'], 2]);
    // Those of others push the own one out before its reply.
    for (const second of [3, 4, 5]) await cache((of) => of.addComment(comment(`later ${second}`, second), second));
    await cache((of) => of.addComment(comment('own', 2)));
    expect(preview()).toEqual([['later 3', 'later 4', 'later 5'], 5]);
  });

  it('leaves a comment of an older page there when its event is delivered again', () => {
    const comment = (id: string, second: number) => ({ id, created: `2026-05-01T10:00:0${second}Z` }) as ShoutCard;
    const newest = { comments: [comment('c5', 5), comment('c7', 7)], more: true };
    expect(commentsWith(newest, comment('c2', 2))).toEqual(newest.comments);
    expect(commentsWith(newest, comment('c7', 7))).toEqual(newest.comments);
    expect(commentsWith(newest, comment('c6', 6)).map(({ id }) => id)).toEqual(['c5', 'c6', 'c7']);
    expect(commentsWith({ ...newest, more: false }, comment('c2', 2)).map(({ id }) => id)).toEqual(['c2', 'c5', 'c7']);
  });

  it('keeps the shorter preview when the service refuses', async () => {
    const { reads, shown, remove } = await feedOf(shoutWith(['2', '3', '4'], 4), 404);
    await remove('4', 3);
    await waitFor(() => expect(reads).toHaveLength(1));
    expect(shown()).toEqual(['2', '3']);
  });
});
