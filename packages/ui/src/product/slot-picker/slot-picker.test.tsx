import '../../test/css-escape';
import { describe, expect, it, jest } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { SlotPicker } from './slot-picker';
import type { Slot } from './slot-picker';

const slots: Slot[] = [
  { id: '1', state: 'past', time: '08:00', stateLabel: 'past' },
  { id: '2', state: 'past-booked', time: '08:30', bookedBy: 'Kestrel', stateLabel: 'was booked' },
  { id: '3', state: 'free', time: '15:30', stateLabel: 'free' },
  { id: '4', state: 'new', time: '16:00', stateLabel: 'chosen' },
  { id: '5', state: 'own', time: '17:00', bookedBy: 'You', stateLabel: 'yours' },
  { id: '6', state: 'booked', time: '18:00', bookedBy: 'Hugo', stateLabel: 'booked by', href: '#hugo' },
];

describe('SlotPicker', () => {
  it('toggles free and selected slots, by pointer and by keyboard', async () => {
    const toggle = jest.fn();
    render(<SlotPicker label="Today" slots={slots} onToggle={toggle} />);
    await userEvent.click(screen.getByRole('button', { name: '15:30 free', pressed: false }));
    screen.getByRole('button', { name: '16:00 chosen', pressed: true }).focus();
    await userEvent.keyboard(' ');
    expect(toggle.mock.calls).toEqual([['3'], ['4']]);
  });

  it('calls onOwn for an own slot, and a booked one leads to the profile', async () => {
    const own = jest.fn();
    render(<SlotPicker label="Today" slots={slots} onToggle={jest.fn()} onOwn={own} />);
    await userEvent.click(screen.getByRole('button', { name: '17:00 yours You' }));
    expect(own.mock.calls).toEqual([['5']]);
    expect(screen.getByRole('link', { name: '18:00 booked by Hugo' }).getAttribute('href')).toBe('#hugo');
  });

  it('calls onOwn for a booked slot without a profile', async () => {
    const own = jest.fn();
    const booked: Slot = {
      id: '6',
      state: 'booked',
      time: '18:00',
      bookedBy: 'Hugo',
      stateLabel: 'waits for approval',
    };
    render(<SlotPicker label="Today" slots={[{ ...booked, pending: true }]} onToggle={jest.fn()} onOwn={own} />);
    await userEvent.click(screen.getByRole('button', { name: '18:00 waits for approval Hugo' }));
    expect(own.mock.calls).toEqual([['6']]);
  });

  it('has no control for a slot that another member selects', () => {
    const held: Slot = { id: '3', state: 'held', time: '15:30', stateLabel: 'being booked' };
    render(<SlotPicker label="Today" slots={[held]} onToggle={jest.fn()} />);
    expect(screen.queryByRole('button')).toBeNull();
    expect(screen.getByText('being booked')).toBeTruthy();
  });

  it('has no controls for past slots, but announces them', () => {
    render(<SlotPicker label="Today" slots={slots.slice(0, 2)} onToggle={jest.fn()} />);
    expect(screen.queryByRole('button')).toBeNull();
    expect(screen.getByText('was booked')).toBeTruthy();
  });

  it('scrolls to the first free slot, again on another day', () => {
    const seen: (string | null)[] = [];
    const scroll = jest.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
      seen.push(this.textContent);
    });
    const { rerender } = render(<SlotPicker label="Today" slots={slots} onToggle={jest.fn()} />);
    rerender(<SlotPicker label="Today" slots={slots.slice()} onToggle={jest.fn()} />);
    rerender(<SlotPicker label="Sunday" slots={slots} onToggle={jest.fn()} />);
    expect(seen).toEqual(['15:30 free ', '15:30 free ']);
    scroll.mockRestore();
  });
});
