import '../../test/css-escape';
import { useState } from 'react';
import { describe, expect, it } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Stars, StarsInput } from './stars';

function Shown({ disabled = false }) {
  const [value, setValue] = useState<number | null>(null);
  return (
    <StarsInput
      label="Your rating"
      value={value}
      onChange={setValue}
      starLabel={(star) => `${star} of 5`}
      disabled={disabled}
    />
  );
}

describe('StarsInput', () => {
  it('is a radio group of five that selects on press and with arrows', async () => {
    render(<Shown />);
    expect(screen.getByRole('radiogroup', { name: 'Your rating' })).toBeTruthy();
    expect(screen.getAllByRole('radio')).toHaveLength(5);
    await userEvent.click(screen.getByRole('radio', { name: '3 of 5' }));
    expect(screen.getByRole('radio', { name: '3 of 5', checked: true })).toBeTruthy();
    await userEvent.keyboard('{ArrowRight}');
    expect(screen.getByRole('radio', { name: '4 of 5', checked: true })).toBeTruthy();
  });

  it('reports nothing while disabled', async () => {
    render(<Shown disabled />);
    await userEvent.click(screen.getByRole('radio', { name: '3 of 5' }));
    expect(screen.queryByRole('radio', { checked: true })).toBeNull();
  });
});

describe('Stars', () => {
  it('has its value as its name', () => {
    render(<Stars value={4.2} label="4.2 of 5" />);
    expect(screen.getByRole('img', { name: '4.2 of 5' })).toBeTruthy();
  });
});
