import { afterEach, describe, expect, it } from '@jest/globals';
import { readShouts, type Shout } from '@paddock/contract/calls/shouts';
import { useCallInfinite } from '@paddock/mfe-kit/queries';
import { testKit, TestHost } from '@paddock/mfe-kit/test-host';
import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import { useShoutCache } from './use-shout-events';

afterEach(() => {
  cleanup();
  localStorage.clear();
});

const input = { filter: 'g1' };
const shoutWith = (comments: string[], comments_count: number) =>
  ({ id: 's1', seq: 1, comments: comments.map((id) => ({ id, in_reply_to: 's1' })), comments_count }) as Shout;

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
  const shown = () => result.current.query.data!.pages[0]!.shouts[0]!.comments.map(({ id }) => id);
  const remove = (id: string, comments_count: number) =>
    act(async () =>
      result.current.cache.remove(id, { in_reply_to: 's1', comments_count, deleted: true, admin_deleted: false }),
    );
  return { reads, shown, remove };
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

  it('keeps the shorter preview when the service refuses', async () => {
    const { reads, shown, remove } = await feedOf(shoutWith(['2', '3', '4'], 4), 404);
    await remove('4', 3);
    await waitFor(() => expect(reads).toHaveLength(1));
    expect(shown()).toEqual(['2', '3']);
  });
});
