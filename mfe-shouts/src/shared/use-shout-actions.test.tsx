import { afterEach, describe, expect, it } from '@jest/globals';
import type { ShoutCard } from '@paddock/contract/calls/shouts';
import { testKit, TestHost } from '@paddock/mfe-kit/test-host';
import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { useShoutActions } from './use-shout-actions';
import type { useShoutCache } from './use-shout-events';

afterEach(() => {
  cleanup();
  localStorage.clear();
});

const before = { id: 's1', liked: false, likes_count: 3 } as ShoutCard;

/** A service that answers when told to, in any order, and keeps what it heard. */
async function shown() {
  const heard: string[] = [];
  const answers: ((status?: number) => void)[] = [];
  const likes = new Set(['a', 'b', 'c']);
  const kit = await testKit({
    module: 'mfe-shouts',
    messages: {},
    fetch: (_, init) => {
      const liked = init?.method === 'PUT';
      heard.push(liked ? 'like' : 'unlike');
      return new Promise((resolve) =>
        answers.push((status = 200) => {
          if (status === 200) likes[liked ? 'add' : 'delete']('me');
          const reply =
            status === 200
              ? { ...before, liked, likes_count: likes.size }
              : { code: 'FORBIDDEN', message: 'Likes are turned off.' };
          resolve(new Response(JSON.stringify(reply), { status, headers: { 'content-type': 'application/json' } }));
        }),
      );
    },
  });
  const { result } = renderHook(
    () => {
      const [shout, setShout] = useState(before);
      const cache = { update: setShout } as unknown as ReturnType<typeof useShoutCache>;
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
  const answer = async (status?: number) => {
    await waitFor(() => expect(answers.length).toBeGreaterThan(0));
    await act(async () => answers.shift()!(status));
  };
  const seen = () => [result.current.shout.liked, result.current.shout.likes_count];
  return { heard, likes, press, answer, seen };
}

describe(useShoutActions, () => {
  it('shows a like at once, and takes it back when the service refuses', async () => {
    const { press, answer, seen } = await shown();
    press();
    expect(seen()).toEqual([true, 4]);
    await answer(403);
    await waitFor(() => expect(seen()).toEqual([false, 3]));
  });

  it('lets the last of several quick presses count, one call at a time', async () => {
    const { heard, likes, press, answer, seen } = await shown();
    press();
    press();
    expect(seen()).toEqual([false, 3]);
    await waitFor(() => expect(heard).toHaveLength(1));
    await answer();
    await waitFor(() => expect(heard).toHaveLength(2));
    expect(seen()).toEqual([false, 3]);
    await answer();
    expect(seen()).toEqual([false, 3]);
    expect([...likes]).toEqual(['a', 'b', 'c']);

    press();
    press();
    press();
    await answer();
    expect(seen()).toEqual([true, 4]);
    expect(heard).toEqual(['like', 'unlike', 'like']);
  });
});
