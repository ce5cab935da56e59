import { describe, expect, it, jest } from '@jest/globals';
import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { PullToReload } from './pull-to-reload';

function open(pending = false) {
  const onReload = jest.fn();
  const { container } = render(
    <div data-scroll="">
      <PullToReload label="Reload" pendingLabel="Loading…" pending={pending} onReload={onReload} />
    </div>,
  );
  const scroller = container.querySelector('[data-scroll]')!;
  const touch = (x: number, y: number) => ({ touches: [{ clientX: x, clientY: y }] });
  const pull = (...points: [x: number, y: number][]) => {
    fireEvent.touchStart(scroller, touch(...points[0]!));
    for (const point of points.slice(1)) fireEvent.touchMove(scroller, touch(...point));
    fireEvent.touchEnd(scroller, { touches: [] });
  };
  return { onReload, scroller, pull };
}

describe('PullToReload', () => {
  it('reloads after a pull of 100 px, not before', () => {
    const { onReload, pull } = open();
    pull([50, 10], [50, 60], [50, 109]);
    expect(onReload).not.toHaveBeenCalled();
    pull([50, 10], [50, 60], [50, 110]);
    expect(onReload).toHaveBeenCalledTimes(1);
  });

  it('ignores a pull in a scrolled list, a sideways swipe and a reversed pull', () => {
    const { onReload, scroller, pull } = open();
    pull([0, 0], [80, 20], [90, 120]);
    pull([0, 0], [0, 120], [0, 20]);
    scroller.scrollTop = 40;
    pull([0, 0], [0, 60], [0, 150]);
    expect(onReload).not.toHaveBeenCalled();
  });

  it('counts from the top that a list reaches during the gesture', () => {
    const { onReload, scroller, pull } = open();
    scroller.scrollTop = 40;
    scroller.addEventListener('touchmove', () => (scroller.scrollTop = 0), { once: true });
    pull([0, 0], [0, 60], [0, 150]);
    expect(onReload).not.toHaveBeenCalled();
    scroller.scrollTop = 40;
    scroller.addEventListener('touchmove', () => (scroller.scrollTop = 0), { once: true });
    pull([0, 0], [0, 60], [0, 90], [0, 200]);
    expect(onReload).toHaveBeenCalledTimes(1);
  });

  it('has a button that does nothing while it reloads', async () => {
    const { onReload } = open();
    await userEvent.click(screen.getByRole('button', { name: 'Reload' }));
    expect(onReload).toHaveBeenCalledTimes(1);
    const busy = open(true);
    await userEvent.click(screen.getAllByRole('button', { name: 'Reload' })[1]!);
    expect(busy.onReload).not.toHaveBeenCalled();
    expect(screen.getByRole('status').textContent).toBe('Loading…');
  });
});
