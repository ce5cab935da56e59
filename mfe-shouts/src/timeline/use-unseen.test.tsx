import { afterEach, describe, expect, it } from '@jest/globals';
import { cleanup, renderHook } from '@testing-library/react';
import { useUnseen } from './use-unseen';

afterEach(cleanup);

const follow = (first: [newest: number, below: number]) => {
  const { result, rerender } = renderHook(([newest, below]) => useUnseen(newest, below), { initialProps: first });
  return (...next: [newest: number, below: number][]) =>
    next.map((one) => {
      rerender(one);
      return result.current;
    });
};

describe(useUnseen, () => {
  it('counts arrivals below the viewport, not what was already there', () => {
    expect(follow([0, 0])([40, 0], [40, 25], [41, 26], [43, 28])).toEqual([0, 0, 1, 3]);
  });
  it('restarts at the end', () => {
    expect(follow([40, 25])([42, 27], [42, 0], [42, 5], [43, 6])).toEqual([2, 0, 0, 1]);
  });
  it('never exceeds the number below the viewport', () => {
    expect(follow([40, 9])([44, 13], [44, 1])).toEqual([4, 1]);
  });
});
