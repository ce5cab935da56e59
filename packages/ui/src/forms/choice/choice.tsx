import { useId } from 'react';
import type { InputHTMLAttributes, ReactNode, Ref } from 'react';
import { Check } from 'lucide-react';
import { FieldError } from '../field/field';
import { cx } from '../../primitives/cx/cx';
import { Icon } from '../../primitives/icon/icon';
import styles from './choice.module.css';

interface TickProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'size' | 'children'> {
  /** The text; may contain a link. */
  children: ReactNode;
  /** A second line. */
  help?: ReactNode;
  ref?: Ref<HTMLInputElement>;
}

export interface CheckboxProps extends TickProps {
  error?: ReactNode;
}

/** A 22 px checkbox in a 44 px row. Accepts the props of react-hook-form's `register`. */
export function Checkbox({ children, help, error, className, ...rest }: CheckboxProps) {
  const id = useId();
  return (
    <div className={className}>
      <label className={styles.tick}>
        <span className={styles.box}>
          <input
            {...rest}
            type="checkbox"
            className={styles.input}
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? `${id}-error` : undefined}
          />
          <span className={styles.check} data-invalid={error ? true : undefined}>
            <Icon of={Check} size="xs" />
          </span>
        </span>
        <Text help={help}>{children}</Text>
      </label>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  );
}

export interface SwitchProps extends TickProps {
  /** The change is in progress: dimmed, ignores presses. */
  pending?: boolean;
}

/** A 46 × 28 px switch at the end of its row, for settings with immediate effect or to show optional fields. */
export function Switch({ children, help, className, pending, onChange, ...rest }: SwitchProps) {
  return (
    <label className={cx(styles.tick, className)}>
      <Text help={help}>{children}</Text>
      <span className={cx(styles.box, pending && styles.pending)}>
        <input
          {...rest}
          type="checkbox"
          role="switch"
          className={styles.input}
          aria-busy={pending || undefined}
          onChange={(event) => {
            if (!pending) onChange?.(event);
          }}
        />
        <span className={styles.switch} />
      </span>
    </label>
  );
}

function Text({ children, help }: { children: ReactNode; help?: ReactNode }) {
  return (
    <span className="grow">
      {children}
      {help && <span className={styles.help}>{help}</span>}
    </span>
  );
}

export interface RadioGroupProps<T extends string> {
  label: string;
  /** The label is spoken but not shown. */
  labelHidden?: boolean;
  required?: boolean;
  help?: ReactNode;
  error?: ReactNode;
  options: readonly { id: T; label: ReactNode; help?: ReactNode; disabled?: boolean }[];
  value: T | null;
  onChange: (value: T) => void;
  disabled?: boolean;
  /** Id of the first radio, for links from a FormBanner. */
  id?: string;
}

/** A single selection from a column of radio buttons. */
export function RadioGroup<T extends string>(props: RadioGroupProps<T>) {
  const { label, labelHidden, required, help, error, options, value, onChange, disabled, id } = props;
  const name = useId();
  const describedBy = [error && `${name}-error`, help && `${name}-help`].filter(Boolean).join(' ');
  return (
    <fieldset
      className={styles.group}
      role="radiogroup"
      aria-required={required || undefined}
      aria-invalid={error ? true : undefined}
      aria-describedby={describedBy || undefined}
      disabled={disabled}
    >
      <legend className={labelHidden ? 'sr-only' : styles.legend}>
        {label}
        {required && (
          <span className={styles.required} aria-hidden="true">
            {' '}
            *
          </span>
        )}
      </legend>
      {options.map((option, index) => (
        <label key={option.id} className={styles.tick}>
          <span className={styles.box}>
            <input
              type="radio"
              {...(index === 0 && id ? { id } : {})}
              className={styles.input}
              name={name}
              value={option.id}
              checked={option.id === value}
              disabled={option.disabled}
              onChange={() => onChange(option.id)}
            />
            <span className={styles.radio} />
          </span>
          <Text help={option.help}>{option.label}</Text>
        </label>
      ))}
      {error && <FieldError id={`${name}-error`}>{error}</FieldError>}
      {help && (
        <p id={`${name}-help`} className={styles.help}>
          {help}
        </p>
      )}
    </fieldset>
  );
}
