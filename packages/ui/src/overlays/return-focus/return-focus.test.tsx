import '../../test/css-escape';
import { useState } from 'react';
import { describe, expect, it } from '@jest/globals';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Button } from '../../primitives/button/button';
import { Menu } from '../menu/menu';
import { ConfirmDialog, Sheet } from '../sheet/sheet';
import { ReturnFocus } from './return-focus';

const texts = { title: 'Remove?', confirmLabel: 'Confirm', cancelLabel: 'Cancel' };
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const focused = (name: string) =>
  waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name })), { timeout: 2000 });
const closed = () => waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());

/** Keys, each with a button that removes it after a question; the row stays until the list has loaded. */
function Keys({ names, delayMs = 0 }: { names: string[]; delayMs?: number }) {
  const [rows, setRows] = useState(names);
  const [asked, setAsked] = useState<string>();
  return (
    <>
      {rows.map((name) => (
        <Button key={name} onPress={() => setAsked(name)}>
          {name}
        </Button>
      ))}
      <Button>Add</Button>
      <ConfirmDialog
        {...texts}
        open={asked !== undefined}
        onClose={() => setAsked(undefined)}
        onConfirm={() => {
          setAsked(undefined);
          setTimeout(() => setRows((now) => now.filter((name) => name !== asked)), delayMs);
        }}
      />
    </>
  );
}

describe(ReturnFocus, () => {
  it.each([0, 400])('moves to the next control when the act removes its own after %d ms', async (delayMs) => {
    render(<Keys names={['Laptop', 'Phone']} delayMs={delayMs} />);
    await press('Laptop');
    await screen.findByRole('alertdialog');
    await press('Confirm');
    await closed();
    await focused('Phone');
    await press('Phone');
    await screen.findByRole('alertdialog');
    await press('Confirm');
    await closed();
    await focused('Add');
  });

  it('returns to the button of the menu that opened a dialog', async () => {
    function Acts() {
      const [isOpen, setOpen] = useState(false);
      return (
        <>
          <Menu label="More" items={[{ id: 'end', label: 'End', onPress: () => setOpen(true) }]} />
          <ConfirmDialog {...texts} open={isOpen} onClose={() => setOpen(false)} onConfirm={() => undefined} />
        </>
      );
    }
    render(<Acts />);
    await press('More');
    await userEvent.click(await screen.findByRole('menuitem', { name: 'End' }));
    await screen.findByRole('alertdialog');
    await press('Cancel');
    await closed();
    await focused('More');
  });

  it('returns to the first control after one dialog took the place of another', async () => {
    function Address() {
      const [shown, setShown] = useState<'address' | 'question'>();
      const close = () => setShown(undefined);
      return (
        <>
          <Button onPress={() => setShown('address')}>Open</Button>
          {shown === 'address' && (
            <Sheet open onClose={close} title="Address">
              <Button onPress={() => setShown('question')}>Renew</Button>
            </Sheet>
          )}
          {shown === 'question' && <ConfirmDialog {...texts} open onClose={close} onConfirm={close} />}
        </>
      );
    }
    render(<Address />);
    await press('Open');
    await screen.findByRole('dialog');
    await press('Renew');
    await screen.findByRole('alertdialog');
    await press('Confirm');
    await closed();
    await focused('Open');
  });

  it('leaves the focus where the member has moved it', async () => {
    render(<Keys names={['Laptop']} delayMs={300} />);
    await press('Laptop');
    await screen.findByRole('alertdialog');
    await press('Confirm');
    await closed();
    await userEvent.click(document.body);
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Laptop' })).toBeNull());
    await new Promise((resolve) => setTimeout(resolve, 400));
    expect(document.activeElement).toBe(document.body);
  });
});
