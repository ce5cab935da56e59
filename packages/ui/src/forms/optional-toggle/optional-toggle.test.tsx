import { useState } from 'react';
import { describe, expect, it } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { TextInput } from '../field/field';
import { OptionalToggle } from './optional-toggle';

function Held() {
  const [open, setOpen] = useState(false);
  return (
    <OptionalToggle label="Set an end" value={open} onChange={setOpen}>
      <TextInput label="Ends" />
    </OptionalToggle>
  );
}

describe('OptionalToggle', () => {
  it('renders its fields only while it is on, by pointer and by keyboard', async () => {
    render(<Held />);
    expect(screen.queryByRole('textbox', { name: 'Ends' })).toBeNull();
    await userEvent.click(screen.getByText('Set an end'));
    expect(screen.getByRole('switch', { name: 'Set an end', checked: true })).toBeTruthy();
    expect(screen.getByRole('textbox', { name: 'Ends' })).toBeTruthy();
    await userEvent.keyboard(' ');
    expect(screen.queryByRole('textbox', { name: 'Ends' })).toBeNull();
  });
});
