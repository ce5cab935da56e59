import '../../test/css-escape';
import { describe, expect, it, jest } from '@jest/globals';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Menu } from './menu';

function show() {
  const edit = jest.fn();
  const remove = jest.fn();
  render(
    <Menu
      label="More"
      items={[
        { id: 'edit', label: 'Edit', onPress: edit },
        { id: 'off', label: 'Not now', disabled: true },
        { id: 'remove', label: 'Delete', danger: true, onPress: remove },
      ]}
    />,
  );
  return { edit, remove, trigger: screen.getByRole('button', { name: 'More' }) };
}
const named = async (name: string) => waitFor(() => expect(document.activeElement?.textContent).toBe(name));

describe('Menu', () => {
  it('opens on the arrow key with the first row focused', async () => {
    const { trigger } = show();
    trigger.focus();
    await userEvent.keyboard('{ArrowDown}');
    await screen.findByRole('menu', { name: 'More' });
    await named('Edit');
    expect(trigger.getAttribute('aria-expanded')).toBe('true');
  });

  it.each(['{Enter}', ' '])('opens on the key "%s" with the first row focused', async (key) => {
    show();
    await userEvent.tab();
    await userEvent.keyboard(key);
    await screen.findByRole('menu', { name: 'More' });
    await named('Edit');
  });

  it('skips disabled items with the arrows; Enter presses the item and closes', async () => {
    const { remove, edit, trigger } = show();
    await userEvent.click(trigger);
    await screen.findByRole('menu');
    await named('Edit');
    await userEvent.keyboard('{ArrowDown}');
    await named('Delete');
    await userEvent.keyboard('{Enter}');
    expect(remove).toHaveBeenCalledTimes(1);
    expect(edit).not.toHaveBeenCalled();
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
  });

  it('closes on Escape and restores the focus', async () => {
    const { trigger } = show();
    await userEvent.click(trigger);
    await screen.findByRole('menu');
    await named('Edit');
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
    await waitFor(() => expect(document.activeElement).toBe(trigger));
  });
});
