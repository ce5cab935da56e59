import { useState } from 'react';
import { Flag, Radio } from 'lucide-react';
import { ColorField } from '../color-field/color-field';
import { ContactsField } from '../contacts-field/contacts-field';
import { DateTimeField } from '../date-time-field/date-time-field';
import { OptionalToggle } from '../optional-toggle/optional-toggle';
import { PeopleField } from './people-field';
import type { PersonChoice } from './people-field';
import { SelectGroup } from '../select-group/select-group';
import { UploadField } from '../upload-field/upload-field';
import { people, pictures } from '../../gallery/samples';
import { Board, State } from '../../gallery/board';

const nothing = () => undefined;
const now = Date.parse('2026-06-20T12:00:00Z');
const groups = [
  { id: 'officials', name: 'Officials', tone: 'var(--group-8)', icon: Flag },
  { id: 'wall', name: 'Pit wall 27', tone: 'var(--group-2)', icon: Radio },
];
const when = {
  date: 'Date',
  time: 'Time',
  hours: 'Hours',
  minutes: 'Minutes',
  empty: 'Choose…',
  previous: 'Previous month',
  next: 'Next month',
};
const whom = {
  suggestions: 'Suggestions',
  none: 'Nobody found',
  pending: 'Searching…',
  remove: (name: string) => `Remove ${name}`,
};
const colours = Array.from({ length: 15 }, (_, index) => ({
  id: `${index + 1}`,
  label: `Colour ${index + 1}`,
  tone: `var(--group-${index + 1})`,
}));

export function FormBoards() {
  const [group, setGroup] = useState<string | null>('officials');
  const [chosen, setChosen] = useState<PersonChoice[]>([people.petra, people.hugo]);
  const [contacts, setContacts] = useState('ana@kestrel.example, tom@');
  const [colour, setColour] = useState('2');
  const [start, setStart] = useState('2026-06-20T18:40');
  const [end, setEnd] = useState('');
  const [ends, setEnds] = useState(true);
  return (
    <>
      <Board title="Group, members, contacts">
        <SelectGroup label="Group" required groups={groups} value={group} onChange={setGroup} />
        <PeopleField
          label="Members"
          help="Type at least two letters"
          multiple
          value={chosen}
          onChange={setChosen}
          onSearch={nothing}
          suggestions={[]}
          words={whom}
        />
        <ContactsField
          label="Invite contacts"
          value={contacts}
          onChange={setContacts}
          faulty={['tom@']}
          faultyLabel="Not an e-mail address:"
        />
        <ColorField label="Colour" options={colours} value={colour} onChange={setColour} />
      </Board>
      <Board title="Date, files, optional fields">
        <State name="date and time">
          <DateTimeField label="Start" required words={when} now={now} value={start} onChange={setStart} />
        </State>
        <State name="date with an error">
          <DateTimeField
            label="End"
            words={when}
            now={now}
            value={end}
            onChange={setEnd}
            error="Choose an end."
            dateOnly
          />
        </State>
        <UploadField
          label="Files"
          value={[
            { id: 'a', name: 'a.jpg', state: 'uploading', percent: 62 },
            { id: 'b', name: 'b.jpg', state: 'loaded', src: pictures.dawn },
            {
              id: 'c',
              name: 'onboard_lap4.avi',
              state: 'error',
              error: 'onboard_lap4.avi: this type is not accepted.',
            },
          ]}
          max={5}
          onPick={nothing}
          onRemove={nothing}
          words={{ add: 'Add a file', remove: (name) => `Remove ${name}` }}
        />
        <OptionalToggle label="Ends on a date" value={ends} onChange={setEnds}>
          <DateTimeField label="Ends" words={when} now={now} value={start} onChange={setStart} />
        </OptionalToggle>
      </Board>
    </>
  );
}
