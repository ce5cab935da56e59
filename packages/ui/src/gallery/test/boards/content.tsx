import { useState } from 'react';
import { CheckCheck, Flag, Pencil } from 'lucide-react';
import { PersonAvatar } from '../../../avatar/avatar';
import { Banner, OfflineStrip } from '../../../banner/banner';
import { Button } from '../../../button/button';
import { Composer } from '../../../composer/composer';
import { FieldError, PasswordInput } from '../../../field/field';
import { FileRow } from '../../../media/media';
import { Menu } from '../../../menu/menu';
import { ModuleTileSlim } from '../../../module-tile/module-tile';
import { Prose } from '../../../prose/prose';
import { ActionSheet, ConfirmDialog, Sheet } from '../../../sheet/sheet';
import { Empty, ErrorState, Skeleton } from '../../../state/state';
import { ToastRegion, toast } from '../../../toast/toast';
import { UploadAdd, UploadSlot, UploadSlots } from '../../../upload-slot/upload-slot';
import { people, pictures } from '../samples';
import styles from '../gallery.module.css';
import { Board } from '../board';

const nothing = () => undefined;

export function Uploads() {
  return (
    <Board title="Uploads and files">
      <UploadSlots>
        <UploadAdd label="Add" onPress={nothing} />
        <UploadSlot name="a.jpg" state="uploading" percent={100} />
        <UploadSlot name="b.jpg" state="loaded" src={pictures.dawn} removeLabel="Remove b.jpg" onRemove={nothing} />
        <UploadSlot name="c.pdf" state="loaded" removeLabel="Remove c.pdf" onRemove={nothing} />
        <UploadSlot name="d.exe" state="error" error="Not allowed" removeLabel="Remove d.exe" onRemove={nothing} />
      </UploadSlots>
      <FieldError>You can add up to 7 files.</FieldError>
      <FileRow
        type="PDF"
        name="Stint sheet.pdf"
        meta="96 kB"
        tone="var(--group-1)"
        download={{ label: 'Download', onPress: nothing }}
      />
      <ModuleTileSlim
        bare
        title="Comments are not available"
        module="Shouts"
        code="MODULE_TIMEOUT"
        retryLabel="Retry"
        onRetry={nothing}
      />
    </Board>
  );
}

export function Writing() {
  const [text, setText] = useState('The left rear needs a check, @hu');
  const [late, setLate] = useState('…and that is the whole story.');
  const options = [people.hugo, people.kenji].map((person) => ({
    ...person,
    handle: person.name.split(' ')[0]?.toLowerCase() ?? '',
    avatar: <PersonAvatar {...person} size="s" />,
  }));
  return (
    <Board title="Composer" flush>
      <div className={styles.roomAbove}>
        <Composer
          value={text}
          onChange={setText}
          onSend={nothing}
          label="Comment"
          sendLabel="Send"
          attach={{ label: 'Attach', onPress: nothing }}
          counter={{ text: '8', spoken: '8 characters left' }}
          mentions={{ label: 'People', options, onPick: nothing, onDismiss: nothing }}
        />
      </div>
      <Composer
        value={late}
        onChange={setLate}
        onSend={nothing}
        label="Edit"
        sendLabel="Save"
        counter={{ text: '−14', over: true }}
        edit={{ text: 'Editing your shout, 9 min left', cancelLabel: 'Cancel edit', onCancel: nothing }}
      />
      <Composer
        value="Sending this"
        onChange={nothing}
        onSend={nothing}
        label="Sending"
        sendLabel="Send"
        pending
        attachments={<UploadSlot name="a.jpg" state="uploading" percent={40} />}
      />
    </Board>
  );
}

export function Floating() {
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
        <b className="strong">Internet disconnected.</b> You see what was loaded at <span className="fig">14:52</span>.
      </OfflineStrip>
      <Banner kind="info">You can upgrade your subscription plan from the Settings page.</Banner>
      <Banner kind="bad">This content no longer exists</Banner>
      <Sheet open={open === 'sheet'} onClose={close} title="Who likes this" closeLabel="Close">
        <p className="two">Petra, Kenji and Tamsin.</p>
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

export function States() {
  return (
    <>
      <Board title="Loading a list" flush>
        <Skeleton shape="chat" count={3} label="Loading…" delay={0} />
        <Skeleton shape="event" count={2} label="Loading…" delay={0} />
      </Board>
      <Board title="Loading a feed" flush>
        <Skeleton shape="shout" count={1} label="Loading…" delay={0} />
      </Board>
      <Board title="Empty" flush>
        <Empty
          level={3}
          title="Be the first"
          text="Nobody has commented on this event yet."
          action={<Button variant="primary">Write a comment</Button>}
        />
      </Board>
      <Board title="Error" flush>
        <ErrorState
          level={3}
          title="Files could not be loaded"
          text="The server answered, but not with the list."
          code="NOT_FETCHED"
          retryLabel="Retry"
          onRetry={nothing}
        />
      </Board>
      <Board title="Long text">
        <Prose>
          <h2>What we keep</h2>
          <p>
            Your name and your messages, see the <a href="#privacy">privacy policy</a>.
          </p>
          <ul>
            <li>For as long as your account is open</li>
            <li>And thirty days after</li>
          </ul>
        </Prose>
      </Board>
    </>
  );
}
