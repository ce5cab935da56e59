import { afterEach, describe, expect, it } from '@jest/globals';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useRef } from 'react';
import { useListKeys } from './list-keys';
import { orderOf } from './list-order';

afterEach(cleanup);

const order = orderOf(
  ['HEAD', 'a', 'b', 'silent', 'c', 'd'],
  (name) => name,
  (name) => name === 'HEAD',
);

function Rows({ toRow }: { toRow: (key: string) => void }) {
  const content = useRef<HTMLDivElement>(null);
  useListKeys(content, order, toRow);
  return (
    <div ref={content}>
      {order.keys.map((key, at) => (
        <div key={key} data-row={key} {...(order.heads[at] && { 'data-head': '' })}>
          {key !== 'silent' && <button type="button">{key}</button>}
          {key === 'b' && <input aria-label="in b" />}
        </div>
      ))}
    </div>
  );
}

const press = (...keys: string[]) => {
  for (const key of keys) fireEvent.keyDown(document.activeElement!, { key });
  return (document.activeElement as HTMLElement).textContent;
};

describe(useListKeys, () => {
  function open(at: string) {
    const shown: string[] = [];
    render(<Rows toRow={(key) => shown.push(key)} />);
    screen.getByText(at).focus();
    return shown;
  }

  it.each([
    ['a', ['ArrowDown'], 'b'],
    ['b', ['ArrowDown'], 'c'],
    ['c', ['ArrowUp'], 'b'],
    ['b', ['ArrowUp', 'ArrowUp'], 'a'],
    ['d', ['ArrowDown'], 'd'],
    ['c', ['Home'], 'a'],
    ['a', ['End', 'ArrowUp'], 'c'],
  ])('moves from %s by %j to %s, past headings and rows without a control', (from, keys, to) => {
    open(from);
    expect(press(...keys)).toBe(to);
  });

  it('scrolls to the last row before focusing it', () => {
    const shown = open('a');
    press('End');
    expect(shown).toEqual(['d']);
  });

  it("ignores keys in a row's field, and keys with a modifier", () => {
    open('a');
    fireEvent.keyDown(document.activeElement!, { key: 'ArrowDown', altKey: true });
    expect(document.activeElement!.textContent).toBe('a');
    screen.getByLabelText('in b').focus();
    press('Home', 'ArrowDown');
    expect(document.activeElement).toBe(screen.getByLabelText('in b'));
  });
});
