import '../../test/css-escape';
import { useState } from 'react';
import { describe, expect, it, jest } from '@jest/globals';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Button } from '../../primitives/button/button';
import { ActionSheet, ConfirmDialog, Sheet } from './sheet';

function Opened({ children }: { children: (open: boolean, close: () => void) => React.ReactNode }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onPress={() => setOpen(true)}>Open</Button>
      {children(open, () => setOpen(false))}
    </>
  );
}
const open = () => userEvent.click(screen.getByRole('button', { name: 'Open' }));

describe('Sheet', () => {
  it('is a dialog named by its title, with the focus inside', async () => {
    render(
      <Opened>
        {(shown, close) => (
          <Sheet open={shown} onClose={close} title="Who likes this" closeLabel="Close">
            <a href="#petra">Petra</a>
          </Sheet>
        )}
      </Opened>,
    );
    await open();
    const dialog = await screen.findByRole('dialog', { name: 'Who likes this' });
    await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true));
    for (let i = 0; i < 4; i++) {
      await userEvent.tab();
      expect(dialog.contains(document.activeElement)).toBe(true);
    }
  });

  it('closes on Escape and restores the focus', async () => {
    render(
      <Opened>
        {(shown, close) => (
          <Sheet open={shown} onClose={close} title="Who likes this">
            Petra
          </Sheet>
        )}
      </Opened>,
    );
    await open();
    await screen.findByRole('dialog');
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Open' })));
  });
});

describe('Sheet with a text', () => {
  it('stays open on the Escape that rejects a word of an input method', async () => {
    render(
      <Opened>
        {(shown, close) => (
          <Sheet open={shown} onClose={close} title="Report">
            <input aria-label="Reason" />
          </Sheet>
        )}
      </Opened>,
    );
    await open();
    const reason = await screen.findByRole('textbox', { name: 'Reason' });
    fireEvent.keyDown(reason, { key: 'Escape', keyCode: 229 });
    fireEvent.keyDown(reason, { key: 'Escape', isComposing: true });
    expect(screen.getByRole('dialog')).toBeTruthy();
    fireEvent.keyDown(reason, { key: 'Escape', keyCode: 27 });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});

describe('ActionSheet', () => {
  it('closes before it calls the action, and puts Cancel last', async () => {
    const report = jest.fn();
    render(
      <Opened>
        {(shown, close) => (
          <ActionSheet
            open={shown}
            onClose={close}
            label="Actions"
            cancelLabel="Cancel"
            actions={[{ id: 'report', label: 'Report', onPress: report }]}
          />
        )}
      </Opened>,
    );
    await open();
    await screen.findByRole('dialog', { name: 'Actions' });
    await userEvent.click(screen.getByRole('button', { name: 'Report' }));
    expect(report).toHaveBeenCalledTimes(1);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});

describe('ConfirmDialog', () => {
  const texts = { title: 'Delete?', confirmLabel: 'Delete', cancelLabel: 'Cancel' };

  it('is an alert dialog and confirms once', async () => {
    const confirm = jest.fn();
    render(
      <Opened>
        {(shown, close) => <ConfirmDialog {...texts} open={shown} onClose={close} onConfirm={confirm} />}
      </Opened>,
    );
    await open();
    await screen.findByRole('alertdialog', { name: 'Delete?' });
    await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
    expect(confirm).toHaveBeenCalledTimes(1);
  });

  it('cannot be closed or confirmed again while pending', async () => {
    const confirm = jest.fn();
    render(
      <Opened>
        {(shown, close) => <ConfirmDialog {...texts} pending open={shown} onClose={close} onConfirm={confirm} />}
      </Opened>,
    );
    await open();
    await screen.findByRole('alertdialog');
    await userEvent.keyboard('{Escape}');
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
    expect(screen.queryByRole('alertdialog')).toBeTruthy();
    expect(confirm).not.toHaveBeenCalled();
  });

  it('does not submit the form around it', async () => {
    const outer = jest.fn();
    render(
      <form onSubmit={outer}>
        <Opened>{(shown, close) => <ConfirmDialog {...texts} open={shown} onClose={close} onConfirm={close} />}</Opened>
      </form>,
    );
    await open();
    await screen.findByRole('alertdialog');
    await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(outer).not.toHaveBeenCalled();
  });
});
