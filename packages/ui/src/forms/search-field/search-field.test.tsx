import { useState } from 'react';
import { describe, expect, it } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { SearchField } from './search-field';

function Shown({ pending = false }: { pending?: boolean }) {
  const [value, setValue] = useState('');
  return (
    <SearchField
      label="Search chats"
      value={value}
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
