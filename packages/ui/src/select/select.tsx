import { useCallback, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { ChevronDown } from 'lucide-react';
import { Field } from '../field/field';
import type { FieldLooks } from '../field/field';
import { cx } from '../cx/cx';
import { Icon } from '../icon/icon';
import { lazyPart, useLazyPart } from '../lazy/lazy';
import styles from './select.module.css';

const list = lazyPart(() => import('./select-list').then((module) => module.SelectList));

export interface SelectProps<T extends string> extends FieldLooks {
  options: readonly { id: T; label: string; /** Avatar xs or an icon. */ start?: ReactNode }[];
  value: T | null;
  onChange: (value: T) => void;
  /** While nothing is chosen. */
  placeholder?: string;
  disabled?: boolean;
  onBlur?: () => void;
  id?: string;
  className?: string;
}

/** One of a list, opened from a button that shows the choice. */
export function Select<T extends string>(props: SelectProps<T>) {
  const {
    options,
    value,
    onChange,
    placeholder,
    disabled = false,
    onBlur,
    id,
    className,
    label,
    required,
    optional,
    aside,
    help,
    error,
  } = props;
  const trigger = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const close = useCallback(() => setOpen(false), []);
  const [List, warm] = useLazyPart(list, open, close);
  const chosen = options.find((option) => option.id === value);
  return (
    <Field {...{ id, label, required, optional, aside, help, error, className }}>
      {({ 'aria-required': _required, 'aria-invalid': invalid, ...control }) => (
        <>
          <button
            {...control}
            ref={trigger}
            type="button"
            className={cx(styles.button, !chosen && styles.empty)}
            data-invalid={invalid}
            aria-haspopup="listbox"
            aria-expanded={open}
            aria-disabled={disabled || undefined}
            aria-label={[label, chosen?.label ?? placeholder].filter(Boolean).join(', ')}
            onPointerEnter={warm}
            onFocus={warm}
            onBlur={() => open || onBlur?.()}
            onClick={() => disabled || setOpen(!open)}
            onKeyDown={(event) => {
              if (disabled || (event.key !== 'ArrowDown' && event.key !== 'ArrowUp')) return;
              event.preventDefault();
              setOpen(true);
            }}
          >
            {chosen?.start}
            <span className="grow clip">{chosen?.label ?? placeholder}</span>
            <Icon of={ChevronDown} size="s" className="three" />
          </button>
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
