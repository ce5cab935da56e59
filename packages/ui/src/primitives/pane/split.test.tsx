import { afterEach, describe, expect, it } from '@jest/globals';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useEffect, useState } from 'react';
import { Pane, Split } from './pane';
import { isOpenedByKey } from './use-split-focus';

afterEach(() => {
  cleanup();
  window.location.hash = '';
});

function Chats() {
  const [address, setAddress] = useState('');
  useEffect(() => {
    const follow = () => setAddress(window.location.hash);
    window.addEventListener('hashchange', follow);
    return () => window.removeEventListener('hashchange', follow);
  }, []);
  return (
    <Split show={address.length > 1 ? 'detail' : 'list'}>
      <Pane part="list" label="Chats">
        <a href="#/one">One</a>
        <a href="#/two">Two</a>
      </Pane>
      <Pane key={address} part="detail" label={`Chat ${address || 'none'}`}>
        <input aria-label="Write" />
      </Pane>
    </Split>
  );
}
const detail = (address: string) => screen.findByRole('region', { name: `Chat ${address}` });
const link = (name: string) => screen.getByRole('link', { name });

describe('Split', () => {
  it('focuses the detail that Enter opened, and the row again on Escape', async () => {
    render(<Chats />);
    link('Two').focus();
    await userEvent.keyboard('{Enter}');
    expect(document.activeElement).toBe(await detail('#/two'));
    expect(isOpenedByKey()).toBe(true);
    await userEvent.tab();
    expect(document.activeElement).toBe(screen.getByLabelText('Write'));
    expect(isOpenedByKey()).toBe(false);
    await userEvent.keyboard('{Escape}');
    expect(document.activeElement).toBe(link('Two'));
  });

  it('focuses the detail also when the list renders between the press and the change of the page', async () => {
    const { rerender } = render(<Chats />);
    link('One').focus();
    fireEvent.click(link('One'), { detail: 0 });
    // The browser changes the address at once and sends its event later.
    window.location.hash = '#/one';
    rerender(<Chats />);
    expect(screen.getByRole('region', { name: 'Chat none' })).toBe(document.activeElement);
    const opened = await detail('#/one');
    expect(document.activeElement).toBe(opened);
    await userEvent.tab();
    rerender(<Chats />);
    expect(document.activeElement).toBe(screen.getByLabelText('Write'));
  });

  it('does not move the focus after a pointer press', async () => {
    render(<Chats />);
    await userEvent.click(link('One'));
    await detail('#/one');
    expect(document.activeElement).toBe(link('One'));
    expect(isOpenedByKey()).toBe(false);
  });

  it('focuses the row again when only the list is visible', async () => {
    render(<Chats />);
    link('One').focus();
    await userEvent.keyboard('{Enter}');
    await detail('#/one');
    window.location.hash = '#';
    await detail('none');
    expect(document.activeElement).toBe(link('One'));
  });
});
