import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { type Kit } from '@paddock/mfe-kit/kit-context';
import { testKit, TestHost } from '@paddock/mfe-kit/test-host';
import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import { useLayoutEffect } from 'react';
import { useAttending, useIsVisible } from './use-attending';

afterEach(() => {
  cleanup();
  jest.restoreAllMocks();
});

const setVisible = (visible: boolean) => {
  jest.spyOn(document, 'visibilityState', 'get').mockReturnValue(visible ? 'visible' : 'hidden');
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
};

async function attend() {
  const replies: (() => void)[] = [];
  const kit: Kit = await testKit({ module: 'mfe-shouts', messages: {} });
  const { result } = renderHook(() => useAttending(() => new Promise<void>((resolve) => replies.push(resolve))), {
    wrapper: ({ children }) => (
      <TestHost kit={kit} module="mfe-shouts">
        {children}
      </TestHost>
    ),
  });
  const reply = (which: number) => act(async () => replies[which]!());
  const heard = (answered: boolean) => act(() => kit.realtime.heard(answered));
  return { result, refetches: () => replies.length, reply, heard };
}

describe(useAttending, () => {
  it('is true at once in a visible page, without a refetch', async () => {
    const { result, refetches } = await attend();
    expect([result.current, refetches()]).toEqual([true, 0]);
  });

  it('is false while the page is hidden, and true again after the refetch', async () => {
    const { result, refetches, reply } = await attend();
    setVisible(false);
    expect([result.current, refetches()]).toEqual([false, 0]);
    setVisible(true);
    expect([result.current, refetches()]).toEqual([false, 1]);
    await reply(0);
    expect(result.current).toBe(true);
  });

  it('is false while disconnected, and true again after the refetch', async () => {
    const { result, refetches, reply, heard } = await attend();
    heard(false);
    await waitFor(() => expect([result.current, refetches()]).toEqual([false, 0]));
    heard(true);
    expect([result.current, refetches()]).toEqual([false, 1]);
    await reply(0);
    expect(result.current).toBe(true);
  });

  it('ignores the reply to a refetch from before the page was hidden again', async () => {
    const { result, refetches, reply } = await attend();
    setVisible(false);
    setVisible(true);
    setVisible(false);
    await reply(0);
    setVisible(true);
    expect([result.current, refetches()]).toEqual([false, 2]);
    await reply(1);
    expect(result.current).toBe(true);
  });
});

describe(useIsVisible, () => {
  it('follows a page that was hidden between render and effects', () => {
    const { result } = renderHook(() => {
      useLayoutEffect(() => {
        jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
        document.dispatchEvent(new Event('visibilitychange'));
      }, []);
      return useIsVisible();
    });
    expect(result.current).toBe(false);
  });
});
