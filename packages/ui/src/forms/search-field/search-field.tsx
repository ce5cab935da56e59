import type { InputHTMLAttributes, Ref } from 'react';
import { useRef } from 'react';
import { Search, X } from 'lucide-react';
import { isComposing } from '../../primitives/composing/composing';
import { Icon } from '../../primitives/icon/icon';
import { Spinner } from '../../primitives/spinner/spinner';
import styles from './search-field.module.css';

export interface SearchFieldProps extends Omit<
  InputHTMLAttributes<HTMLInputElement>,
  'onChange' | 'value' | 'size' | 'type'
> {
  /** Accessible name, and the default placeholder. */
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** The search is in progress: a spinner replaces the magnifier. */
  pending?: boolean;
  /** "Searching…", spoken while pending. */
  pendingLabel?: string;
  clearLabel: string;
  ref?: Ref<HTMLInputElement>;
}

/** A search input above a list. Escape clears it. */
export function SearchField({
  label,
  value,
  onChange,
  pending,
  pendingLabel,
  clearLabel,
  placeholder,
  ref,
  onKeyDown,
  ...rest
}: SearchFieldProps) {
  const box = useRef<HTMLDivElement>(null);
  return (
    <div ref={box} className={styles.box} role="search">
      {pending ? <Spinner /> : <Icon of={Search} size="s" />}
      <input
        {...rest}
        ref={ref}
        type="search"
        className={styles.input}
        aria-label={label}
        placeholder={placeholder ?? label}
        value={value}
        autoComplete="off"
        enterKeyHint="search"
        dir="auto"
        onChange={(event) => onChange(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (isComposing(event.nativeEvent)) {
            // The browser itself clears a search input on Escape.
            if (event.key === 'Escape') event.preventDefault();
            return;
          }
          onKeyDown?.(event);
          if (event.key === 'Escape' && value !== '') {
            event.preventDefault();
            onChange('');
          }
        }}
      />
      {value !== '' && (
        <button
          type="button"
          className={styles.clear}
          aria-label={clearLabel}
          onClick={() => {
            onChange('');
            box.current?.querySelector('input')?.focus();
          }}
        >
          <Icon of={X} size="s" />
        </button>
      )}
      <span className="sr-only" role="status">
        {pending ? pendingLabel : ''}
      </span>
    </div>
  );
}
