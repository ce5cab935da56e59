import { describe, expect, it, jest } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { type SortableSlot, SortableSlots } from './sortable-slots';

const words = { position: (name: string, at: number, of: number) => `${name}, ${at} of ${of}`, hint: 'Arrow keys' };

function Shown({ fixed = [], retry }: { fixed?: string[]; retry?: () => void }) {
  const [order, setOrder] = useState(['a', 'b', 'c']);
  const slots = order.map((id): SortableSlot => ({
    ...{ id, name: id, state: id === 'c' && retry ? 'error' : 'loaded', fixed: fixed.includes(id) },
    ...(id === 'c' && retry && { retry: { label: `Retry ${id}`, onPress: retry } }),
  }));
  const move = (id: string, to: number) => setOrder((now) => now.filter((other) => other !== id).toSpliced(to, 0, id));
  return <SortableSlots label="Files" slots={slots} onMove={move} words={words} />;
}
const names = () => screen.getAllByRole('listitem').map((item) => item.getAttribute('data-slot')!);

// jsdom's pointer events have no position: dragging is tested in the browser.
describe('SortableSlots', () => {
  it('moves a slot by keys, keeps its focus and announces its place', async () => {
    render(<Shown />);
    screen.getByRole('button', { name: 'a, 1 of 3' }).focus();
    await userEvent.keyboard('{ArrowRight}');
    expect(names()).toEqual(['b', 'a', 'c']);
    expect(document.activeElement?.getAttribute('aria-label')).toBe('a, 2 of 3');
    expect(screen.getByRole('status').textContent).toBe('a, 2 of 3');
    await userEvent.keyboard('{End}{ArrowRight}');
    expect(names()).toEqual(['b', 'c', 'a']);
    await userEvent.keyboard('{Home}{ArrowLeft}');
    expect(names()).toEqual(['a', 'b', 'c']);
  });

  it('moves to the left by the right arrow in a right-to-left page', async () => {
    document.documentElement.dir = 'rtl';
    try {
      render(<Shown />);
      screen.getByRole('button', { name: 'b, 2 of 3' }).style.direction = 'rtl';
      screen.getByRole('button', { name: 'b, 2 of 3' }).focus();
      await userEvent.keyboard('{ArrowRight}');
      expect(names()).toEqual(['b', 'a', 'c']);
    } finally {
      document.documentElement.dir = '';
    }
  });

  it('moves neither a fixed slot nor one to its place', async () => {
    render(<Shown fixed={['b']} />);
    expect(screen.queryByRole('button', { name: 'b, 2 of 3' })).toBeNull();
    screen.getByRole('button', { name: 'a, 1 of 3' }).focus();
    await userEvent.keyboard('{ArrowRight}');
    expect(names()).toEqual(['a', 'b', 'c']);
  });

  it('tries a failed one again by a press', async () => {
    const retry = jest.fn();
    render(<Shown retry={retry} />);
    await userEvent.click(screen.getByRole('button', { name: 'Retry c' }));
    expect(retry).toHaveBeenCalledTimes(1);
  });
});
