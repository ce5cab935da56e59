import { useState } from 'react';
import { FormBanner, PasswordInput, RequiredNote, TextArea, TextInput } from './field';
import { SearchField } from '../search-field/search-field';
import { Board } from '../../gallery/board';

export function FieldBoard() {
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
