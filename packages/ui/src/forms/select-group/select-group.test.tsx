import '../../test/css-escape';
import { describe, expect, it, jest } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { SelectGroup } from './select-group';

const groups = [
  { id: 'pit', name: 'Pit wall 27', tone: 'var(--group-2)' },
  { id: 'officials', name: 'Officials' },
];

describe('SelectGroup', () => {
  it('shows the icon of the selected group in its button, and reports another selection by its id', async () => {
    const change = jest.fn();
    render(<SelectGroup label="For" groups={groups} value="pit" onChange={change} />);
    const button = screen.getByRole('button', { name: 'For, Pit wall 27' });
    expect(button.querySelectorAll('svg')).toHaveLength(2);
    await userEvent.click(button);
    await userEvent.click(await screen.findByRole('option', { name: 'Officials' }));
    expect(change.mock.calls).toEqual([['officials']]);
  });
});
