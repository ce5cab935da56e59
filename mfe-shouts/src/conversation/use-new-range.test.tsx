import { afterEach, describe, expect, it } from '@jest/globals';
import { act, cleanup, renderHook } from '@testing-library/react';
import { useNewRange } from './use-new-range';

afterEach(cleanup);

interface Given {
  head?: { seq: number; read_seq: number } | undefined;
  attending?: boolean;
}
const open = (given: Given) => {
  const { result, rerender } = renderHook(({ head, attending = true }: Given) => useNewRange(head, attending), {
    initialProps: given,
  });
  const then = (next: Given) => {
    rerender(next);
    return result.current.range;
  };
  return { result, then };
};

describe(useNewRange, () => {
  it('is what was unread on opening, whatever is read or arrives afterwards', () => {
    const { result, then } = open({});
    expect(result.current.range).toEqual({ after: 0, upTo: 0 });
    expect(then({ head: { seq: 9, read_seq: 4 } })).toEqual({ after: 4, upTo: 9 });
    expect(then({ head: { seq: 12, read_seq: 12 } })).toEqual({ after: 4, upTo: 9 });
  });

  it('becomes empty when cleared', () => {
    const { result } = open({ head: { seq: 9, read_seq: 4 } });
    act(() => result.current.clear());
    expect(result.current.range).toEqual({ after: 0, upTo: 0 });
  });

  it('is what arrived while the member was away, and stays when nothing arrived', () => {
    const { then } = open({ head: { seq: 9, read_seq: 4 } });
    then({ head: { seq: 9, read_seq: 9 }, attending: false });
    expect(then({ head: { seq: 9, read_seq: 9 } })).toEqual({ after: 4, upTo: 9 });
    then({ head: { seq: 9, read_seq: 9 }, attending: false });
    expect(then({ head: { seq: 11, read_seq: 9 }, attending: false })).toEqual({ after: 4, upTo: 9 });
    expect(then({ head: { seq: 12, read_seq: 9 } })).toEqual({ after: 9, upTo: 12 });
  });
});
