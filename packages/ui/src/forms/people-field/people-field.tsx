import { useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { Lock, Search } from 'lucide-react';
import { PersonAvatar } from '../../primitives/avatar/avatar';
import { isComposing } from '../../primitives/composing/composing';
import { cx } from '../../primitives/cx/cx';
import { Field } from '../field/field';
import type { FieldLooks } from '../field/field';
import { Icon } from '../../primitives/icon/icon';
import { MentionList } from '../../overlays/mention-list/mention-list';
import { Spinner } from '../../primitives/spinner/spinner';
import { Token } from '../../primitives/tag/tag';
import styles from './people-field.module.css';

export interface PersonChoice {
  id: string;
  name: string;
  /** The user name, without @. */
  handle?: string | undefined;
  src?: string | undefined;
}

export interface PeopleFieldProps extends FieldLooks {
  /** The selected people in order; at most one unless `multiple`. */
  value: readonly PersonChoice[];
  onChange: (value: PersonChoice[]) => void;
  onBlur?: (() => void) | undefined;
  multiple?: boolean | undefined;
  /** Maximum number of people. */
  max?: number | undefined;
  /** Text of a former visit that was not picked from. */
  initialText?: string | undefined;
  /** Called with the trimmed text on every change; empty after a selection. */
  onSearch: (text: string) => void;
  /** Matches for the last `onSearch` text; the field skips people already selected. */
  suggestions: readonly PersonChoice[];
  /** The search is in progress. */
  pending?: boolean | undefined;
  placeholder?: string | undefined;
  words: {
    /** Label of the list: "Suggestions". */
    suggestions: string;
    /** No matches. */
    none: string;
    /** "Searching…". */
    pending: string;
    /** "Remove Petra". */
    remove: (name: string) => string;
  };
  disabled?: boolean | undefined;
  readOnly?: boolean | undefined;
  id?: string | undefined;
  className?: string | undefined;
}

/** The text with its suggestions, of which one is active, and what keys do to them and to the selected people. */
function useCombobox(props: PeopleFieldProps) {
  const { value, onChange, multiple, onSearch, suggestions, pending, initialText = '', disabled, readOnly } = props;
  const [text, setText] = useState(initialText);
  const [open, setOpen] = useState(false);
  const [activeIndex, setActiveIndex] = useState(0);
  const input = useRef<HTMLInputElement>(null);
  const rows = suggestions.filter((person) => !value.some((chosen) => chosen.id === person.id));
  const searching = open && text.trim() !== '';
  const shown = searching && rows.length > 0;
  const at = Math.min(activeIndex, rows.length - 1);

  const type = (next: string) => {
    setText(next);
    setActiveIndex(0);
    setOpen(true);
    if (next.trim() !== text.trim()) onSearch(next.trim());
  };
  const pick = ({ id: picked }: { id: string }) => {
    const person = rows.find((row) => row.id === picked);
    if (!person) return;
    onChange(multiple ? [...value, person] : [person]);
    type('');
  };
  const remove = (person: PersonChoice) => {
    onChange(value.filter((chosen) => chosen.id !== person.id));
    input.current?.focus();
  };
  const keys = (event: KeyboardEvent<HTMLInputElement>) => {
    if (disabled || readOnly || isComposing(event.nativeEvent)) return;
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    const last = value.at(-1);
    const person = rows[at];
    if (step !== 0 && rows.length > 0) {
      event.preventDefault();
      setOpen(true);
      if (shown) setActiveIndex((at + step + rows.length) % rows.length);
    } else if (event.key === 'Enter' && searching) {
      // Enter in a partial name must not submit the form.
      event.preventDefault();
      if (person && !pending) pick(person);
    } else if (event.key === 'Escape' && searching) {
      // Keep the text, and keep an enclosing sheet open.
      event.stopPropagation();
      setOpen(false);
    } else if (event.key === 'Backspace' && text === '' && last) {
      event.preventDefault();
      remove(last);
    }
  };
  return { input, text, type, rows, at, searching, shown, close: () => setOpen(false), pick, remove, keys };
}

/** Selects people by name or user name: chips before the text, suggestions below it. */
export function PeopleField(props: PeopleFieldProps) {
  const { label, required, optional, aside, help, error, id, className, disabled, readOnly, words } = props;
  const { value, onBlur, multiple, max = multiple ? Infinity : 1, pending, placeholder } = props;
  const { input, text, type, rows, at, searching, shown, close, pick, remove, keys } = useCombobox(props);
  const off = disabled || readOnly;
  const full = value.length >= max;
  return (
    <Field {...{ id, label, required, optional, aside, help, error, className }}>
      {(control) => (
        <div
          className={styles.wrap}
          onBlur={(event) => {
            if (event.currentTarget.contains(event.relatedTarget)) return;
            close();
            onBlur?.();
          }}
        >
          <div
            className={cx(styles.box, value.length > 0 && styles.filled, off && styles.off)}
            data-invalid={control['aria-invalid']}
            onClick={(event) => event.target === event.currentTarget && input.current?.focus()}
          >
            {value.length === 0 && !off && (pending ? <Spinner /> : <Icon of={Search} size="s" />)}
            {value.length > 0 && <Chips label={label} people={value} remove={off ? undefined : remove} words={words} />}
            <input
              {...control}
              ref={input}
              type="text"
              role="combobox"
              className={cx(styles.input, (readOnly || full) && styles.closed)}
              aria-autocomplete="list"
              aria-expanded={shown}
              aria-controls={shown ? `${control.id}-list` : undefined}
              aria-activedescendant={shown ? `${control.id}-list-${at}` : undefined}
              placeholder={value.length === 0 ? placeholder : undefined}
              value={text}
              disabled={disabled}
              readOnly={readOnly || full}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              dir="auto"
              onChange={(event) => type(event.currentTarget.value)}
              onKeyDown={keys}
            />
            {readOnly && <Icon of={Lock} size="s" />}
          </div>
          {shown && (
            <MentionList
              id={`${control.id}-list`}
              side="below"
              label={words.suggestions}
              activeIndex={at}
              options={rows.map((person) => ({
                ...person,
                avatar: <PersonAvatar id={person.id} name={person.name} src={person.src} size="s" />,
              }))}
              onPick={pick}
            />
          )}
          {searching && !shown && !pending && (
            <p className={styles.note} aria-hidden="true">
              {words.none}
            </p>
          )}
          <span className="sr-only" role="status">
            {searching && (pending ? words.pending : rows.length === 0 ? words.none : '')}
          </span>
        </div>
      )}
    </Field>
  );
}

interface ChipsProps extends Pick<PeopleFieldProps, 'label' | 'words'> {
  people: readonly PersonChoice[];
  /** Without it the chips have no button. */
  remove: ((person: PersonChoice) => void) | undefined;
}

/** The selected people. */
function Chips({ label, people, remove, words }: ChipsProps) {
  return (
    <ul className={styles.people} aria-label={label}>
      {people.map((person) => {
        const avatar = <PersonAvatar id={person.id} name={person.name} src={person.src} size="xs" />;
        const name = <span className="truncate">{person.name}</span>;
        return (
          <li key={person.id}>
            {remove ? (
              <Token avatar={avatar} removeLabel={words.remove(person.name)} onRemove={() => remove(person)}>
                {name}
              </Token>
            ) : (
              <span className={styles.chip}>
                {avatar}
                {name}
              </span>
            )}
          </li>
        );
      })}
    </ul>
  );
}
