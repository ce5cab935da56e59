import { useId } from 'react';
import type { ReactNode } from 'react';
import styles from './segmented.module.css';

export interface SegmentedProps<T extends string> {
  /** Label of the group: "Which chats". */
  label: string;
  options: readonly { id: T; label: ReactNode }[];
  value: T;
  onChange: (value: T) => void;
}

/** A few options side by side: a radio group with one tab stop; arrow keys select. */
export function Segmented<T extends string>({ label, options, value, onChange }: SegmentedProps<T>) {
  const name = useId();
  return (
    <div className={styles.segmented} role="radiogroup" aria-label={label}>
      {options.map((option) => (
        <label key={option.id} className={styles.option}>
          <input
            type="radio"
            className={styles.input}
            name={name}
            value={option.id}
            checked={option.id === value}
            onChange={() => onChange(option.id)}
          />
          <span className="truncate">{option.label}</span>
        </label>
      ))}
    </div>
  );
}
