import type { ReactNode } from 'react';
import { CircleAlert, Clock, Crop, FileText, Plus, X } from 'lucide-react';
import { cx } from '../../primitives/cx/cx';
import { Icon } from '../../primitives/icon/icon';
import type { LucideIcon } from '../../primitives/icon/icon';
import styles from './upload-slot.module.css';

/** Slots of 84 px side by side; `five` fits five in a row. */
export function UploadSlots({ children, five }: { children: ReactNode; five?: boolean }) {
  return <div className={cx(styles.slots, five && styles.five)}>{children}</div>;
}

export interface UploadAddProps {
  /** "Add a picture". */
  label: string;
  onPress: () => void;
  icon?: LucideIcon;
  disabled?: boolean;
  id?: string;
  /** Id of the describing element. */
  describedBy?: string | undefined;
}

/** The empty slot with a plus. */
export function UploadAdd({ label, onPress, icon = Plus, disabled, id, describedBy }: UploadAddProps) {
  return (
    <button
      type="button"
      id={id}
      aria-describedby={describedBy}
      className={cx(styles.slot, styles.idle)}
      aria-label={label}
      title={label}
      aria-disabled={disabled || undefined}
      onClick={() => disabled || onPress()}
    >
      <Icon of={icon} />
    </button>
  );
}

export interface UploadSlotProps {
  /** The file's name, spoken. */
  name: string;
  /** `waiting`: it is uploaded when there is a connection. */
  state: 'waiting' | 'uploading' | 'loaded' | 'error';
  /** 0 to 100; shows 99 at most until the file is loaded. */
  percent?: number;
  /** Formats the number in the member's language. */
  format?: (percent: number) => string;
  /** URL of the picture; without it the slot shows the icon. */
  src?: string;
  /** Shows the name below the icon. */
  showName?: boolean;
  icon?: LucideIcon;
  /** "Remove photo.jpg". */
  removeLabel?: string;
  onRemove?: () => void;
  /** "Crop or turn photo.jpg"; the button is there with `onEdit`. */
  editLabel?: string;
  onEdit?: () => void;
  /** Spoken error; show it as a FieldError below the slots too. */
  error?: string;
  /** Spoken while it waits: "Waiting for a connection". */
  waitingLabel?: string;
  /** A button over the slot, below the remove button. */
  over?: ReactNode;
  /** Follows the pointer's place. */
  dragged?: boolean;
}

/** One file: uploading, loaded or rejected. */
export function UploadSlot(props: UploadSlotProps) {
  const {
    name,
    state,
    percent = 0,
    format = (value) => `${value}%`,
    src,
    showName,
    icon = FileText,
    removeLabel,
    onRemove,
    editLabel,
    onEdit,
    error,
    waitingLabel,
    over,
    dragged,
  } = props;
  const shown = Math.max(0, Math.min(99, Math.floor(percent)));
  const picture = state !== 'error' && src;
  return (
    <span
      className={cx(
        styles.slot,
        state === 'error' && styles.bad,
        dragged && styles.dragged,
        picture && state !== 'loaded' && styles.unloaded,
      )}
    >
      {picture && <img src={picture} alt={state === 'loaded' ? name : ''} draggable={false} />}
      {state === 'uploading' && (
        <>
          <span className={cx(styles.number, 'tabular-nums')} aria-hidden="true">
            {format(shown)}
          </span>
          <progress className={styles.bar} aria-label={name} max={100} value={shown} />
        </>
      )}
      {state === 'waiting' && <Icon of={Clock} label={[name, waitingLabel].filter(Boolean).join(': ')} />}
      {state === 'loaded' && !picture && <Icon of={icon} size="l" label={name} />}
      {state === 'error' && <Icon of={CircleAlert} label={[name, error].filter(Boolean).join(': ')} />}
      {showName && !picture && state !== 'uploading' && (
        <bdi className={cx(styles.name, 'caption truncate')} aria-hidden="true">
          {name}
        </bdi>
      )}
      {over}
      {onEdit && editLabel && (
        <button type="button" className={cx(styles.tool, styles.edit)} aria-label={editLabel} onClick={onEdit}>
          <Icon of={Crop} size="xs" />
        </button>
      )}
      {onRemove && removeLabel && (
        <button type="button" className={cx(styles.tool, styles.remove)} aria-label={removeLabel} onClick={onRemove}>
          <Icon of={X} size="xs" />
        </button>
      )}
    </span>
  );
}
