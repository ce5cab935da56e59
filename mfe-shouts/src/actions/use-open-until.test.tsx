import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, cleanup, renderHook } from '@testing-library/react';
import { useOpenUntil } from './use-open-until';

const start = Date.parse('2026-05-01T10:00:00Z');
beforeEach(() => {
  jest.useFakeTimers({ now: start });
});
afterEach(() => {
  cleanup();
  jest.useRealTimers();
});
const open = (end: number, now = start) => renderHook(() => useOpenUntil(end, now)).result;
const wait = (ms: number) => act(() => jest.advanceTimersByTime(ms));

describe(useOpenUntil, () => {
  it('closes after the last millisecond, without an update of `now`', () => {
    const result = open(start + 900_000);
    wait(900_000);
    expect(result.current).toBe(true);
    wait(1);
    expect(result.current).toBe(false);
  });

  it('closes at once when `now` is outdated', () => {
    const result = open(start - 1, start - 3_600_000);
    wait(0);
    expect(result.current).toBe(false);
  });

  it('is closed from the start, without a timer, when the end has passed', () => {
    expect(open(start - 1).current).toBe(false);
    expect(jest.getTimerCount()).toBe(0);
  });

  it('stays open beyond the longest delay of a timer', () => {
    const result = open(start + 40 * 86_400_000);
    wait(1000);
    expect(result.current).toBe(true);
  });
});
