import type { ReactNode, RefObject } from 'react';
import { ListBox, ListBoxItem } from 'react-aria-components';
import { cx } from '../../primitives/cx/cx';
import styles from './floating.module.css';

export interface PickRow {
  id: string;
  label: string;
  /** Content of the row, if it is more than the label. */
  children?: ReactNode;
  /** Cannot be selected. */
  isDisabled?: boolean;
}

export interface PickListProps {
  label: string;
  rows: readonly PickRow[];
  value: string | null;
  /** Also called for the row that is already selected. */
  onPick: (id: string) => void;
  /** Focuses the selected row, or the first, on mount. */
  autoFocus?: boolean;
  list?: RefObject<HTMLDivElement | null>;
  className?: string | undefined;
  rowClassName?: string | undefined;
}

// Without this undocumented prop, React Aria does not report a press on the selected row.
const everyPick = { allowDuplicateSelectionEvents: true };

/** A single-selection list of 44 px rows, with arrows, Home, End, type-ahead and Enter. */
export function PickList(props: PickListProps) {
  const { label, rows, value, onPick, autoFocus = false, list, className, rowClassName } = props;
  return (
    <ListBox
      {...(list ? { ref: list } : {})}
      {...everyPick}
      aria-label={label}
      className={cx(styles.rows, className)}
      {...(autoFocus ? { autoFocus: value === null ? ('first' as const) : true } : {})}
      selectionMode="single"
      disallowEmptySelection
      selectedKeys={value === null ? [] : [value]}
      disabledKeys={rows.filter((row) => row.isDisabled).map((row) => row.id)}
      onSelectionChange={(keys) => {
        const [key] = keys === 'all' ? [] : [...keys];
        if (key !== undefined) onPick(String(key));
      }}
    >
      {rows.map((row) => (
        <ListBoxItem
          key={row.id}
          id={row.id}
          textValue={row.label}
          className={cx(styles.row, rowClassName)}
          {...(row.id === value ? { ref: showInMiddle } : {})}
        >
          {row.children ?? row.label}
        </ListBoxItem>
      ))}
    </ListBox>
  );
}

function showInMiddle(row: Element | null): void {
  const list = row?.closest('[role=listbox]');
  if (!row || !list) return;
  const [outer, inner] = [list.getBoundingClientRect(), row.getBoundingClientRect()];
  list.scrollTop += inner.top - outer.top - (outer.height - inner.height) / 2;
}
