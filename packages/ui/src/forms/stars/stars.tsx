import { useId } from 'react';
import { Star } from 'lucide-react';
import { cx } from '../../primitives/cx/cx';
import { Icon } from '../../primitives/icon/icon';
import styles from './stars.module.css';

const five = [1, 2, 3, 4, 5] as const;

export interface StarsProps {
  /** 0 to 5, rounded to whole stars; the label has the exact value. */
  value: number;
  /** Spoken: "4.2 of 5". */
  label: string;
}

/** A read-only rating. */
export function Stars({ value, label }: StarsProps) {
  return (
    <span className={styles.stars} role="img" aria-label={label}>
      {five.map((star) => (
        <Icon key={star} of={Star} size="s" solid className={star > Math.round(value) ? styles.off : undefined} />
      ))}
    </span>
  );
}

export interface StarsInputProps {
  /** Label of the group: "Your rating". */
  label: string;
  /** 1 to 5, or null without a rating. */
  value: number | null;
  onChange: (value: number) => void;
  /** Label of a star: "3 of 5 stars". */
  starLabel: (star: number) => string;
  disabled?: boolean;
}

/** A rating of five stars, 44 px wide each: a radio group with one tab stop; arrow keys select. */
export function StarsInput({ label, value, onChange, starLabel, disabled }: StarsInputProps) {
  const name = useId();
  return (
    <div className={styles.input} role="radiogroup" aria-label={label} aria-disabled={disabled || undefined}>
      {five.map((star) => (
        <label key={star} className={cx(styles.star, star > (value ?? 0) && styles.off)}>
          <input
            type="radio"
            className={styles.radio}
            name={name}
            value={star}
            checked={star === value}
            disabled={disabled}
            aria-label={starLabel(star)}
            onChange={() => onChange(star)}
          />
          <Icon of={Star} size="s" solid={star <= (value ?? 0)} />
        </label>
      ))}
    </div>
  );
}
