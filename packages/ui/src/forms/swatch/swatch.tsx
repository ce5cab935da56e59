import type { CSSProperties, ReactNode } from 'react';
import { cx } from '../../primitives/cx/cx';
import styles from './swatch.module.css';

/** One choice of a palette: a radio button that looks like what it chooses. */
export function Swatch(props: {
  /** Of the radio group. */
  name: string;
  option: { id: string; label: string };
  /** Id of the input. */
  id?: string | undefined;
  checked: boolean;
  disabled?: boolean | undefined;
  onChange: (value: string) => void;
  className?: string | undefined;
  style?: CSSProperties | undefined;
  children: ReactNode;
}) {
  const { name, option, id, checked, disabled, onChange, className, style, children } = props;
  return (
    <label className={cx(styles.swatch, className)} style={style} title={option.label}>
      <input
        type="radio"
        id={id}
        name={name}
        value={option.id}
        aria-label={option.label}
        checked={checked}
        disabled={disabled}
        onChange={() => onChange(option.id)}
      />
      {children}
    </label>
  );
}
