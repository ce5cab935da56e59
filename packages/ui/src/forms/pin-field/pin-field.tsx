import { useState } from 'react';
import type { ClipboardEvent, Ref } from 'react';
import { cx } from '../../primitives/cx/cx';
import { Field } from '../field/field';
import type { FieldLooks } from '../field/field';
import styles from './pin-field.module.css';

export interface PinFieldProps extends Omit<FieldLooks, 'optional' | 'aside'> {
  value: string;
  onChange: (value: string) => void;
  /** Called once the code is complete: by the last key, a paste, or the system's one-time code suggestion. */
  onComplete: (value: string) => void;
  /** The code is being checked: keeps the focus and ignores input. */
  pending?: boolean;
  autoFocus?: boolean;
  ref?: Ref<HTMLInputElement>;
}

const length = 6;

/** A code of six digits, one box each, over one real input that supports number keyboards, one-time codes and screen readers. */
export function PinField(props: PinFieldProps) {
  const { label, required, help, error, value, onChange, onComplete, pending, autoFocus, ref } = props;
  const [focused, setFocused] = useState(false);
  const take = (text: string) => {
    if (pending) return;
    const pin = pinIn(text, length);
    if (pin === value) return;
    onChange(pin);
    if (pin.length === length) onComplete(pin);
  };
  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    event.preventDefault();
    take(event.clipboardData.getData('text'));
  };
  return (
    <Field {...{ label, required, help, error }}>
      {(control) => (
        <div className={styles.box} data-invalid={control['aria-invalid']}>
          <div className={styles.cells} aria-hidden="true">
            {Array.from({ length }, (_, index) => (
              <span
                key={index}
                className={cx(
                  styles.cell,
                  'tabular-nums',
                  focused && index === Math.min(value.length, length - 1) && styles.current,
                )}
              >
                {[...value][index]}
              </span>
            ))}
          </div>
          <input
            {...control}
            ref={ref}
            className={styles.input}
            type="text"
            inputMode="numeric"
            autoComplete="one-time-code"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            // This field is the only purpose of its page.
            autoFocus={autoFocus}
            readOnly={pending}
            value={value}
            onChange={(event) => take(event.currentTarget.value)}
            onPaste={paste}
            onFocus={() => setFocused(true)}
            onBlur={() => setFocused(false)}
            // Digits can only be added or removed at the end: the boxes show no other caret position.
            onSelect={({ currentTarget: input }) => input.setSelectionRange(input.value.length, input.value.length)}
          />
        </div>
      )}
    </Field>
  );
}

const eastern = /[\u0660-\u0669\u06f0-\u06f9]/g;

/** Extracts the code from pasted text: whole messages, Arabic or grouped digits. */
function pinIn(text: string, length: number): string {
  const western = text.replace(eastern, (digit) => String(digit.codePointAt(0)! & 0xf));
  const alone = new RegExp(`(?<!\\d)\\d{${length}}(?!\\d)`).exec(western)?.[0];
  return alone ?? [...western.replace(/[\s\-–·.]/g, '')].slice(0, length).join('');
}
