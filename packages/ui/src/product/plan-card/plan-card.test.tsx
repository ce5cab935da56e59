import '../../test/css-escape';
import { useState } from 'react';
import { describe, expect, it } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { PlanCards } from './plan-card';

function Shown() {
  const [value, setValue] = useState<string | null>(null);
  return (
    <PlanCards
      label="Plans"
      value={value}
      onChange={setValue}
      plans={[
        { id: 'crew', name: 'Crew', price: '€0', tag: 'Current' },
        { id: 'engineer', name: 'Engineer', price: '€18.00', period: 'a month' },
        { id: 'season', name: 'Season pass', price: '€129.00', pending: true },
      ]}
    />
  );
}

describe('PlanCards', () => {
  it('selects one plan on press and with arrows, and announces its price and tag', async () => {
    render(<Shown />);
    await userEvent.click(screen.getByText('Crew'));
    expect(screen.getByRole('radio', { name: 'Crew Current €0', checked: true })).toBeTruthy();
    await userEvent.keyboard('{ArrowDown}');
    expect(screen.getByRole('radio', { name: /^Engineer/, checked: true })).toBeTruthy();
  });

  it('cannot be selected while its purchase is pending', async () => {
    render(<Shown />);
    await userEvent.click(screen.getByText('Season pass'));
    expect(screen.queryByRole('radio', { checked: true })).toBeNull();
  });
});
