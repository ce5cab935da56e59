/** @jest-environment node */
import { describe, expect, it } from '@jest/globals';
import { groupsOf, rowsToRender, orderOf } from './list-order';
import { anchorAmong } from './scroll-position';

const sections = orderOf(
  ['x', 'Near', 'a', 'b', 'Far', 'c'],
  (row) => row,
  (row) => /^[A-Z]/.test(row),
);

describe(orderOf, () => {
  it('counts rows within the section of their heading', () => {
    expect(sections.headOf).toEqual([-1, 1, 1, 1, 4, 4]);
    expect(sections.position).toEqual([1, 0, 1, 2, 0, 1]);
    expect([...sections.sizeOf]).toEqual([
      [-1, 1],
      [1, 2],
      [4, 1],
    ]);
  });
});

describe(groupsOf, () => {
  it('groups rendered rows under their heading', () => {
    expect(groupsOf([0, 1, 3, 4, 5], sections)).toEqual([
      { head: -1, items: [0] },
      { head: 1, items: [3] },
      { head: 4, items: [5] },
    ]);
  });
});

describe(rowsToRender, () => {
  const range = { startIndex: 50, endIndex: 52, overscan: 2, count: 100 };
  const plain = orderOf(
    Array.from({ length: 100 }, (_, index) => index),
    String,
  );
  const headed = orderOf(
    plain.keys,
    (key) => key,
    (key) => key === '40' || key === '10',
  );

  it('keeps the visible rows and some around them', () => {
    expect(rowsToRender(range, plain, undefined)).toEqual([48, 49, 50, 51, 52, 53, 54]);
    expect(rowsToRender({ ...range, startIndex: 0, endIndex: 99 }, plain, undefined)).toHaveLength(100);
  });

  it('keeps the heading of the first row, and the focused row with its heading', () => {
    expect(rowsToRender(range, headed, undefined)).toEqual([40, 48, 49, 50, 51, 52, 53, 54]);
    expect(rowsToRender(range, headed, 12)).toEqual([10, 12, 40, 48, 49, 50, 51, 52, 53, 54]);
  });
});

describe(anchorAmong, () => {
  const at = (...keys: string[]) => new Map(keys.map((key, index) => [key, index]));
  const seen = [
    { key: 'a', at: 100 },
    { key: 'b', at: 180 },
    { key: 'c', at: 260 },
  ];

  it('is the first visible row when rows are added above', () => {
    expect(anchorAmong(seen, at('new', 'a', 'b', 'c'))?.key).toBe('a');
  });

  it('is not a row that moved alone', () => {
    expect(anchorAmong(seen, at('a', 'x', 'y', 'b', 'c'))?.key).toBe('b');
  });

  it('is a remaining row, or undefined when all are gone', () => {
    expect(anchorAmong(seen, at('c'))?.key).toBe('c');
    expect(anchorAmong(seen, at('x'))).toBeUndefined();
  });
});
