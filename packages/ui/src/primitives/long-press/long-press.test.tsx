import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useLongPress } from './long-press';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  cleanup();
  jest.useRealTimers();
});

function Row({ onLongPress, takesMouse }: { onLongPress: () => void; takesMouse: boolean }) {
  return (
    <a href="#row" {...useLongPress(onLongPress, takesMouse)}>
      Row
    </a>
  );
}

function show(takesMouse = false) {
  const onLongPress = jest.fn();
  render(<Row onLongPress={onLongPress} takesMouse={takesMouse} />);
  return onLongPress;
}
const row = () => screen.getByRole('link');
/** jsdom's pointer events have no coordinates. */
const point = (type: string, pointerType: string, clientX = 0, clientY = 0) =>
  fireEvent(row(), Object.assign(new MouseEvent(type, { bubbles: true, clientX, clientY }), { pointerType }));
const wait = (time: number) => act(() => jest.advanceTimersByTime(time));

describe(useLongPress, () => {
  it('calls back after 750 ms', () => {
    const onLongPress = show();
    point('pointerdown', 'touch');
    wait(749);
    expect(onLongPress).not.toHaveBeenCalled();
    wait(1);
    expect(onLongPress).toHaveBeenCalledTimes(1);
  });

  it.each([
    ['moves by 12 px', 12, 0, 1],
    ['moves by more than 12 px', 9, 9, 0],
  ])('of a finger that %s', (_, x, y, calls) => {
    const onLongPress = show();
    point('pointerdown', 'touch');
    point('pointermove', 'touch', x, y);
    wait(1000);
    expect(onLongPress).toHaveBeenCalledTimes(calls);
  });

  it.each(['pointerup', 'pointercancel'])('ends with %s', (end) => {
    const onLongPress = show();
    point('pointerdown', 'touch');
    point(end, 'touch');
    wait(1000);
    expect(onLongPress).not.toHaveBeenCalled();
  });

  it('ignores the release of the finger, but no key and no later press', () => {
    show();
    point('pointerdown', 'touch');
    wait(750);
    expect(fireEvent.click(row(), { detail: 1 })).toBe(false);
    expect(fireEvent.click(row(), { detail: 0 })).toBe(true);
    point('pointerdown', 'touch');
    point('pointerup', 'touch');
    expect(fireEvent.click(row(), { detail: 1 })).toBe(true);
  });

  it('does nothing for the long press of a mouse', () => {
    const onLongPress = show();
    point('pointerdown', 'mouse');
    wait(1000);
    expect(onLongPress).not.toHaveBeenCalled();
  });

  it.each([
    ['a right click', { button: 2 }],
    ['Ctrl and a click of a Mac', { button: 0, ctrlKey: true }],
  ])("keeps the browser's menu of %s, unless the caller takes it", (_, click) => {
    const onLongPress = show();
    expect(fireEvent.contextMenu(row(), click)).toBe(true);
    expect(onLongPress).not.toHaveBeenCalled();
    cleanup();
    const taken = show(true);
    expect(fireEvent.contextMenu(row(), click)).toBe(false);
    expect(taken).toHaveBeenCalledTimes(1);
  });

  it.each([-1, 0])('takes the keys of a context menu: button %p', (button) => {
    const onLongPress = show();
    expect(fireEvent.contextMenu(row(), { button })).toBe(false);
    expect(onLongPress).toHaveBeenCalledTimes(1);
  });

  it("closes a finger's own menu, which comes with the long press", () => {
    const onLongPress = show();
    const menu = new MouseEvent('contextmenu', { bubbles: true, cancelable: true });
    expect(fireEvent(row(), Object.assign(menu, { pointerType: 'touch' }))).toBe(false);
    expect(onLongPress).not.toHaveBeenCalled();
  });
});
