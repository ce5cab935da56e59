import { useRef } from 'react';
import { TextArea } from '../field/field';
import type { FieldLooks } from '../field/field';
import styles from './contacts-field.module.css';

export interface ContactsFieldProps extends FieldLooks {
  /** Typed addresses, separated by commas. */
  value: string;
  onChange: (value: string) => void;
  onBlur?: (() => void) | undefined;
  /** The invalid addresses; the field lists them below. */
  faulty?: readonly string[] | undefined;
  /** Shown before the invalid addresses: "Not an e-mail address:". */
  faultyLabel: string;
  placeholder?: string | undefined;
  disabled?: boolean | undefined;
  readOnly?: boolean | undefined;
  id?: string | undefined;
  className?: string | undefined;
}

/** Comma-separated addresses. Pressing an invalid one selects it in the text. */
export function ContactsField({ value, onChange, faulty = [], faultyLabel, error, ...rest }: ContactsFieldProps) {
  const area = useRef<HTMLTextAreaElement>(null);
  const mark = (address: string) => {
    const at = placeOf(value, address);
    area.current?.focus();
    if (at !== -1) area.current?.setSelectionRange(at, at + address.length);
  };
  const named = faulty.length > 0 && (
    <>
      {faultyLabel}{' '}
      {faulty.map((address, index) => (
        <span key={`${index}-${address}`}>
          {index > 0 && ', '}
          <button type="button" className={styles.faulty} onClick={() => mark(address)}>
            <bdi>{address}</bdi>
          </button>
        </span>
      ))}
    </>
  );
  return (
    <TextArea
      {...rest}
      ref={area}
      error={named || error}
      value={value}
      inputMode="email"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

/** Finds whole addresses: 'a@b' does not match the end of 'ana@b'. */
function placeOf(text: string, address: string): number {
  let from = 0;
  for (const part of text.split(',')) {
    if (part.trim() === address) return from + part.indexOf(address);
    from += part.length + 1;
  }
  return text.toLowerCase().indexOf(address.toLowerCase());
}
