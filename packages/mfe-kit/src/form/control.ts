import type { ReactNode } from 'react';
import type { Entered, FieldData } from './form-data';

/** What every control gets. The rest of the looks is in `data`. */
export interface ControlProps<Type extends FieldData['type'] = FieldData['type']> {
  data: FieldData & { type: Type };
  id: string;
  required: boolean;
  error: ReactNode;
  /** The entries of the field that the error is about. */
  about: readonly string[];
  value: unknown;
  entered: Entered;
  /** Takes a value, or a function of the value that is there then. */
  onChange: (value: unknown) => void;
  onBlur: () => void;
  /** Sends the form, as its button does. */
  send: () => void;
  /** The form is being sent. */
  pending: boolean;
}

/** The looks that every field of the design system takes. */
export const looksOf = ({ data, id, required, error }: ControlProps) => ({
  id,
  label: data.label,
  help: data.help,
  required,
  error,
  readOnly: data.readOnly,
});
