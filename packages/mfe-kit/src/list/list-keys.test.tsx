import { afterEach, describe, expect, it } from '@jest/globals';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useRef, useState } from 'react';
import { useListKeys } from './list-keys';
import { orderOf } from './list-order';

afterEach(cleanup);

const order = orderOf(
  ['HEAD', 'a', 'b', 'silent', 'c', 'd'],
  (name) => name,
  (name) => name === 'HEAD',
);

function Rows({ toRow, shown = order.keys }: { toRow: (key: string) => void; shown?: readonly string[] }) {
  const content = useRef<HTMLDivElement>(null);
  useListKeys(content, order, toRow);
  return (
    <div ref={content}>
      {order.keys.map(
        (key, at) =>
          shown.includes(key) && (
            <div key={key} data-row={key} {...(order.heads[at] && { 'data-head': '' })}>
              {key !== 'silent' && <button type="button">{key}</button>}
              {key === 'b' && <input aria-label="in b" />}
            </div>
          ),
      )}
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

  it('renders the next row first, where it is not rendered yet', async () => {
    const Growing = () => {
      const [shown, setShown] = useState(['HEAD', 'a', 'b', 'silent']);
      return <Rows shown={shown} toRow={(key) => setShown(['b', 'silent', key])} />;
    };
    render(<Growing />);
    screen.getByText('b').focus();
    press('ArrowDown');
    await waitFor(() => expect(document.activeElement?.textContent).toBe('c'));
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
