import '../test-escape';
import { useState } from 'react';
import { describe, expect, it, jest } from '@jest/globals';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Select } from './select';

const options = [
  { id: 'driver', label: 'Driver' },
  { id: 'crew', label: 'Team crew' },
  { id: 'official', label: 'Official' },
];

function Chosen({ onChange }: { onChange: (value: string) => void }) {
  const [value, setValue] = useState<string | null>(null);
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

describe('Select', () => {
  it('is chosen from by keyboard, and shows the choice', async () => {
    const change = jest.fn();
    render(<Chosen onChange={change} />);
    await userEvent.tab();
    await userEvent.keyboard('{ArrowDown}');
    await screen.findByRole('listbox', { name: 'Type' });
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Driver'));
    await userEvent.keyboard('{ArrowDown}{Enter}');
    expect(change.mock.calls).toEqual([['crew']]);
    await waitFor(() => expect(screen.queryByRole('listbox')).toBeNull());
    expect(screen.getByRole('button', { name: 'Type, Team crew' })).toBeTruthy();
  });

  it('is chosen from by pointer', async () => {
    const change = jest.fn();
    render(<Chosen onChange={change} />);
    await userEvent.click(screen.getByRole('button', { name: 'Type, Choose…' }));
    await userEvent.click(await screen.findByRole('option', { name: 'Official' }));
    expect(change.mock.calls).toEqual([['official']]);
  });

  it('changes nothing when left by Escape', async () => {
    const change = jest.fn();
    render(<Chosen onChange={change} />);
    await userEvent.click(screen.getByRole('button', { name: 'Type, Choose…' }));
    await screen.findByRole('listbox');
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('listbox')).toBeNull());
    expect(change).not.toHaveBeenCalled();
  });

  it('ties its error to the button', () => {
    render(<Select label="Type" value={null} options={options} onChange={() => undefined} error="Choose a type." />);
    const button = screen.getByRole('button', { name: 'Type' });
    expect(document.getElementById(button.getAttribute('aria-describedby') ?? '')?.textContent).toBe('Choose a type.');
  });
});
