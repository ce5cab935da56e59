import type { ReactNode } from 'react';
import { Switch } from '../choice/choice';

export interface OptionalToggleProps {
  /** "Set an end". */
  label: string;
  help?: ReactNode;
  /** Open, so that its fields count. */
  value: boolean;
  onChange: (open: boolean) => void;
  onBlur?: (() => void) | undefined;
  disabled?: boolean | undefined;
  id?: string | undefined;
  /** The fields beneath; they are there only while it is open. */
  children: ReactNode;
}

/** A switch that opens fields beneath it. */
export function OptionalToggle({ label, help, value, onChange, onBlur, disabled, id, children }: OptionalToggleProps) {
  return (
    <div className="stack gap-3">
      <Switch
        {...(id === undefined ? {} : { id })}
        help={help}
        checked={value}
        disabled={disabled}
        onBlur={onBlur}
        onChange={(event) => onChange(event.currentTarget.checked)}
      >
        {label}
      </Switch>
      {value && <div className="stack gap-4">{children}</div>}
    </div>
  );
}
