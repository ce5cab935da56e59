import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { testKit, TestHost } from '@paddock/mfe-kit/test-host';
import { act, cleanup, renderHook } from '@testing-library/react';
import { useViewed } from './use-viewed';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => {
  cleanup();
  jest.useRealTimers();
  localStorage.clear();
});

const settle = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));

async function shown() {
  const batches: string[][] = [];
  let status = 200;
  const kit = await testKit({
    module: 'mfe-shouts',
    messages: {},
    fetch: async (_, init) => {
      batches.push((JSON.parse(String(init?.body)) as { ids: string[] }).ids);
      return Response.json(status === 200 ? { ok: true } : { code: 'INVALID_INPUT', message: '' }, { status });
    },
  });
  const { result } = renderHook(() => useViewed(), {
    wrapper: ({ children }) => (
      <TestHost kit={kit} module="mfe-shouts">
        {children}
      </TestHost>
    ),
  });
  const see = (...ids: string[]) => act(() => ids.forEach((id) => result.current(id)));
  return { see, batches, fail: (code: number) => (status = code) };
}

describe(useViewed, () => {
  it('reports in batches of at most 50, each shout once', async () => {
    const { see, batches } = await shown();
    see('a', 'b', 'a');
    await settle(3000);
    expect(batches).toEqual([['a', 'b']]);
    see('a');
    await settle(3000);
    expect(batches).toHaveLength(1);
    see(...Array.from({ length: 60 }, (_, index) => `s${index}`));
    await settle(5000);
    expect(batches.slice(1).map((ids) => ids.length)).toEqual([50, 10]);
  });

  it('reports a shout again that enters the viewport after a failure', async () => {
    const { see, batches, fail } = await shown();
    fail(400);
    see('a');
    await settle(3000);
    fail(200);
    see('a');
    await settle(3000);
    expect(batches).toEqual([['a'], ['a']]);
  });
});
