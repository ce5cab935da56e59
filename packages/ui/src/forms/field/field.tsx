import { useId, useState } from 'react';
import type { FormHTMLAttributes, InputHTMLAttributes, ReactNode, Ref, TextareaHTMLAttributes } from 'react';
import { CircleAlert, Eye, EyeOff, Lock } from 'lucide-react';
import { cx } from '../../primitives/cx/cx';
import { Icon } from '../../primitives/icon/icon';
import type { LucideIcon } from '../../primitives/icon/icon';
import styles from './field.module.css';

export interface FieldLooks {
  label: string;
  /** Shows `*`; say once in the form what it means (RequiredNote). */
  required?: boolean | undefined;
  /** Word at the end of the label line: "optional". */
  optional?: string | undefined;
  /** A link at the end of the label line: "Forgot password?". */
  aside?: ReactNode;
  /** A calm sentence below. */
  help?: ReactNode;
  /** The error message; shown until the input is corrected. */
  error?: ReactNode;
}

/** What a control inside a Field spreads onto its element. */
export interface FieldControl {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
  'aria-required': true | undefined;
}

export interface FieldProps extends FieldLooks {
  /** Id of the control, for links from a FormBanner; made up without it. */
  id?: string | undefined;
  /** Counter at the end of the line below. */
  counter?: { text: string; over?: boolean } | undefined;
  /** Puts several controls into a group with that label; the first one gets the id. */
  group?: 'group' | 'radiogroup' | undefined;
  children: (control: FieldControl) => ReactNode;
  className?: string | undefined;
}

/** Label, control, help and error, tied together for assistive technology. */
export function Field(props: FieldProps) {
  const { id, label, required, optional, aside, help, error, counter, group, children, className } = props;
  const made = useId();
  const own = id ?? made;
  const said = [
    error ? `${own}-error` : undefined,
    help ? `${own}-help` : undefined,
    counter ? `${own}-count` : undefined,
  ].filter(Boolean);
  const described = said.length ? said.join(' ') : undefined;
  const invalid = error ? true : undefined;
  const mandatory = required ? true : undefined;
  return (
    <div
      className={cx(styles.field, className)}
      {...(group ? { role: group, 'aria-labelledby': `${own}-label`, 'aria-describedby': described } : {})}
      {...(group === 'radiogroup' ? { 'aria-invalid': invalid, 'aria-required': mandatory } : {})}
    >
      <div className={styles.labelLine}>
        <span>
          {group ? <span id={`${own}-label`}>{label}</span> : <label htmlFor={own}>{label}</label>}
          {required && (
            <span className={styles.required} aria-hidden="true">
              {' '}
              *
            </span>
          )}
        </span>
        {optional && <span className={styles.optional}>{optional}</span>}
        {aside && <span className="push">{aside}</span>}
      </div>
      {children({
        id: own,
        'aria-describedby': described,
        'aria-invalid': invalid,
        'aria-required': mandatory,
      })}
      {error && <FieldError id={`${own}-error`}>{error}</FieldError>}
      {(help || counter) && (
        <div className={styles.below}>
          {help && (
            <p id={`${own}-help`} className={styles.help}>
              {help}
            </p>
          )}
          {counter && (
            <span id={`${own}-count`} className={cx(styles.counter, counter.over && styles.over, 'tabular-nums')}>
              {counter.text}
            </span>
          )}
        </div>
      )}
    </div>
  );
}

/** What is wrong, with its icon: under a field, an upload, a choice. */
export function FieldError({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p id={id} className={styles.error}>
      <Icon of={CircleAlert} size="s" />
      <span>{children}</span>
    </p>
  );
}

type Plain<T> = Omit<T, 'children' | 'size' | 'required' | 'id'>;

export interface TextInputProps extends FieldLooks, Plain<InputHTMLAttributes<HTMLInputElement>> {
  id?: string | undefined;
  /** Icon at the start of the box. */
  icon?: LucideIcon;
  /** At the end of the box: a unit, a button. */
  end?: ReactNode;
  ref?: Ref<HTMLInputElement>;
}

/** One line of text. Takes what react-hook-form's `register` gives. */
export function TextInput(props: TextInputProps) {
  const { id, label, required, optional, aside, help, error, icon, end, readOnly, className, ...rest } = props;
  return (
    <Field {...{ id, label, required, optional, aside, help, error, className }}>
      {(control) => (
        <div className={cx(styles.box, readOnly && styles.readOnly)} data-invalid={control['aria-invalid']}>
          {icon && <Icon of={icon} size="s" />}
          <input {...rest} {...control} readOnly={readOnly} className={styles.input} />
          {end}
          {readOnly && <Icon of={Lock} size="s" />}
        </div>
      )}
    </Field>
  );
}

export interface PasswordInputProps extends FieldLooks, Plain<InputHTMLAttributes<HTMLInputElement>> {
  id?: string | undefined;
  showLabel: string;
  hideLabel: string;
  ref?: Ref<HTMLInputElement>;
}

/** A password with a button that shows it. */
export function PasswordInput(props: PasswordInputProps) {
  const { id, label, required, optional, aside, help, error, showLabel, hideLabel, className, ...rest } = props;
  const [shown, setShown] = useState(false);
  return (
    <Field {...{ id, label, required, optional, aside, help, error, className }}>
      {(control) => (
        <div className={styles.box} data-invalid={control['aria-invalid']}>
          <input
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            {...rest}
            {...control}
            type={shown ? 'text' : 'password'}
            className={styles.input}
            dir="auto"
          />
          <button
            type="button"
            className={styles.eye}
            aria-label={shown ? hideLabel : showLabel}
            onClick={() => setShown(!shown)}
          >
            <Icon of={shown ? EyeOff : Eye} />
          </button>
        </div>
      )}
    </Field>
  );
}

export interface TextAreaProps extends FieldLooks, Plain<TextareaHTMLAttributes<HTMLTextAreaElement>> {
  id?: string | undefined;
  /** Characters left, already formatted; give it from 10 left on. `over` paints it as an error. */
  counter?: { text: string; over?: boolean } | undefined;
  ref?: Ref<HTMLTextAreaElement>;
}

/** Several lines, 104 high at least. */
export function TextArea({
  id,
  label,
  required,
  optional,
  aside,
  help,
  error,
  counter,
  className,
  readOnly,
  ...rest
}: TextAreaProps) {
  return (
    <Field {...{ id, label, required, optional, aside, help, error, counter, className }}>
      {(control) => (
        <div
          className={cx(styles.box, styles.area, readOnly && styles.readOnly)}
          data-invalid={control['aria-invalid']}
        >
          <textarea rows={3} dir="auto" {...rest} {...control} readOnly={readOnly} className={styles.input} />
          {readOnly && <Icon of={Lock} size="s" className={styles.lock} />}
        </div>
      )}
    </Field>
  );
}

export interface FormProps extends FormHTMLAttributes<HTMLFormElement> {
  ref?: Ref<HTMLFormElement>;
}

/** Fields 20 apart, errors below them; native validation bubbles are off. */
export function Form({ className, ...rest }: FormProps) {
  return <form noValidate {...rest} className={cx(styles.form, className)} />;
}

/** "* required": once a form. */
export function RequiredNote({ children }: { children: ReactNode }) {
  return (
    <p className={styles.help}>
      <span className={styles.required} aria-hidden="true">
        *
      </span>{' '}
      {children}
    </p>
  );
}

export interface FormBannerProps {
  /** What went wrong with the whole: "Two things need your attention". */
  title: ReactNode;
  /** The errors with the id of each field. */
  errors?: { id: string; text: ReactNode }[];
  /** Gets the focus after a failed submit. */
  ref?: Ref<HTMLDivElement>;
}

/** Lists a long form's errors, each leading to its field. */
export function FormBanner({ title, errors = [], ref }: FormBannerProps) {
  return (
    <div ref={ref} className={styles.banner} role="alert" tabIndex={-1}>
      <Icon of={CircleAlert} size="s" />
      <div className="grow">
        <p className="strong">{title}</p>
        {errors.length > 0 && (
          <ul className={styles.errors}>
            {errors.map((error) => (
              <li key={error.id}>
                <a
                  href={`#${error.id}`}
                  onClick={(event) => {
                    // The hash is the route, so the link moves the focus itself.
                    event.preventDefault();
                    document.getElementById(error.id)?.focus();
                  }}
                >
                  {error.text}
                </a>
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}

/** The fixed foot of a form: its buttons, full width on a phone. */
export function FormFoot({ children }: { children: ReactNode }) {
  return <div className={styles.foot}>{children}</div>;
}

/** The button at the end of a form. With `long` it stays in sight on a phone, at the foot of what scrolls. */
export function FormSubmit({ long, children }: { long: boolean; children: ReactNode }) {
  return <div className={cx(long && styles.stays)}>{children}</div>;
}
