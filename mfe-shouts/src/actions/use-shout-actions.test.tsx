import { afterEach, describe, expect, it } from '@jest/globals';
import type { ShoutCard } from '@paddock/contract/calls/shouts';
import { testKit, TestHost } from '@paddock/mfe-kit/test-host';
import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { useShoutActions } from './use-shout-actions';
import type { ShoutCache } from '../timeline/use-shout-events';

afterEach(() => {
  cleanup();
  localStorage.clear();
});

const before = { id: 's1', liked: false, likes_count: 3 } as ShoutCard;

/** A service whose replies the test releases, with a record of the calls. */
async function shown() {
  const calls: string[] = [];
  const replies: ((status?: number) => void)[] = [];
  const likes = new Set(['a', 'b', 'c']);
  const kit = await testKit({
    module: 'mfe-shouts',
    messages: {},
    fetch: (_, init) => {
      const liked = init?.method === 'PUT';
      calls.push(liked ? 'like' : 'unlike');
      return new Promise((resolve) =>
        replies.push((status = 200) => {
          if (status === 200) likes[liked ? 'add' : 'delete']('me');
          const body =
            status === 200
              ? { ...before, liked, likes_count: likes.size }
              : { code: 'FORBIDDEN', message: 'Likes are turned off.' };
          resolve(new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } }));
        }),
      );
    },
  });
  const { result } = renderHook(
    () => {
      const [shout, setShout] = useState(before);
      const cache = { update: setShout } as unknown as ShoutCache;
      return { shout, actions: useShoutActions(cache) };
    },
    {
      wrapper: ({ children }) => (
        <TestHost kit={kit} module="mfe-shouts">
          {children}
        </TestHost>
      ),
    },
  );
  const press = () => act(() => result.current.actions.toggleLike(result.current.shout));
  const reply = async (status?: number) => {
    await waitFor(() => expect(replies.length).toBeGreaterThan(0));
    await act(async () => replies.shift()!(status));
  };
  const seen = () => [result.current.shout.liked, result.current.shout.likes_count];
  return { calls, likes, press, reply, seen };
}

describe(useShoutActions, () => {
  it('shows a like at once and rolls it back when the service refuses', async () => {
    const { press, reply, seen } = await shown();
    press();
    expect(seen()).toEqual([true, 4]);
    await reply(403);
    await waitFor(() => expect(seen()).toEqual([false, 3]));
  });

  it('applies the last of several quick presses, one call at a time', async () => {
    const { calls, likes, press, reply, seen } = await shown();
    press();
    press();
    expect(seen()).toEqual([false, 3]);
    await waitFor(() => expect(calls).toHaveLength(1));
    await reply();
    await waitFor(() => expect(calls).toHaveLength(2));
    expect(seen()).toEqual([false, 3]);
    await reply();
    expect(seen()).toEqual([false, 3]);
    expect([...likes]).toEqual(['a', 'b', 'c']);

    press();
    press();
    press();
    await reply();
    expect(seen()).toEqual([true, 4]);
    expect(calls).toEqual(['like', 'unlike', 'like']);
  });
});
