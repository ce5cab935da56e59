import { PeopleField } from '@paddock/ui/people-field';
import { useEffect, useRef, useState } from 'react';
import { useCallQuery } from '../calls/queries';
import { useDebounced } from '../calls/use-debounced';
import { type ControlProps, looksOf } from './control';
import { type ChosenPerson, pickedOf, unpickedOf } from './field-values';
import { useFormText } from './form-text';

const minLetters = 3;
const maxSuggestions = 10;

export function PeopleControl(props: ControlProps<'username-autocompletion'>) {
  const t = useFormText();
  const { data, value, onChange, onBlur } = props;
  const entered = value as readonly ChosenPerson[];
  const chosen = pickedOf(entered);
  const [text, setText] = useState(() => unpickedOf(entered));
  // Picking a member changes members and text in one event.
  const latest = useRef(chosen);
  useEffect(() => {
    latest.current = chosen;
  });
  const query = useDebounced(text);
  const enough = text.length >= minLetters;
  const found = useCallQuery(
    data.search,
    {
      query,
      count: maxSuggestions,
      ...(chosen.length > 0 && { exclude_users: chosen.map(({ id }) => id).join(',') }),
      ...(data.excludeGroup !== undefined && { exclude_group: data.excludeGroup }),
    },
    { enabled: enough && query.length >= minLetters },
  );
  const current = enough && query === text;
  const suggestions = (current && found.data?.results) || [];
  return (
    <PeopleField
      {...looksOf(props)}
      multiple={data.single !== true}
      value={chosen}
      onChange={(people) => {
        latest.current = people;
        onChange(people);
      }}
      onBlur={onBlur}
      initialText={text}
      onSearch={(next) => {
        setText(next);
        onChange(next === '' ? latest.current : [...latest.current, { id: '', name: next }]);
      }}
      suggestions={suggestions.slice(0, maxSuggestions).map(({ id, fullname, username, profile_image }) => ({
        id,
        name: fullname,
        handle: username,
        src: profile_image,
      }))}
      pending={enough && (!current || found.isFetching)}
      placeholder={t('people.placeholder')}
      words={{
        suggestions: t('people.suggestions'),
        none: found.isError && current ? t('people.failed') : enough ? t('people.none') : t('people.more_letters'),
        pending: t('people.pending'),
        remove: (name) => t('people.remove', { name }),
      }}
    />
  );
}
