import '../../test/css-escape';
import { useState } from 'react';
import { describe, expect, it, jest } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { CalendarSteps, EventCalendar } from './event-calendar';
import { shiftDate } from './shift-date';

const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'].map((short) => ({ short, long: `${short}.` }));
const from = (first: string, month: number) =>
  Array.from({ length: 35 }, (_, index) => {
    const date = shiftDate(first, { days: index });
    return {
      date,
      number: String(Number(date.slice(8))),
      label: date,
      outside: Number(date.slice(5, 7)) !== month,
      today: date === '2026-06-20',
    };
  });
const june = from('2026-06-01', 6);
const july = from('2026-06-29', 7);

function Shown({ leave, dir = 'ltr' }: { leave?: (date: string) => void; dir?: 'ltr' | 'rtl' }) {
  const [days, setDays] = useState(june);
  const [value, setValue] = useState<string | null>(null);
  return (
    <div dir={dir}>
      <EventCalendar
        label="Month"
        weekdays={weekdays}
        days={days}
        value={value}
        onChange={setValue}
        onLeave={(date) => {
          leave?.(date);
          setDays(july);
        }}
      />
    </div>
  );
}
const focused = () => document.activeElement?.getAttribute('data-date');

describe('EventCalendar', () => {
  it('announces a day with its full label', () => {
    render(<Shown />);
    expect(screen.getByRole('button', { name: '2026-06-20' })).toBeTruthy();
  });

  it('has seven named columns and one tab stop: today', async () => {
    render(<Shown />);
    expect(screen.getByRole('grid', { name: 'Month' })).toBeTruthy();
    expect(screen.getAllByRole('columnheader')).toHaveLength(7);
    await userEvent.tab();
    expect(focused()).toBe('2026-06-20');
    expect(document.activeElement?.getAttribute('aria-current')).toBe('date');
    await userEvent.tab();
    expect(document.activeElement).toBe(document.body);
  });

  it('moves the focus with arrows, Home and End, and selects on Enter', async () => {
    render(<Shown />);
    await userEvent.tab();
    await userEvent.keyboard('{ArrowRight}');
    expect(focused()).toBe('2026-06-21');
    await userEvent.keyboard('{ArrowUp}');
    expect(focused()).toBe('2026-06-14');
    await userEvent.keyboard('{Home}');
    expect(focused()).toBe('2026-06-08');
    await userEvent.keyboard('{End}');
    expect(focused()).toBe('2026-06-14');
    expect(screen.queryByRole('gridcell', { selected: true })).toBeNull();
    await userEvent.keyboard('{Enter}');
    expect(screen.getByRole('gridcell', { selected: true }).textContent).toContain('14');
  });

  it('reverses the arrow keys in a right-to-left page', async () => {
    render(<Shown dir="rtl" />);
    await userEvent.tab();
    await userEvent.keyboard('{ArrowLeft}{ArrowLeft}{ArrowRight}');
    expect(focused()).toBe('2026-06-21');
  });

  it('calls onLeave for a day outside the month, and focuses that day', async () => {
    const leave = jest.fn();
    render(<Shown leave={leave} />);
    await userEvent.tab();
    await userEvent.keyboard('{PageDown}');
    expect(leave.mock.calls).toEqual([['2026-07-20']]);
    expect(focused()).toBe('2026-07-20');
  });

  it('steps with its two buttons', async () => {
    const step = jest.fn();
    render(<CalendarSteps previousLabel="Back" nextLabel="On" onStep={step} />);
    await userEvent.click(screen.getByRole('button', { name: 'Back' }));
    await userEvent.click(screen.getByRole('button', { name: 'On' }));
    expect(step.mock.calls).toEqual([[-1], [1]]);
  });
});

describe('shiftDate', () => {
  it('clamps to the last day of the month and crosses years', () => {
    expect(shiftDate('2026-01-31', { months: 1 })).toBe('2026-02-28');
    expect(shiftDate('2026-12-31', { days: 1 })).toBe('2027-01-01');
    expect(shiftDate('2026-01-15', { months: -1 })).toBe('2025-12-15');
  });
});
