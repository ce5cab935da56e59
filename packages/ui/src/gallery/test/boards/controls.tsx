import { useState } from 'react';
import { Check, Flag, Pencil, Plus, RotateCw, X } from 'lucide-react';
import { GroupAvatar, PersonAvatar, Pile } from '../../../avatar/avatar';
import { Badge, NewDot } from '../../../badge/badge';
import { Button, IconButton } from '../../../button/button';
import { Checkbox, RadioGroup, Switch } from '../../../choice/choice';
import { FormBanner, PasswordInput, RequiredNote, TextArea, TextInput } from '../../../field/field';
import { SearchField } from '../../../search-field/search-field';
import { Segmented } from '../../../segmented/segmented';
import { Select } from '../../../select/select';
import { Spinner } from '../../../spinner/spinner';
import { Chip, Tag, Token } from '../../../tag/tag';
import { people } from '../samples';
import { Board } from '../board';

const nothing = () => undefined;

export function Buttons() {
  const [view, setView] = useState<'month' | 'day' | 'list'>('month');
  return (
    <Board title="Buttons">
      <div className="inline wrap">
        <Button variant="primary">Primary</Button>
        <Button variant="ink" icon={RotateCw}>
          Retry
        </Button>
        <Button>Neutral</Button>
        <Button variant="outline">Outline</Button>
        <Button variant="quiet">Text</Button>
      </div>
      <div className="inline wrap">
        <Button variant="danger">Delete</Button>
        <Button variant="danger-outline">Block</Button>
        <Button disabled>Disabled</Button>
        <Button variant="primary" pending>
          Send
        </Button>
        <Button variant="primary">Send</Button>
        <Button variant="primary" size="s" pending>
          Small
        </Button>
        <Button variant="outline" size="s" icon={Plus}>
          Small
        </Button>
        <Button variant="yes" icon={Check}>
          Going
        </Button>
      </div>
      <div className="inline">
        <IconButton icon={Pencil} label="Edit" />
        <IconButton icon={Check} label="Chosen" on />
        <IconButton icon={X} label="Dense" dense />
        <IconButton icon={RotateCw} label="Pending" pending />
        <IconButton icon={Flag} label="Off" disabled />
      </div>
      <Segmented
        label="View"
        value={view}
        onChange={setView}
        options={[
          { id: 'month', label: 'Month' },
          { id: 'day', label: 'Day' },
          { id: 'list', label: 'List' },
        ]}
      />
      <div className="inline wrap">
        <Chip on>Everybody</Chip>
        <Chip tone="var(--group-2)">Pit wall 27</Chip>
        <Chip tone="var(--group-8)">Officials</Chip>
      </div>
    </Board>
  );
}

export function Marks() {
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
        <Tag kind="ok" icon={Check}>
          Confirmed
        </Tag>
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
        <Token avatar={<PersonAvatar {...people.petra} size="xs" />} removeLabel="Remove Petra" onRemove={nothing}>
          Petra Wolańska
        </Token>
        <Token removeLabel="Remove address" onRemove={nothing}>
          ana@kestrel.example
        </Token>
      </div>
    </Board>
  );
}

export function Fields() {
  const [query, setQuery] = useState('parc fermé');
  return (
    <Board title="Text fields">
      <FormBanner
        title="Two things need your attention"
        errors={[
          { id: 'g-mail', text: 'E-mail' },
          { id: 'g-note', text: 'Comment' },
        ]}
      />
      <RequiredNote>required</RequiredNote>
      <TextInput label="Title" required defaultValue="Crew supper" />
      <TextInput
        id="g-mail"
        label="E-mail"
        required
        type="email"
        defaultValue="tamsin@northfell"
        error="This is not an e-mail address."
      />
      <TextInput label="Username" readOnly defaultValue="tamsin_27" help="Only an admin can change this." />
      <PasswordInput label="Password" showLabel="Show" hideLabel="Hide" defaultValue="0123456789" />
      <TextArea
        id="g-note"
        label="Comment"
        optional="optional"
        defaultValue="Out lap, then box"
        counter={{ text: '−4', over: true }}
      />
      <SearchField
        label="Search"
        value={query}
        onChange={setQuery}
        clearLabel="Clear"
        pending
        pendingLabel="Searching…"
      />
    </Board>
  );
}

export function Choices() {
  const [type, setType] = useState<string | null>('crew');
  const [kind, setKind] = useState<'doc' | 'pic' | null>('doc');
  return (
    <Board title="Choices">
      <Select
        label="Type"
        required
        value={type}
        onChange={setType}
        options={[
          { id: 'driver', label: 'Driver' },
          { id: 'crew', label: 'Team Crew' },
          { id: 'official', label: 'Official' },
        ]}
      />
      <Select
        label="Group"
        value={null}
        placeholder="Choose…"
        error="Choose a group."
        onChange={nothing}
        options={[{ id: 'o', label: 'Officials', start: <GroupAvatar size="xs" tone="var(--group-8)" icon={Flag} /> }]}
      />
      <div>
        <Checkbox defaultChecked>Votes are private</Checkbox>
        <Checkbox>Several answers</Checkbox>
        <Checkbox error="Accept the terms first.">I accept the terms</Checkbox>
        <Switch defaultChecked>Ends on a date</Switch>
        <Switch help="Sent at most once a day">By e-mail</Switch>
      </div>
      <RadioGroup
        label="Kind"
        value={kind}
        onChange={setKind}
        options={[
          { id: 'doc', label: 'Document' },
          { id: 'pic', label: 'Picture', help: 'At most 1 MB' },
        ]}
      />
    </Board>
  );
}
