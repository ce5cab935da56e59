import { useState } from 'react';
import { Flag } from 'lucide-react';
import { GroupAvatar } from '../../primitives/avatar/avatar';
import { Checkbox, RadioGroup, Switch } from './choice';
import { Select } from '../select/select';
import { Board } from '../../gallery/board';

const nothing = () => undefined;

export function ChoiceBoard() {
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
