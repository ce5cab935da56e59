import { useState } from 'react';
import type { ClipboardEvent, Ref } from 'react';
import { cx } from '../../primitives/cx/cx';
import { Field } from '../field/field';
import type { FieldLooks } from '../field/field';
import styles from './pin-field.module.css';

export interface PinFieldProps extends Omit<FieldLooks, 'optional' | 'aside'> {
  id?: string;
  value: string;
  onChange: (value: string) => void;
  /** Told once all places are filled: by the last key, a paste, or the system's offer of a code that just came. */
  onComplete: (value: string) => void;
  /** Places; 6. */
  length?: number;
  /** It is being checked: it keeps the focus and takes nothing. */
  pending?: boolean;
  autoFocus?: boolean;
  ref?: Ref<HTMLInputElement>;
}

/** A code of a few digits, one box each, over one real input that supports number keyboards, one-time codes and screen readers. */
export function PinField(props: PinFieldProps) {
  const { id, label, required, help, error, value, onChange, onComplete, length = 6, pending, autoFocus, ref } = props;
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
    <Field {...{ id, label, required, help, error }}>
      {(control) => (
        <div className={styles.box} data-invalid={control['aria-invalid']}>
          <div className={styles.cells} aria-hidden="true">
            {Array.from({ length }, (_, place) => (
              <span
                key={place}
                className={cx(
                  styles.cell,
                  'tabular-nums',
                  focused && place === Math.min(value.length, length - 1) && styles.current,
                )}
              >
                {[...value][place]}
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
            // The page is about this one field.
            autoFocus={autoFocus}
            readOnly={pending}
            value={value}
            onChange={(event) => take(event.currentTarget.value)}
            onPaste={paste}
            onFocus={() => setFocused(true)}
            onBlur={() => setFocused(false)}
            // Figures are added and taken at the end alone: the places show no other caret.
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
  const western = text.replace(eastern, (figure) => String(figure.codePointAt(0)! & 0xf));
  const alone = new RegExp(`(?<!\\d)\\d{${length}}(?!\\d)`).exec(western)?.[0];
  return alone ?? [...western.replace(/[\s\-–·.]/g, '')].slice(0, length).join('');
}
