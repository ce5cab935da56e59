import { afterEach, describe, expect, it } from '@jest/globals';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { type ReactNode, Suspense, use, useMemo, useRef } from 'react';
import { useFocusRestore } from './list-focus';
import { orderOf } from './list-order';

afterEach(cleanup);

function Waiting({ on }: { on: Promise<void> }) {
  use(on);
  return null;
}

function Chats({ names, quiet = '', children }: { names: string[]; quiet?: string; children?: ReactNode }) {
  const content = useRef<HTMLDivElement>(null);
  useFocusRestore(
    content,
    useMemo(
      () =>
        orderOf(
          names,
          (name) => name,
          (name) => name === 'HEAD',
        ),
      [names],
    ),
  );
  return (
    <div data-scroll="" data-testid="scroll">
      <div ref={content}>
        {names.map((name) => (
          <div key={name} data-row={name}>
            {name === quiet || name === 'HEAD' ? name : <button type="button">{name}</button>}
          </div>
        ))}
      </div>
      <button type="button">Elsewhere</button>
      {children}
    </div>
  );
}

const focused = () => (document.activeElement as HTMLElement).textContent;
const open = (names: string[]) => {
  const { rerender } = render(<Chats names={names} />);
  return (next: string[], quiet?: string) => rerender(<Chats names={next} {...(quiet && { quiet })} />);
};
const focus = (name: string) => screen.getByRole('button', { name }).focus();

describe(useFocusRestore, () => {
  it.each([
    ['a row between others', ['a', 'b', 'c'], 'b', ['a', 'c'], 'c'],
    ['the last row', ['a', 'b', 'c'], 'c', ['a', 'b'], 'b'],
    ['the last row before a heading', ['a', 'b', 'HEAD', 'c'], 'b', ['a', 'HEAD', 'c'], 'c'],
  ])('moves to the neighbour of %s', async (_, before, at, after, then) => {
    const change = open(before);
    focus(at);
    change(after);
    await waitFor(() => expect(focused()).toBe(then));
  });

  it('moves to the row when only its control is removed', async () => {
    const change = open(['a', 'b', 'c']);
    focus('b');
    change(['a', 'b', 'c'], 'b');
    await waitFor(() => expect((document.activeElement as HTMLElement).dataset.row).toBe('b'));
  });

  it('moves to the scroller when no row is left', async () => {
    const change = open(['a']);
    focus('a');
    change([]);
    await waitFor(() => expect(document.activeElement).toBe(screen.getByTestId('scroll')));
  });

  it('waits until the dialog that removed the row closes', async () => {
    const change = open(['a', 'b']);
    focus('a');
    const dialog = document.body.appendChild(document.createElement('div'));
    dialog.setAttribute('role', 'alertdialog');
    dialog.tabIndex = -1;
    dialog.focus();
    change(['b']);
    await new Promise((passed) => setTimeout(passed, 150));
    expect(document.activeElement).toBe(dialog);
    dialog.remove();
    await waitFor(() => expect(focused()).toBe('b'));
  });

  it('stays where it is when it has left the list meanwhile', async () => {
    const change = open(['a', 'b']);
    focus('a');
    focus('Elsewhere');
    change(['b']);
    await new Promise((passed) => setTimeout(passed, 150));
    expect(focused()).toBe('Elsewhere');
  });

  it('waits while the list is hidden', async () => {
    let shown!: () => void;
    const pending = new Promise<void>((resolve) => (shown = resolve));
    const page = (names: string[], on?: Promise<void>) => (
      <Suspense fallback="Loading">
        <Chats names={names}>{on && <Waiting on={on} />}</Chats>
      </Suspense>
    );
    const { rerender } = render(page(['a', 'b', 'c']));
    focus('b');
    rerender(page(['a', 'c']));
    await act(async () => rerender(page(['a', 'c'], pending)));
    expect(screen.getByText('Loading')).toBeTruthy();
    await new Promise((passed) => setTimeout(passed, 150));
    expect(document.activeElement).toBe(document.body);
    await act(async () => shown());
    await waitFor(() => expect(focused()).toBe('c'));
  });
});
