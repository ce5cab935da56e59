import '../../test/css-escape';
import { useState } from 'react';
import { describe, expect, it, jest } from '@jest/globals';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Select, SelectOrText } from './select';

const options = [
  { id: 'driver', label: 'Driver' },
  { id: 'crew', label: 'Team crew' },
  { id: 'official', label: 'Official' },
];

function Chosen({ onChange, first = null }: { onChange: (value: string) => void; first?: string | null }) {
  const [value, setValue] = useState(first);
  return (
    <Select
      label="Type"
      placeholder="Choose…"
      value={value}
      options={options}
      onChange={(next) => {
        setValue(next);
        onChange(next);
      }}
    />
  );
}

/** Returns the focused row; its text alone is ambiguous, because the button shows the selection too. */
const focusedOption = () => document.activeElement?.closest('[role=option]')?.textContent;

describe('Select', () => {
  it('selects by keyboard and shows the selection', async () => {
    const change = jest.fn();
    render(<Chosen onChange={change} />);
    await userEvent.tab();
    await userEvent.keyboard('{ArrowDown}');
    await screen.findByRole('listbox', { name: 'Type' });
    await waitFor(() => expect(focusedOption()).toBe('Driver'));
    await userEvent.keyboard('{ArrowDown}');
    await waitFor(() => expect(focusedOption()).toBe('Team crew'));
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(change.mock.calls).toEqual([['crew']]));
    await waitFor(() => expect(screen.queryByRole('listbox')).toBeNull());
    expect(screen.getByRole('button', { name: 'Type, Team crew' })).toBeTruthy();
  });

  it('selects on press', async () => {
    const change = jest.fn();
    render(<Chosen onChange={change} />);
    await userEvent.click(screen.getByRole('button', { name: 'Type, Choose…' }));
    await userEvent.click(await screen.findByRole('option', { name: 'Official' }));
    expect(change.mock.calls).toEqual([['official']]);
  });

  it('changes nothing on Escape', async () => {
    const change = jest.fn();
    render(<Chosen onChange={change} />);
    await userEvent.click(screen.getByRole('button', { name: 'Type, Choose…' }));
    await screen.findByRole('listbox');
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('listbox')).toBeNull());
    expect(change).not.toHaveBeenCalled();
  });

  it('changes on Enter on another option, and only closes on Enter on the selected one', async () => {
    const change = jest.fn();
    render(<Chosen onChange={change} first="driver" />);
    await userEvent.tab();
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(focusedOption()).toBe('Driver'));
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(screen.queryByRole('listbox')).toBeNull());
    expect(change).not.toHaveBeenCalled();
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Type, Driver' })));
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(focusedOption()).toBe('Driver'));
    await userEvent.keyboard('{ArrowDown}');
    await waitFor(() => expect(focusedOption()).toBe('Team crew'));
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(change.mock.calls).toEqual([['crew']]));
  });

  it('shows its selection but does not open when it is read-only', async () => {
    render(<Select label="Type" value="crew" options={options} onChange={() => undefined} readOnly />);
    const button = screen.getByRole('button', { name: 'Type, Team crew' });
    await userEvent.click(button);
    await userEvent.keyboard('{ArrowDown}');
    expect(button.getAttribute('aria-expanded')).toBe('false');
  });

  it('describes the button by its error', () => {
    render(<Select label="Type" value={null} options={options} onChange={() => undefined} error="Choose a type." />);
    const button = screen.getByRole('button', { name: 'Type' });
    expect(document.getElementById(button.getAttribute('aria-describedby') ?? '')?.textContent).toBe('Choose a type.');
  });
});

function Written({ onChange, first = null }: { onChange: (value: string) => void; first?: string | null }) {
  const [value, setValue] = useState(first);
  return (
    <SelectOrText
      label="Type"
      textLabel="Which one?"
      value={value}
      options={options}
      onChange={(next) => {
        setValue(next);
        onChange(next);
      }}
    />
  );
}

describe('SelectOrText', () => {
  it('opens an input for its last option, and its text is the value', async () => {
    const change = jest.fn();
    render(<Written onChange={change} />);
    expect(screen.queryByRole('textbox')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Type' }));
    await userEvent.click(await screen.findByRole('option', { name: 'Official' }));
    const text = await screen.findByRole('textbox', { name: 'Which one?' });
    await userEvent.type(text, 'crew');
    expect(change.mock.calls.map(([value]) => value)).toEqual(['', 'c', 'cr', 'cre', 'crew']);
    expect(text).toHaveProperty('value', 'crew');
  });

  it('shows a custom text as the last option with the input open', () => {
    render(<Written onChange={() => undefined} first="Marshal" />);
    expect(screen.getByRole('button', { name: 'Type, Official' })).toBeTruthy();
    expect(screen.getByRole('textbox', { name: 'Which one?' })).toHaveProperty('value', 'Marshal');
  });

  it('closes the input for another option', async () => {
    const change = jest.fn();
    render(<Written onChange={change} first="Marshal" />);
    await userEvent.click(screen.getByRole('button', { name: 'Type, Official' }));
    await userEvent.click(await screen.findByRole('option', { name: 'Driver' }));
    expect(change.mock.calls).toEqual([['driver']]);
    expect(screen.queryByRole('textbox')).toBeNull();
  });

  it('sets its error and id on the invalid control', () => {
    const given = {
      id: 'job',
      label: 'Type',
      textLabel: 'Which one?',
      options,
      onChange: () => undefined,
      error: 'No.',
    };
    const { rerender } = render(<SelectOrText {...given} value={null} />);
    expect(screen.getByRole('button', { name: 'Type' }).id).toBe('job');
    rerender(<SelectOrText {...given} value="Marshal" />);
    const text = screen.getByRole('textbox', { name: 'Which one?' });
    expect(text.id).toBe('job');
    expect(text.getAttribute('aria-invalid')).toBe('true');
    expect(screen.getAllByText('No.')).toHaveLength(1);
  });
});
