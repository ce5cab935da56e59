import { useState } from 'react';
import { describe, expect, it, jest } from '@jest/globals';
import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { SearchField } from './search-field';

function Shown({ pending = false, onKeyDown }: { pending?: boolean; onKeyDown?: () => void }) {
  const [value, setValue] = useState('');
  return (
    <SearchField
      label="Search chats"
      value={value}
      onKeyDown={onKeyDown}
      onChange={setValue}
      clearLabel="Clear"
      pending={pending}
      pendingLabel="Searching…"
    />
  );
}
const box = () => screen.getByRole('searchbox', { name: 'Search chats' });

describe('SearchField', () => {
  it('clears on Escape', async () => {
    render(<Shown />);
    await userEvent.type(box(), 'pit{Escape}');
    expect(box()).toHaveProperty('value', '');
  });

  it.each([{ isComposing: true }, { keyCode: 229 }])(
    'keeps its text on the Escape of an input method: %j',
    async (key) => {
      const onKeyDown = jest.fn();
      render(<Shown onKeyDown={onKeyDown} />);
      await userEvent.type(box(), 'pit');
      onKeyDown.mockClear();
      fireEvent.keyDown(box(), { key: 'Escape', ...key });
      fireEvent.keyDown(box(), { key: 'Enter', ...key });
      expect(box()).toHaveProperty('value', 'pit');
      expect(onKeyDown).not.toHaveBeenCalled();
    },
  );

  it('clears on its button, which returns the focus', async () => {
    render(<Shown />);
    await userEvent.type(box(), 'pit');
    await userEvent.click(screen.getByRole('button', { name: 'Clear' }));
    expect(box()).toHaveProperty('value', '');
    expect(document.activeElement).toBe(box());
  });

  it('announces that it searches', () => {
    render(<Shown pending />);
    expect(screen.getByRole('status').textContent).toBe('Searching…');
  });
});
