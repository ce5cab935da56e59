import type { FocusEventHandler, ReactNode, Ref } from 'react';
import { Lock } from 'lucide-react';
import { cx } from '../../primitives/cx/cx';
import type { FieldControl } from '../field/field';
import { Icon } from '../../primitives/icon/icon';
import type { LucideIcon } from '../../primitives/icon/icon';
import styles from './pick-button.module.css';

export interface PickButtonProps {
  /** Props from the Field. */
  control: Partial<FieldControl>;
  /** Label of the field, read before the value. */
  label: string;
  /** Text of the selection; undefined without one. */
  value: string | undefined;
  placeholder?: string | undefined;
  start?: ReactNode;
  /** Icon at the end of the box, unless it is read-only. */
  end?: LucideIcon;
  /** The value is a date or a time. */
  numeric?: boolean;
  popup: 'listbox' | 'dialog';
  open: boolean;
  onOpen: (open: boolean) => void;
  /** Called when the popover is likely to open soon. */
  onNear: () => void;
  onBlur?: FocusEventHandler<HTMLButtonElement> | undefined;
  disabled?: boolean | undefined;
  readOnly?: boolean | undefined;
  ref?: Ref<HTMLButtonElement>;
}

/** A button in the style of an input that shows the selection and opens a popover. */
export function PickButton(props: PickButtonProps) {
  const { control, label, value, placeholder, start, end, numeric, popup, open, onOpen, onNear, onBlur, ref } = props;
  const { disabled, readOnly } = props;
  const { 'aria-required': _required, 'aria-invalid': invalid, ...rest } = control;
  const off = disabled || readOnly;
  return (
    <button
      {...rest}
      ref={ref}
      type="button"
      className={cx(styles.button, value === undefined && styles.empty, readOnly && styles.readOnly)}
      data-invalid={invalid}
      aria-haspopup={popup}
      aria-expanded={open}
      aria-disabled={off || undefined}
      aria-label={[label, value ?? placeholder].filter(Boolean).join(', ')}
      onPointerEnter={onNear}
      onFocus={onNear}
      onBlur={onBlur}
      onClick={() => off || onOpen(!open)}
      onKeyDown={(event) => {
        if (off || (event.key !== 'ArrowDown' && event.key !== 'ArrowUp')) return;
        event.preventDefault();
        onOpen(true);
      }}
    >
      {start}
      <span className="grow truncate">
        {/* A number keeps its own direction but aligns with the start of the line. */}
        {numeric ? <span className="tabular-nums">{value ?? placeholder}</span> : (value ?? placeholder)}
      </span>
      {readOnly ? <Icon of={Lock} size="s" /> : end && <Icon of={end} size="s" />}
    </button>
  );
}
