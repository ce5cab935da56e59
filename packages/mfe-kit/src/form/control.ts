import type { ReactNode } from 'react';
import type { ResolvedField, FormValues, FieldData } from './form-data';

/** The props of every control. The rest of its appearance is in `data`. */
export interface ControlProps<Type extends FieldData['type'] = FieldData['type']> {
  data: ResolvedField & { type: Type };
  id: string;
  required: boolean;
  error: ReactNode;
  /** The faulty entries of the field. */
  about: readonly string[];
  value: unknown;
  entered: FormValues;
  /** Takes a value, or a function from the current value to the next. */
  onChange: (value: unknown) => void;
  onBlur: () => void;
  /** Submits the form, as its button does. */
  send: () => void;
  /** The form is being sent. */
  pending: boolean;
}

/** The props that every field of the design system takes. */
export const looksOf = ({ data, id, required, error }: ControlProps) => ({
  id,
  label: data.label,
  help: data.help,
  required,
  error,
  readOnly: data.readOnly,
});
