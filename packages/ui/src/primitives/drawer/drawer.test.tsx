import { describe, expect, it } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Bell } from 'lucide-react';
import { Drawers } from './drawer';

describe('Drawers', () => {
  it('opens one drawer at a time and closes it again', async () => {
    render(
      <Drawers
        items={[
          { id: 'a', icon: Bell, title: 'Notifications', children: 'Inside one' },
          { id: 'b', icon: Bell, title: 'Password', children: 'Inside two' },
        ]}
      />,
    );
    await userEvent.click(screen.getByRole('button', { name: 'Notifications', expanded: false }));
    expect(screen.queryByText('Inside one')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Password' }));
    expect(screen.queryByText('Inside one')).toBeNull();
    expect(screen.queryByText('Inside two')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Password', expanded: true }));
    expect(screen.queryByText('Inside two')).toBeNull();
  });
});
