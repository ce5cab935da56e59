import '../../test/css-escape';
import { useState } from 'react';
import { describe, expect, it } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Segmented } from './segmented';

function Shown() {
  const [value, setValue] = useState<'all' | 'groups' | 'people'>('all');
  return (
    <>
      <Segmented
        label="Which chats"
        value={value}
        onChange={setValue}
        options={[
          { id: 'all', label: 'All' },
          { id: 'groups', label: 'Groups' },
          { id: 'people', label: 'People' },
        ]}
      />
      <button type="button">After</button>
    </>
  );
}

describe('Segmented', () => {
  it('has one tab stop and selects with the arrow keys', async () => {
    render(<Shown />);
    await userEvent.tab();
    expect(document.activeElement).toBe(screen.getByRole('radio', { name: 'All' }));
    await userEvent.keyboard('{ArrowRight}');
    expect(screen.getByRole('radio', { name: 'Groups', checked: true })).toBeTruthy();
    await userEvent.tab();
    expect(document.activeElement?.textContent).toBe('After');
  });

  it('selects on press and has a group name', async () => {
    render(<Shown />);
    await userEvent.click(screen.getByText('People'));
    expect(screen.getByRole('radiogroup', { name: 'Which chats' })).toBeTruthy();
    expect(screen.getByRole('radio', { name: 'People', checked: true })).toBeTruthy();
  });
});
