import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { testKit, TestHost } from '@paddock/mfe-kit/test-host';
import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import { useMarkRead } from './use-mark-read';

afterEach(() => {
  cleanup();
  jest.restoreAllMocks();
});

const setVisible = (visible: boolean) => {
  jest.spyOn(document, 'visibilityState', 'get').mockReturnValue(visible ? 'visible' : 'hidden');
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
};

async function reading(read_seq: number) {
  const marks: unknown[] = [];
  const replies: (() => void)[] = [];
  const kit = await testKit({
    module: 'mfe-shouts',
    messages: {},
    fetch: (_, init) => {
      marks.push((JSON.parse(String(init?.body)) as { seq: number }).seq);
      return new Promise((resolve) =>
        replies.push(() =>
          resolve(new Response('{"badge_number":0}', { headers: { 'content-type': 'application/json' } })),
        ),
      );
    },
  });
  const { result } = renderHook(() => useMarkRead('g1', { read_seq }), {
    wrapper: ({ children }) => (
      <TestHost kit={kit} module="mfe-shouts">
        {children}
      </TestHost>
    ),
  });
  const see = (...seqs: number[]) => act(() => seqs.forEach((seq) => result.current.onSeen(seq)));
  const marked = (...expected: number[]) => waitFor(() => expect(marks).toEqual(expected));
  const { hold, release } = {
    hold: () => act(() => result.current.hold()),
    release: () => act(() => result.current.release()),
  };
  return { see, marked, marks, hold, release, reply: () => act(async () => replies.shift()!()) };
}

describe(useMarkRead, () => {
  it('marks up to the newest shout that entered the viewport', async () => {
    const { see, marked } = await reading(4);
    see(5, 7, 6);
    await marked(7);
  });

  it('makes one call at a time, the last with the newest position', async () => {
    const { see, marked, marks, reply } = await reading(4);
    see(5);
    await marked(5);
    see(6);
    see(7);
    expect(marks).toEqual([5]);
    await reply();
    await marked(5, 7);
    await reply();
    see(6);
    expect(marks).toEqual([5, 7]);
  });

  it('marks nothing while it is held, and all that was read when it is released', async () => {
    const { see, marked, marks, hold, release } = await reading(4);
    await hold();
    see(6);
    await act(() => new Promise((resolve) => setTimeout(resolve, 20)));
    expect(marks).toEqual([]);
    release();
    await marked(6);
  });

  it('marks nothing already read, and nothing while the page is hidden', async () => {
    const { see, marked, marks } = await reading(4);
    see(4);
    setVisible(false);
    see(9);
    await act(() => new Promise((resolve) => setTimeout(resolve, 20)));
    expect(marks).toEqual([]);
    setVisible(true);
    await marked(9);
  });
});
