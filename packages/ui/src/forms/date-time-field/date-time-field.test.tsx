import '../../test/css-escape';
import { useState } from 'react';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { DateTimeField } from './date-time-field';
import type { DateTimeFieldProps } from './date-time-field';

const words = {
  date: 'Date',
  time: 'Time',
  hours: 'Hours',
  minutes: 'Minutes',
  empty: 'Choose…',
  previous: 'Previous month',
  next: 'Next month',
};

function show(props: Partial<DateTimeFieldProps> = {}) {
  const change = jest.fn<(value: string) => void>();
  function Held() {
    const [value, setValue] = useState(props.value ?? '');
    return (
      <DateTimeField
        label="Starts"
        words={words}
        locale="en-GB"
        now={Date.now()}
        {...props}
        value={value}
        onChange={(next) => {
          change(next);
          setValue(next);
        }}
      />
    );
  }
  render(<Held />);
  return { change, values: () => change.mock.calls.map(([value]) => value) };
}
const dateButton = () => screen.getByRole('button', { name: /^Starts, Date/ });
const timeButton = () => screen.getByRole('button', { name: /^Starts, Time/ });
const focused = async (name: RegExp | string) =>
  waitFor(() => {
    const element = document.activeElement;
    expect(element?.getAttribute('aria-label') ?? element?.textContent).toMatch(name);
  });

const everythingButDate = [
  'hrtime',
  'nextTick',
  'performance',
  'queueMicrotask',
  'requestAnimationFrame',
  'cancelAnimationFrame',
  'requestIdleCallback',
  'cancelIdleCallback',
  'setImmediate',
  'clearImmediate',
  'setInterval',
  'clearInterval',
  'setTimeout',
  'clearTimeout',
] as const;

afterEach(() => {
  jest.useRealTimers();
  document.documentElement.dir = '';
  document.documentElement.lang = '';
});

describe('DateTimeField', () => {
  it('formats date and time as the deployment configures', () => {
    show({ value: '2026-06-20T18:40', dateFormat: 'dd.mm' });
    expect(dateButton().textContent).toBe('Sat 20.06.2026');
    expect(timeButton().textContent).toBe('18:40');
  });

  it('formats midnight as 00, and as 12 in the 12-hour clock', () => {
    const { unmount } = render(
      <DateTimeField
        label="A"
        words={words}
        locale="en-US"
        now={0}
        value="2026-06-20T00:05"
        onChange={() => undefined}
      />,
    );
    expect(screen.getByRole('button', { name: 'A, Time, 00:05' })).toBeTruthy();
    unmount();
    show({ value: '2026-06-20T00:05', locale: 'en-US', hour12: true, dateFormat: 'ddmm' });
    expect(timeButton().textContent).toMatch(/^12:05\sAM$/);
    expect(dateButton().textContent).toBe('Sat 20/06/2026');
  });

  it('uses the Gregorian calendar in regions with another default', () => {
    show({ value: '2026-06-20T18:40', locale: 'fa-u-nu-latn' });
    expect(dateButton().textContent).toContain('2026');
  });

  it.each([
    ['Pacific/Kiritimati', '2026-06-21'],
    ['Pacific/Niue', '2026-06-20'],
  ])('takes today in %s for a time that is chosen first', async (timeZone, day) => {
    jest.useFakeTimers({ now: Date.parse('2026-06-20T23:30:00Z'), doNotFake: [...everythingButDate] });
    const { values } = show({ value: '', timeZone });
    await userEvent.click(timeButton());
    const minutes = await screen.findByRole('listbox', { name: 'Minutes' });
    await userEvent.click(within(minutes).getByRole('option', { name: '15' }));
    expect(values()).toEqual([`${day}T12:15`]);
  });

  it('is one labelled group whose error describes both halves', () => {
    show({ value: '2026-06-20T18:40', error: 'Too early.' });
    const group = screen.getByRole('group', { name: 'Starts' });
    for (const element of [group, dateButton(), timeButton()])
      expect(document.getElementById(element.getAttribute('aria-describedby') ?? '')?.textContent).toBe('Too early.');
  });

  it('selects a day by keyboard and keeps the time', async () => {
    const { values } = show({ value: '2026-06-20T18:40' });
    await userEvent.tab();
    await userEvent.keyboard('{Enter}');
    await screen.findByRole('grid');
    await focused(/20 June 2026/);
    await userEvent.keyboard('{ArrowRight}{ArrowDown}');
    await focused(/28 June 2026/);
    await userEvent.keyboard('{Enter}');
    expect(values()).toEqual(['2026-06-28T18:40']);
    await waitFor(() => expect(screen.queryByRole('grid')).toBeNull());
    await waitFor(() => expect(document.activeElement).toBe(dateButton()));
  });

  it('moves to the next day on the left arrow in a right-to-left page', async () => {
    document.documentElement.lang = 'ar';
    document.documentElement.dir = 'rtl';
    const { values } = show({ value: '2026-06-20T18:40', locale: 'ar-u-nu-latn' });
    await userEvent.click(dateButton());
    await screen.findByRole('grid');
    await focused(/20/);
    await userEvent.keyboard('{ArrowLeft}{Enter}');
    expect(values()).toEqual(['2026-06-21T18:40']);
  });

  it('takes noon until one is selected', async () => {
    const { values } = show({ value: '', min: '2030-03-01T00:00', max: '2030-03-31T23:59' });
    expect(dateButton().textContent).toBe('Choose…');
    await userEvent.click(dateButton());
    await userEvent.click(await screen.findByRole('button', { name: /12 March 2030/ }));
    expect(values()).toEqual(['2030-03-12T12:00']);
  });

  it('focuses the minutes after the hour, and closes after the minutes', async () => {
    const { values } = show({ value: '2026-06-20T18:40' });
    timeButton().focus();
    await userEvent.keyboard('{ArrowDown}');
    const minutes = await screen.findByRole('listbox', { name: 'Minutes' });
    expect(
      within(minutes)
        .getAllByRole('option')
        .map((row) => row.textContent)
        .slice(0, 3),
    ).toEqual(['00', '05', '10']);
    expect(within(minutes).getAllByRole('option')).toHaveLength(12);
    await focused(/^18$/);
    await userEvent.keyboard('{ArrowDown}{Enter}');
    await focused(/^40$/);
    await userEvent.keyboard('{ArrowDown}{Enter}');
    expect(values()).toEqual(['2026-06-20T19:40', '2026-06-20T19:45']);
    await waitFor(() => expect(screen.queryByRole('listbox')).toBeNull());
  });

  it('closes on the selected minutes and changes nothing', async () => {
    const { values } = show({ value: '2026-06-20T18:40' });
    await userEvent.click(timeButton());
    await userEvent.click(await screen.findByRole('option', { name: '40' }));
    await waitFor(() => expect(screen.queryByRole('listbox')).toBeNull());
    expect(values()).toEqual([]);
  });

  it('lists current minutes that are no multiple of five', async () => {
    show({ value: '2026-06-20T18:42' });
    await userEvent.click(timeButton());
    expect(await screen.findByRole('option', { name: '42', selected: true })).toBeTruthy();
  });

  it('offers no time before 2018 or before the earliest time of the day', async () => {
    const { values } = show({ value: '2018-01-01T00:00' });
    await userEvent.click(dateButton());
    await screen.findByRole('grid');
    expect(screen.getByRole('button', { name: 'Previous month' })).toHaveProperty('disabled', true);
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('grid')).toBeNull());
    expect(values()).toEqual([]);
  });

  it('clamps a selection before the earliest time to that time', async () => {
    const { values } = show({ value: '2026-06-20T18:40', min: '2026-06-15T19:30' });
    await userEvent.click(dateButton());
    await userEvent.click(await screen.findByRole('button', { name: /15 June 2026/ }));
    expect(values()).toEqual(['2026-06-15T19:30']);
    await userEvent.click(timeButton());
    const hours = await screen.findByRole('listbox', { name: 'Hours' });
    expect(within(hours).getByRole('option', { name: '18' }).getAttribute('aria-disabled')).toBe('true');
    expect(within(hours).getByRole('option', { name: '19' }).getAttribute('aria-disabled')).toBeNull();
  });

  it('shows only the date with dateOnly', async () => {
    const { values } = show({ value: '2026-06-20', dateOnly: true });
    expect(screen.queryByRole('button', { name: /Time/ })).toBeNull();
    await userEvent.click(dateButton());
    await userEvent.click(await screen.findByRole('button', { name: /21 June 2026/ }));
    expect(values()).toEqual(['2026-06-21']);
  });

  it.each([{ readOnly: true }, { disabled: true }])('does not open when it is %j', async (off) => {
    show({ value: '2026-06-20T18:40', ...off });
    await userEvent.click(dateButton());
    timeButton().focus();
    await userEvent.keyboard('{ArrowDown}{Enter}');
    expect(dateButton().getAttribute('aria-expanded')).toBe('false');
    expect(timeButton().getAttribute('aria-expanded')).toBe('false');
  });
});
