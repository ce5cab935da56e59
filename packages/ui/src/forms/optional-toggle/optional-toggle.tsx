import type { ReactNode } from 'react';
import { Switch } from '../choice/choice';

export interface OptionalToggleProps {
  /** "Set an end". */
  label: string;
  help?: ReactNode;
  /** True while the fields are shown. */
  value: boolean;
  onChange: (open: boolean) => void;
  onBlur?: (() => void) | undefined;
  disabled?: boolean | undefined;
  id?: string | undefined;
  /** The fields, rendered only while the switch is on. */
  children: ReactNode;
}

/** A switch that shows optional fields below. */
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
