import '../../test/css-escape';
import { useState } from 'react';
import { describe, expect, it, jest } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { NoticeCard } from './notice-card';

const move = jest.fn();
function Shown() {
  const [open, setOpen] = useState(false);
  return (
    <NoticeCard
      title="Noise limit"
      meta="Circuit · 11:20"
      newLabel="new"
      open={open}
      onToggle={() => setOpen(!open)}
      actions={
        <button type="button" onClick={move}>
          Move up
        </button>
      }
    >
      <p>Quiet after 22:00.</p>
    </NoticeCard>
  );
}

describe('NoticeCard', () => {
  it('expands and collapses on a press on its title, and announces that it is new', async () => {
    render(<Shown />);
    const title = screen.getByRole('button', { name: 'Noise limit new', expanded: false });
    expect(screen.getByRole('article', { name: 'Noise limit new' })).toBeTruthy();
    title.focus();
    await userEvent.keyboard('{Enter}');
    expect(screen.getByText('Quiet after 22:00.')).toBeTruthy();
    expect(title.getAttribute('aria-expanded')).toBe('true');
    await userEvent.click(title);
    expect(screen.queryByText('Quiet after 22:00.')).toBeNull();
  });

  it('does not toggle on a press on its other actions', async () => {
    render(<Shown />);
    await userEvent.click(screen.getByRole('button', { name: 'Move up' }));
    expect(move).toHaveBeenCalledTimes(1);
    expect(screen.queryByText('Quiet after 22:00.')).toBeNull();
  });
});
