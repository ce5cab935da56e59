import { afterEach, describe, expect, it } from '@jest/globals';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useKeptFocus } from './use-kept-focus';

afterEach(cleanup);

function Part({ names }: { names: readonly string[] }) {
  const part = useKeptFocus();
  return (
    <div ref={part} data-testid="part">
      {names.map((name) => (
        <button key={name}>{name}</button>
      ))}
    </div>
  );
}

/** Focuses a button, and returns what shows others in place of the present ones. */
function focused(names: readonly string[], name: string) {
  const { rerender } = render(<Part names={names} />);
  screen.getByRole('button', { name }).focus();
  return (left: readonly string[]) => rerender(<Part names={left} />);
}
const active = () => document.activeElement?.textContent;

describe(useKeptFocus, () => {
  it.each([
    ['the one that took its place', ['One', 'Three'], 'Three'],
    ['the last one', ['One'], 'One'],
  ])('moves from a control that an act removed to %s', (_, left, to) => {
    focused(['One', 'Two', 'Three'], 'Two')(left);
    expect(active()).toBe(to);
  });

  it('moves to the part when nothing is left', () => {
    focused(['One'], 'One')([]);
    expect(document.activeElement).toBe(screen.getByTestId('part'));
  });

  it('stays away after a press elsewhere', () => {
    const show = focused(['One', 'Two'], 'One');
    (document.activeElement as HTMLElement).blur();
    fireEvent.pointerDown(document.body);
    show(['Two']);
    expect(document.activeElement).toBe(document.body);
  });
});
