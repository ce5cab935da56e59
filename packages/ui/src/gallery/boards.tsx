import { useState } from 'react';
import type { ReactNode } from 'react';
import { Check, CheckCheck, Flag, Pencil, Plus, RotateCw, X } from 'lucide-react';
import { GroupAvatar, PersonAvatar, Pile } from '../avatar/avatar';
import { Badge, NewDot } from '../badge/badge';
import { Banner, OfflineStrip } from '../banner/banner';
import { Button, IconButton } from '../button/button';
import { Card } from '../card/card';
import { Checkbox, RadioGroup, Switch } from '../choice/choice';
import { Composer } from '../composer/composer';
import { FieldError, FormBanner, PasswordInput, RequiredNote, TextArea, TextInput } from '../field/field';
import { FileRow } from '../media/media';
import { Menu } from '../menu/menu';
import { ModuleTileSlim } from '../module-tile/module-tile';
import { Pane, ScreenHeader, Scroll } from '../pane/pane';
import { Prose } from '../prose/prose';
import { SearchField } from '../search-field/search-field';
import { Segmented } from '../segmented/segmented';
import { Select } from '../select/select';
import { ActionSheet, ConfirmDialog, Sheet } from '../sheet/sheet';
import { Spinner } from '../spinner/spinner';
import { Empty, ErrorState, Skeleton } from '../state/state';
import { Chip, Tag, Token } from '../tag/tag';
import { ToastRegion, toast } from '../toast/toast';
import { UploadAdd, UploadSlot, UploadSlots } from '../upload-slot/upload-slot';
import { Framed, people, pictures } from './samples';
import styles from './gallery.module.css';

const nothing = () => undefined;

function Board({ title, wide, flush, children }: { title: string; wide?: boolean; flush?: boolean; children: ReactNode }) {
  return (
    <section className={wide ? styles.wide : undefined}>
      <h2 className={styles.name}>{title}</h2>
      <Card pad={!flush}>
        <div className={flush ? undefined : 'stack g4'}>{children}</div>
      </Card>
    </section>
  );
}

/** Every component in its states. */
export function ComponentsBoards() {
  return (
    <Framed tab="home">
      <Pane label="Components" ground>
        <ScreenHeader title="Components" />
        <Scroll>
          <div className={styles.boards}>
            <Buttons />
            <Marks />
            <Fields />
            <Choices />
            <Uploads />
            <Writing />
            <Floating />
            <States />
          </div>
        </Scroll>
      </Pane>
    </Framed>
  );
}

function Buttons() {
  const [view, setView] = useState<'month' | 'day' | 'list'>('month');
  return (
    <Board title="Buttons">
      <div className="inline wrap">
        <Button variant="primary">Primary</Button>
        <Button variant="ink" icon={RotateCw}>Retry</Button>
        <Button>Neutral</Button>
        <Button variant="outline">Outline</Button>
        <Button variant="quiet">Text</Button>
      </div>
      <div className="inline wrap">
        <Button variant="danger">Delete</Button>
        <Button variant="danger-outline">Block</Button>
        <Button disabled>Disabled</Button>
        <Button variant="primary" pending>Send</Button>
        <Button variant="primary">Send</Button>
        <Button variant="primary" size="s" pending>Small</Button>
        <Button variant="outline" size="s" icon={Plus}>Small</Button>
        <Button variant="yes" icon={Check}>Going</Button>
      </div>
      <div className="inline">
        <IconButton icon={Pencil} label="Edit" />
        <IconButton icon={Check} label="Chosen" on />
        <IconButton icon={X} label="Dense" dense />
        <IconButton icon={RotateCw} label="Pending" pending />
        <IconButton icon={Flag} label="Off" disabled />
      </div>
      <Segmented label="View" value={view} onChange={setView} options={[{ id: 'month', label: 'Month' }, { id: 'day', label: 'Day' }, { id: 'list', label: 'List' }]} />
      <div className="inline wrap">
        <Chip on>Everybody</Chip>
        <Chip tone="var(--group-2)">Pit wall 27</Chip>
        <Chip tone="var(--group-8)">Officials</Chip>
      </div>
    </Board>
  );
}

function Marks() {
  return (
    <Board title="Badges, tags, avatars">
      <div className="inline wrap">
        <Badge count={3} />
        <Badge count={79} cap={79} />
        <Badge count={80} cap={79} />
        <Badge count={24} muted />
        <NewDot label="new" />
        <Spinner />
      </div>
      <div className="inline wrap">
        <Tag>Neutral</Tag>
        <Tag kind="ok" icon={Check}>Confirmed</Tag>
        <Tag kind="warn">Pending</Tag>
        <Tag kind="bad">Failed</Tag>
        <Tag kind="info">Beta</Tag>
        <Tag kind="accent">Now</Tag>
        <Tag tone="var(--group-9)">Team managers</Tag>
      </div>
      <div className="inline wrap">
        <PersonAvatar {...people.tamsin} online />
        <PersonAvatar {...people.saanvi} />
        <GroupAvatar tone="var(--group-8)" icon={Flag} />
        <PersonAvatar {...people.noor} size="m" online />
        <PersonAvatar {...people.petra} size="s" />
        <Pile people={Object.values(people)} />
      </div>
      <div className="inline wrap">
        <Token avatar={<PersonAvatar {...people.petra} size="xs" />} removeLabel="Remove Petra" onRemove={nothing}>Petra Wolańska</Token>
        <Token removeLabel="Remove address" onRemove={nothing}>ana@kestrel.example</Token>
      </div>
    </Board>
  );
}

function Fields() {
  const [query, setQuery] = useState('parc fermé');
  return (
    <Board title="Text fields">
      <FormBanner title="Two things need your attention" errors={[{ id: 'g-mail', text: 'E-mail' }, { id: 'g-note', text: 'Comment' }]} />
      <RequiredNote>required</RequiredNote>
      <TextInput label="Title" required defaultValue="Crew supper" />
      <TextInput id="g-mail" label="E-mail" required type="email" defaultValue="tamsin@northfell" error="This is not an e-mail address." />
      <TextInput label="Username" readOnly defaultValue="tamsin_27" help="Only an admin can change this." />
      <PasswordInput label="Password" showLabel="Show" hideLabel="Hide" defaultValue="0123456789" />
      <TextArea id="g-note" label="Comment" optional="optional" defaultValue="Out lap, then box" counter={{ text: '−4', over: true }} />
      <SearchField label="Search" value={query} onChange={setQuery} clearLabel="Clear" pending pendingLabel="Searching…" />
    </Board>
  );
}

function Choices() {
  const [type, setType] = useState<string | null>('crew');
  const [kind, setKind] = useState<'doc' | 'pic' | null>('doc');
  return (
    <Board title="Choices">
      <Select label="Type" required value={type} onChange={setType} options={[{ id: 'driver', label: 'Driver' }, { id: 'crew', label: 'Team Crew' }, { id: 'official', label: 'Official' }]} />
      <Select label="Group" value={null} placeholder="Choose…" error="Choose a group." onChange={nothing} options={[{ id: 'o', label: 'Officials', start: <GroupAvatar size="xs" tone="var(--group-8)" icon={Flag} /> }]} />
      <div>
        <Checkbox defaultChecked>Votes are private</Checkbox>
        <Checkbox>Several answers</Checkbox>
        <Checkbox error="Accept the terms first.">I accept the terms</Checkbox>
        <Switch defaultChecked>Ends on a date</Switch>
        <Switch help="Sent at most once a day">By e-mail</Switch>
      </div>
      <RadioGroup label="Kind" value={kind} onChange={setKind} options={[{ id: 'doc', label: 'Document' }, { id: 'pic', label: 'Picture', help: 'At most 1 MB' }]} />
    </Board>
  );
}

function Uploads() {
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
      <FileRow type="PDF" name="Stint sheet.pdf" meta="96 kB" tone="var(--group-1)" download={{ label: 'Download', onPress: nothing }} />
      <ModuleTileSlim bare title="Comments are not available" module="Shouts" code="MODULE_TIMEOUT" retryLabel="Retry" onRetry={nothing} />
    </Board>
  );
}

function Writing() {
  const [text, setText] = useState('The left rear needs a check, @hu');
  const [late, setLate] = useState('…and that is the whole story.');
  const options = [people.hugo, people.kenji].map((person) => ({ ...person, handle: person.name.split(' ')[0]?.toLowerCase() ?? '', avatar: <PersonAvatar {...person} size="s" /> }));
  return (
    <Board title="Composer" flush>
      <div className={styles.roomAbove}>
        <Composer value={text} onChange={setText} onSend={nothing} label="Comment" sendLabel="Send" attach={{ label: 'Attach', onPress: nothing }} counter={{ text: '8', spoken: '8 characters left' }} mentions={{ label: 'People', options, onPick: nothing, onDismiss: nothing }} />
      </div>
      <Composer value={late} onChange={setLate} onSend={nothing} label="Edit" sendLabel="Save" counter={{ text: '−14', over: true }} edit={{ text: 'Editing your shout, 9 min left', cancelLabel: 'Cancel edit', onCancel: nothing }} />
      <Composer value="Sending this" onChange={nothing} onSend={nothing} label="Sending" sendLabel="Send" pending attachments={<UploadSlot name="a.jpg" state="uploading" percent={40} />} />
    </Board>
  );
}

function Floating() {
  const [open, setOpen] = useState<'sheet' | 'actions' | 'confirm' | null>(null);
  const close = () => setOpen(null);
  return (
    <Board title="Toasts, banners, what floats">
      <ToastRegion label="Messages" dismissLabel="Dismiss" />
      <div className="inline wrap">
        <Button onPress={() => toast({ text: 'Thank you for your rating' })}>Toast</Button>
        <Button onPress={() => toast({ text: 'Cancellation forbidden', kind: 'bad', action: { label: 'Retry', onPress: nothing } })}>Bad toast</Button>
        <Button onPress={() => setOpen('sheet')}>Sheet</Button>
        <Button onPress={() => setOpen('actions')}>Action sheet</Button>
        <Button onPress={() => setOpen('confirm')}>Confirm</Button>
        <Menu label="Menu" items={[{ id: 'edit', label: 'Edit', icon: Pencil }, { id: 'all', label: 'Show all', checked: true }, { id: 'off', label: 'Not now', disabled: true }, { id: 'report', label: 'Report content', icon: Flag, danger: true }]} />
      </div>
      <OfflineStrip>
        <b className="strong">Internet disconnected.</b> You see what was loaded at <span className="fig">14:52</span>.
      </OfflineStrip>
      <Banner kind="info">You can upgrade your subscription plan from the Settings page.</Banner>
      <Banner kind="bad">This content no longer exists</Banner>
      <Sheet open={open === 'sheet'} onClose={close} title="Who likes this" closeLabel="Close">
        <p className="two">Petra, Kenji and Tamsin.</p>
      </Sheet>
      <ActionSheet open={open === 'actions'} onClose={close} label="Actions" cancelLabel="Cancel" actions={[{ id: 'read', label: 'Mark all as read', icon: CheckCheck }, { id: 'report', label: 'Report content', icon: Flag, danger: true }]} />
      <ConfirmDialog open={open === 'confirm'} onClose={close} title="Delete account confirm?" text="Your shouts stay, under the name “Former member”. This cannot be undone." confirmLabel="Delete account" cancelLabel="Cancel" danger onConfirm={close}>
        <PasswordInput label="Password" required showLabel="Show" hideLabel="Hide" />
      </ConfirmDialog>
    </Board>
  );
}

function States() {
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
        <Empty level={3} title="Be the first" text="Nobody has commented on this event yet." action={<Button variant="primary">Write a comment</Button>} />
      </Board>
      <Board title="Error" flush>
        <ErrorState level={3} title="Files could not be loaded" text="The server answered, but not with the list." code="NOT_FETCHED" retryLabel="Retry" onRetry={nothing} />
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
