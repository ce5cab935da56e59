import { useId, useState } from 'react';
import type { FocusEvent } from 'react';
import { Checkbox } from '../choice/choice';
import { cx } from '../../primitives/cx/cx';
import { Field, TextInput } from '../field/field';
import type { FieldLooks } from '../field/field';
import styles from './checkbox-group.module.css';

export interface CheckboxGroupProps extends Omit<FieldLooks, 'aside'> {
  /** Id of the first checkbox, for links from a FormBanner. */
  id?: string | undefined;
  options: readonly { id: string; label: string; help?: string }[];
  /** Ids of the selected options, and a custom text. */
  value: readonly string[];
  onChange: (value: string[]) => void;
  /** Called when the focus leaves the group. */
  onBlur?: (() => void) | undefined;
  /** Label of an input that the last option opens; its text replaces the option in the value. */
  textLabel?: string | undefined;
  disabled?: boolean | undefined;
}

/** From this number of options on, the list scrolls. */
const long = 8;

/** Multiple selection from a list of checkboxes. */
export function CheckboxGroup(props: CheckboxGroupProps) {
  const { id, label, required, optional, help, error, options, value, onChange, onBlur, textLabel, disabled } = props;
  const made = useId();
  const own = id ?? made;
  const last = textLabel === undefined ? undefined : options.at(-1)?.id;
  const known = options.filter((option) => option.id !== last).map((option) => option.id);
  const text = last === undefined ? undefined : value.find((one) => !known.includes(one));
  const [otherOpen, setOtherOpen] = useState(false);
  const writing = text !== undefined || otherOpen;
  const chosen = value.filter((one) => known.includes(one));
  const inOrder = (of: readonly string[]) => known.filter((one) => of.includes(one));

  const tick = (option: string, on: boolean) => {
    if (option === last) {
      setOtherOpen(on);
      return onChange(inOrder(chosen));
    }
    const next = inOrder(on ? [...chosen, option] : chosen.filter((one) => one !== option));
    onChange(text === undefined ? next : [...next, text]);
  };
  const left = (event: FocusEvent<HTMLDivElement>) => {
    if (!event.currentTarget.contains(event.relatedTarget)) onBlur?.();
  };
  return (
    <Field id={own} group="group" {...{ label, required, optional, help, error }}>
      {() => (
        <div className={cx(styles.boxes, options.length >= long && styles.long)} onBlur={left}>
          {options.map((option, index) => (
            <Checkbox
              key={option.id}
              {...(index === 0 && { id: own })}
              {...(option.help !== undefined && { help: option.help })}
              disabled={disabled}
              checked={option.id === last ? writing : value.includes(option.id)}
              onChange={(event) => tick(option.id, event.currentTarget.checked)}
            >
              {option.label}
            </Checkbox>
          ))}
          {writing && textLabel !== undefined && (
            <TextInput
              label={textLabel}
              autoFocus={otherOpen && text === undefined}
              disabled={disabled}
              value={text ?? ''}
              onChange={({ currentTarget: { value: written } }) => {
                setOtherOpen(true);
                onChange(written === '' ? inOrder(chosen) : [...inOrder(chosen), written]);
              }}
            />
          )}
        </div>
      )}
    </Field>
  );
}
