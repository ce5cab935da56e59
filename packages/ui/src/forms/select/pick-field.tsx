import { Field } from '../field/field';
import type { FieldLooks } from '../field/field';
import { PickButton } from './pick-button';

export interface PickFieldProps extends FieldLooks {
  /** The chosen date, time or period, formatted; undefined without one. */
  value: string | undefined;
  placeholder?: string;
  open: boolean;
  /** Opens the dialog in which the member chooses; the caller renders it. */
  onOpen: () => void;
}

const nothing = () => undefined;

/** A field whose button shows the value and opens a dialog. */
export function PickField({ value, placeholder, open, onOpen, ...looks }: PickFieldProps) {
  return (
    <Field {...looks}>
      {(control) => (
        <PickButton
          control={control}
          label={looks.label}
          value={value}
          placeholder={placeholder}
          numeric
          popup="dialog"
          open={open}
          onOpen={onOpen}
          onNear={nothing}
        />
      )}
    </Field>
  );
}
