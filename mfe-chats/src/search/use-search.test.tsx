import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, cleanup, renderHook } from '@testing-library/react';
import { useMinDuration } from './use-search';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  cleanup();
  jest.useRealTimers();
});

const pass = (time: number) => act(() => jest.advanceTimersByTime(time));

describe(useMinDuration, () => {
  it('stays true for the minimum time after a short pulse', () => {
    const { result, rerender } = renderHook(({ busy }) => useMinDuration(busy, 1000), { initialProps: { busy: true } });
    pass(200);
    rerender({ busy: false });
    pass(799);
    expect(result.current).toBe(true);
    pass(1);
    expect(result.current).toBe(false);
  });

  it('follows a longer pulse', () => {
    const { result, rerender } = renderHook(({ busy }) => useMinDuration(busy, 1000), { initialProps: { busy: true } });
    pass(3000);
    expect(result.current).toBe(true);
    rerender({ busy: false });
    expect(result.current).toBe(false);
  });
});
