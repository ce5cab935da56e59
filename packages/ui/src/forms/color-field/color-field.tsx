import { useId } from 'react';
import type { KeyboardEvent } from 'react';
import { Check, Lock } from 'lucide-react';
import { cx } from '../../primitives/cx/cx';
import { Field } from '../field/field';
import type { FieldLooks } from '../field/field';
import { Swatch } from '../swatch/swatch';
import { Icon } from '../../primitives/icon/icon';
import { toneStyle } from '../../primitives/tone-style/tone-style';
import styles from './color-field.module.css';

const columns = 4;

export interface ColorFieldProps extends FieldLooks {
  /** The colours with their spoken names; `tone` is `var(--group-8)` or any CSS colour; by default the id is the colour. */
  options: readonly { id: string; label: string; tone?: string | undefined }[];
  value: string | null;
  onChange: (value: string) => void;
  onBlur?: (() => void) | undefined;
  disabled?: boolean | undefined;
  readOnly?: boolean | undefined;
  /** Id of the first colour, for links from a FormBanner. */
  id?: string | undefined;
  className?: string | undefined;
}

/** A palette with four columns: a radio group that arrow keys navigate in both directions. */
export function ColorField(props: ColorFieldProps) {
  const { options, value, onChange, onBlur, disabled, readOnly, ...looks } = props;
  const name = useId();
  const off = disabled || readOnly;
  const walk = (event: KeyboardEvent<HTMLElement>) => {
    const step = event.key === 'ArrowDown' ? columns : event.key === 'ArrowUp' ? -columns : 0;
    if (step === 0) return;
    // The browser handles left and right in radio groups, also in right-to-left pages, but does not move by rows.
    event.preventDefault();
    const inputs = [...event.currentTarget.querySelectorAll('input')];
    const next = inputs.indexOf(event.target as HTMLInputElement) + step;
    const option = options[next];
    if (!option) return;
    inputs[next]?.focus();
    onChange(option.id);
  };
  return (
    <Field {...looks} group="radiogroup">
      {(control) => (
        <div className="inline">
          <div className={cx(styles.colours, off && styles.off)} onKeyDown={walk} onBlur={onBlur}>
            {options.map((option, index) => (
              <Swatch
                key={option.id}
                {...{ name, option, onChange }}
                id={index === 0 ? control.id : undefined}
                className={cx(styles.colour, 'tone')}
                style={toneStyle(option.tone ?? option.id)}
                checked={option.id === value}
                disabled={off}
              >
                <Icon of={readOnly ? Lock : Check} size="s" />
              </Swatch>
            ))}
          </div>
        </div>
      )}
    </Field>
  );
}
