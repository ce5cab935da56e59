import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, cleanup, renderHook } from '@testing-library/react';
import { useMinute, useNow } from './format';

const start = Date.parse('2026-10-03T16:30:00Z');

beforeEach(() => {
  jest.useFakeTimers({ now: start });
});
afterEach(() => {
  cleanup();
  jest.useRealTimers();
});

const pass = (seconds: number) => act(() => jest.advanceTimersByTime(seconds * 1000));
const seconds = (now: number) => (now - start) / 1000;

describe(useNow, () => {
  it('updates after intervals that double from a second', () => {
    const { result } = renderHook(() => useNow());
    const seen = [1, 2, 4, 8].map((pause) => {
      pass(pause);
      return seconds(result.current);
    });
    expect(seen).toEqual([1, 3, 7, 15]);
    pass(15.9);
    expect(seconds(result.current)).toBe(15);
  });

  it('is never earlier than the last change, and restarts its intervals', () => {
    const { result, rerender } = renderHook(({ changed }) => useNow(changed), { initialProps: { changed: start } });
    pass(3000);
    const came = Date.now();
    expect(result.current).toBeLessThan(came);
    rerender({ changed: came });
    expect(result.current).toBe(came);
    pass(1);
    expect(result.current).toBe(came + 1000);
  });

  it('updates at each quarter of an hour, at which the day changes in some zone', () => {
    const quarter = 15 * 60_000;
    const { result } = renderHook(() => useNow());
    pass(5 * 3600 + 60);
    for (let count = 0; count < 8; count += 1) {
      pass(quarter / 1000);
      expect(result.current).toBeGreaterThanOrEqual(Math.floor(Date.now() / quarter) * quarter);
    }
  });

  it('updates when the page becomes visible', () => {
    const { result } = renderHook(() => useNow());
    pass(3000);
    expect(result.current).toBeLessThan(Date.now());
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
    expect(result.current).toBe(Date.now());
  });
});

describe(useMinute, () => {
  it('updates on every full minute', () => {
    jest.setSystemTime(start + 20_000);
    const { result } = renderHook(() => useMinute());
    pass(39);
    expect(seconds(result.current)).toBe(20);
    pass(1);
    expect(seconds(result.current)).toBe(60);
    pass(60);
    expect(seconds(result.current)).toBe(120);
  });

  it('updates when the page becomes visible after its timers were suspended', () => {
    const { result } = renderHook(() => useMinute());
    jest.setSystemTime(start + 3_600_000);
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
    expect(seconds(result.current)).toBe(3600);
  });
});
