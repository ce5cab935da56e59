import { useId } from 'react';
import type { ReactNode } from 'react';
import styles from './segmented.module.css';

export interface SegmentedProps<T extends string> {
  /** Names the choice: "Which chats". */
  label: string;
  options: readonly { id: T; label: ReactNode }[];
  value: T;
  onChange: (value: T) => void;
}

/** One of a few, side by side. A radio group underneath: one tab stop, arrows choose. */
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
