import { useState } from 'react';
import { CheckCheck, Flag, Pencil } from 'lucide-react';
import { Banner, OfflineStrip } from '../../primitives/banner/banner';
import { Button } from '../../primitives/button/button';
import { PasswordInput } from '../../forms/field/field';
import { Menu } from '../menu/menu';
import { ActionSheet, ConfirmDialog, Sheet } from './sheet';
import { ToastRegion, toast } from '../toast/toast';
import { Board } from '../../gallery/board';

const nothing = () => undefined;

export function OverlayBoard() {
  const [open, setOpen] = useState<'sheet' | 'actions' | 'confirm' | null>(null);
  const close = () => setOpen(null);
  return (
    <Board title="Toasts, banners, what floats">
      <ToastRegion label="Messages" dismissLabel="Dismiss" />
      <div className="inline wrap">
        <Button onPress={() => toast({ text: 'Thank you for your rating' })}>Toast</Button>
        <Button
          onPress={() =>
            toast({ text: 'Cancellation forbidden', kind: 'bad', action: { label: 'Retry', onPress: nothing } })
          }
        >
          Bad toast
        </Button>
        <Button onPress={() => setOpen('sheet')}>Sheet</Button>
        <Button onPress={() => setOpen('actions')}>Action sheet</Button>
        <Button onPress={() => setOpen('confirm')}>Confirm</Button>
        <Menu
          label="Menu"
          items={[
            { id: 'edit', label: 'Edit', icon: Pencil },
            { id: 'all', label: 'Show all', checked: true },
            { id: 'off', label: 'Not now', disabled: true },
            { id: 'report', label: 'Report content', icon: Flag, danger: true },
          ]}
        />
      </div>
      <OfflineStrip>
        <b className="strong">Internet disconnected.</b> You see what was loaded at{' '}
        <span className="tabular-nums">14:52</span>.
      </OfflineStrip>
      <Banner kind="info">You can upgrade your subscription plan from the Settings page.</Banner>
      <Banner kind="bad">This content no longer exists</Banner>
      <Sheet open={open === 'sheet'} onClose={close} title="Who likes this" closeLabel="Close">
        <p className="text-secondary">Petra, Kenji and Tamsin.</p>
      </Sheet>
      <ActionSheet
        open={open === 'actions'}
        onClose={close}
        label="Actions"
        cancelLabel="Cancel"
        actions={[
          { id: 'read', label: 'Mark all as read', icon: CheckCheck },
          { id: 'report', label: 'Report content', icon: Flag, danger: true },
        ]}
      />
      <ConfirmDialog
        open={open === 'confirm'}
        onClose={close}
        title="Delete account confirm?"
        text="Your shouts stay, under the name “Former member”. This cannot be undone."
        confirmLabel="Delete account"
        cancelLabel="Cancel"
        danger
        onConfirm={close}
      >
        <PasswordInput label="Password" required showLabel="Show" hideLabel="Hide" />
      </ConfirmDialog>
    </Board>
  );
}
