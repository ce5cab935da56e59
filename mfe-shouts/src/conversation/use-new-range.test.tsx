import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { act, cleanup, renderHook } from '@testing-library/react';
import { useNewRange } from './use-new-range';

afterEach(() => {
  cleanup();
  jest.restoreAllMocks();
});

const look = (visible: boolean) => {
  jest.spyOn(document, 'visibilityState', 'get').mockReturnValue(visible ? 'visible' : 'hidden');
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
};
const open = (asked?: { seq: number; read_seq: number }) =>
  renderHook(({ head }) => useNewRange(head), { initialProps: { head: asked } });

describe(useNewRange, () => {
  it('is what was not read on opening, whatever is read or comes afterwards', () => {
    const { result, rerender } = open();
    expect(result.current.range).toEqual({ after: 0, upTo: 0 });
    rerender({ head: { seq: 9, read_seq: 4 } });
    expect(result.current.range).toEqual({ after: 4, upTo: 9 });
    rerender({ head: { seq: 12, read_seq: 12 } });
    expect(result.current.range).toEqual({ after: 4, upTo: 9 });
  });

  it('ends with an answer', () => {
    const { result } = open({ seq: 9, read_seq: 4 });
    act(() => result.current.answered());
    expect(result.current.range).toEqual({ after: 0, upTo: 0 });
  });

  it('is what came while nobody looked, and stays when nothing came', () => {
    const { result, rerender } = open({ seq: 9, read_seq: 4 });
    look(false);
    look(true);
    expect(result.current.range).toEqual({ after: 4, upTo: 9 });
    look(false);
    rerender({ head: { seq: 11, read_seq: 9 } });
    expect(result.current.range).toEqual({ after: 4, upTo: 9 });
    look(true);
    expect(result.current.range).toEqual({ after: 9, upTo: 11 });
  });
});
