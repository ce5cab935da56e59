import '../../test/css-escape';
import { useState } from 'react';
import { describe, expect, it, jest } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ColorField } from './color-field';

const options = ['Red', 'Orange', 'Amber', 'Olive', 'Green', 'Teal'].map((label, index) => ({
  id: `#00000${index}`,
  label,
  tone: `var(--group-${index + 1})`,
}));

function show(props: { readOnly?: boolean; error?: string } = {}) {
  const change = jest.fn<(value: string) => void>();
  function Held() {
    const [value, setValue] = useState<string | null>('#000001');
    return (
      <ColorField
        label="Colour"
        required
        {...props}
        options={options}
        value={value}
        onChange={(next) => {
          change(next);
          setValue(next);
        }}
      />
    );
  }
  render(<Held />);
  return () => change.mock.calls.map(([value]) => value);
}

describe('ColorField', () => {
  it('is a radio group of named colours with one tab stop at the selected colour', async () => {
    show({ error: 'Choose a colour.' });
    const group = screen.getByRole('radiogroup', { name: 'Colour' });
    expect(group.getAttribute('aria-required')).toBe('true');
    expect(document.getElementById(group.getAttribute('aria-describedby') ?? '')?.textContent).toBe('Choose a colour.');
    await userEvent.tab();
    expect(document.activeElement).toBe(screen.getByRole('radio', { name: 'Orange', checked: true }));
  });

  it('selects on press', async () => {
    const values = show();
    await userEvent.click(screen.getByRole('radio', { name: 'Teal' }));
    expect(values()).toEqual(['#000005']);
    expect(screen.getByRole('radio', { name: 'Teal', checked: true })).toBeTruthy();
  });

  it('moves by rows of four with up and down, and stops at the edge', async () => {
    const values = show();
    await userEvent.tab();
    await userEvent.keyboard('{ArrowDown}');
    expect(document.activeElement).toBe(screen.getByRole('radio', { name: 'Teal', checked: true }));
    await userEvent.keyboard('{ArrowDown}');
    await userEvent.keyboard('{ArrowUp}');
    expect(values()).toEqual(['#000005', '#000001']);
  });

  it('moves sideways with left and right', async () => {
    const values = show();
    await userEvent.tab();
    await userEvent.keyboard('{ArrowRight}');
    expect(values()).toEqual(['#000002']);
  });

  it('cannot be changed when it is read-only', async () => {
    const values = show({ readOnly: true });
    await userEvent.click(screen.getByRole('radio', { name: 'Teal' }));
    expect(values()).toEqual([]);
  });
});
