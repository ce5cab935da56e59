import type { LucideIcon } from '../../primitives/icon/icon';
import { Icon } from '../../primitives/icon/icon';
import styles from './category-bar.module.css';

export interface CategoryBarProps<T extends string> {
  /** Label of the group: "Categories". */
  label: string;
  /** `count` is shown below the label. */
  options: readonly { id: T; label: string; icon: LucideIcon; count?: string | undefined }[];
  value: T;
  onChange: (id: T) => void;
}

/** 56 px squares with a label and a count below, scrolling horizontally. */
export function CategoryBar<T extends string>({ label, options, value, onChange }: CategoryBarProps<T>) {
  return (
    <div className={styles.bar} role="group" aria-label={label}>
      {options.map(({ id, label: word, icon, count }) => (
        <button
          key={id}
          type="button"
          className={styles.category}
          aria-pressed={id === value}
          onClick={() => onChange(id)}
        >
          <span className={styles.square}>
            <Icon of={icon} />
          </span>
          <span className="line-clamp-2">{word}</span>{' '}
          {count !== undefined && <span className={styles.count}>{count}</span>}
        </button>
      ))}
    </div>
  );
}
