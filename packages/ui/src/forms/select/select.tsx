import { useCallback, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { ChevronDown } from 'lucide-react';
import { Field, TextInput } from '../field/field';
import type { FieldLooks } from '../field/field';
import type { LucideIcon } from '../../primitives/icon/icon';
import { lazyPart, useLazyPart } from '../../primitives/lazy/lazy';
import { PickButton } from './pick-button';

const list = lazyPart(() => import('./select-list').then((module) => module.SelectList));

export interface SelectProps<T extends string> extends FieldLooks {
  options: readonly { id: T; label: string; /** Avatar xs or an icon. */ start?: ReactNode }[];
  value: T | null;
  onChange: (value: T) => void;
  /** Shown while nothing is selected. */
  placeholder?: string | undefined;
  /** Chevron at the end of the button. */
  end?: LucideIcon;
  disabled?: boolean | undefined;
  readOnly?: boolean | undefined;
  onBlur?: (() => void) | undefined;
  id?: string | undefined;
  className?: string | undefined;
}

/** A single selection from a list, opened by a button that shows the selection. */
export function Select<T extends string>(props: SelectProps<T>) {
  const { options, value, onChange, placeholder, end = ChevronDown, disabled, readOnly, onBlur, id, className } = props;
  const { label, required, optional, aside, help, error } = props;
  const trigger = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const close = useCallback(() => setOpen(false), []);
  const [List, warm] = useLazyPart(list, open, close);
  const chosen = options.find((option) => option.id === value);
  return (
    <Field {...{ id, label, required, optional, aside, help, error, className }}>
      {(control) => (
        <>
          <PickButton
            ref={trigger}
            control={control}
            label={label}
            value={chosen?.label}
            placeholder={placeholder}
            start={chosen?.start}
            end={end}
            popup="listbox"
            open={open}
            onOpen={setOpen}
            onNear={warm}
            onBlur={() => open || onBlur?.()}
            disabled={disabled}
            readOnly={readOnly}
          />
          {List && (
            <List
              trigger={trigger}
              open={open}
              onClose={close}
              label={label}
              options={options}
              value={value}
              onPick={(picked) => {
                close();
                const option = options.find((candidate) => candidate.id === picked);
                if (option && option.id !== value) onChange(option.id);
              }}
            />
          )}
        </>
      )}
    </Field>
  );
}

export interface SelectOrTextProps extends Omit<SelectProps<string>, 'value'> {
  /** The id of an option, or a custom text. */
  value: string | null;
  /** Label of the input that the last option opens: "Which other?". */
  textLabel: string;
  maxLength?: number | undefined;
}

/** A Select whose last option opens an input below for a custom value. */
export function SelectOrText({ textLabel, maxLength, ...props }: SelectOrTextProps) {
  const { id, options, value, onChange, onBlur, error, required, disabled, readOnly } = props;
  const last = options.at(-1)?.id ?? null;
  const own = value !== null && value !== '' && !options.some((option) => option.id === value && option.id !== last);
  const [otherOpen, setOtherOpen] = useState(false);
  const writing = own || otherOpen;
  return (
    <div className="stack gap-2">
      <Select
        {...props}
        // A FormBanner links to the invalid control.
        id={writing ? undefined : id}
        error={writing ? undefined : error}
        value={writing ? last : value}
        onChange={(picked) => {
          setOtherOpen(picked === last);
          onChange(picked === last ? '' : picked);
        }}
      />
      {writing && (
        <TextInput
          id={id}
          label={textLabel}
          autoFocus={otherOpen && !own}
          {...{ error, required, disabled, readOnly, maxLength, onBlur }}
          value={otherOpen || value !== last ? (value ?? '') : ''}
          onChange={(event) => {
            setOtherOpen(true);
            onChange(event.currentTarget.value);
          }}
        />
      )}
    </div>
  );
}
