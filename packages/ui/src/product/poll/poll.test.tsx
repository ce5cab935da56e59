import '../../test/css-escape';
import { describe, expect, it, jest } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Poll } from './poll';

const options = [
  { id: 'a', text: '07:30', percent: 24, share: '24 %' },
  { id: 'b', text: '08:15', percent: 59, share: '59 %', mine: true },
  { id: 'c', text: '09:00', percent: 17, share: '17 %' },
];
const shown = { label: 'When?', mineLabel: 'Your choice', options };

describe('Poll', () => {
  it('has one tab stop at the own choice; arrows move the focus, and only Space or Enter votes', async () => {
    const vote = jest.fn();
    render(<Poll {...shown} onVote={vote} />);
    await userEvent.tab();
    expect(document.activeElement).toBe(screen.getByRole('radio', { name: '08:15 59 %', checked: true }));
    await userEvent.keyboard('{ArrowDown}');
    expect(document.activeElement).toBe(screen.getByRole('radio', { name: '09:00 17 %' }));
    expect(vote).not.toHaveBeenCalled();
    await userEvent.keyboard(' ');
    expect(vote.mock.calls).toEqual([['c']]);
    await userEvent.keyboard('{ArrowDown}{Enter}');
    expect(vote.mock.calls).toEqual([['c'], ['a']]);
  });

  it('reverses the arrow keys in a right-to-left page', async () => {
    render(
      <div dir="rtl">
        <Poll {...shown} onVote={jest.fn()} />
      </div>,
    );
    await userEvent.tab();
    await userEvent.keyboard('{ArrowLeft}');
    expect(document.activeElement).toBe(screen.getByRole('radio', { name: '09:00 17 %' }));
    await userEvent.keyboard('{ArrowRight}{ArrowRight}');
    expect(document.activeElement).toBe(screen.getByRole('radio', { name: '07:30 24 %' }));
  });

  it('shows checkboxes for several answers, each with a tab stop', async () => {
    const vote = jest.fn();
    render(<Poll {...shown} multiple onVote={vote} />);
    expect(screen.getAllByRole('checkbox')).toHaveLength(3);
    await userEvent.tab();
    await userEvent.tab();
    await userEvent.keyboard(' ');
    expect(vote.mock.calls).toEqual([['b']]);
  });

  it('ignores presses while a vote is pending', async () => {
    const vote = jest.fn();
    render(<Poll {...shown} options={[{ ...options[0]!, pending: true }]} onVote={vote} />);
    await userEvent.click(screen.getByRole('radio'));
    expect(vote).not.toHaveBeenCalled();
  });

  it('has no controls once it has ended, and announces the own choice', () => {
    render(<Poll {...shown} ended meta={['29 votes', 'Ended Friday']} />);
    expect(screen.queryByRole('radio')).toBeNull();
    expect(screen.queryByRole('button')).toBeNull();
    const own = screen.getByRole('img', { name: 'Your choice' });
    expect(own.closest('li')?.textContent).toContain('08:15');
    expect(screen.getByText('Ended Friday')).toBeTruthy();
  });
});
