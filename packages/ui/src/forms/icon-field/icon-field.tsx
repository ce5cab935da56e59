import { useId } from 'react';
import { cx } from '../../primitives/cx/cx';
import { Icon } from '../../primitives/icon/icon';
import type { LucideIcon } from '../../primitives/icon/icon';
import { Field } from '../field/field';
import type { FieldLooks } from '../field/field';
import { Swatch } from '../swatch/swatch';
import { toneStyle } from '../../primitives/tone-style/tone-style';
import styles from './icon-field.module.css';

export interface IconFieldProps extends FieldLooks {
  /** The icons with their spoken names. */
  options: readonly { id: string; label: string; icon: LucideIcon }[];
  value: string | null;
  onChange: (value: string) => void;
  onBlur?: (() => void) | undefined;
  /** The colour of the chosen icon's ground. */
  tone?: string | undefined;
  disabled?: boolean | undefined;
  /** Id of the first icon, for links from a FormBanner. */
  id?: string | undefined;
  className?: string | undefined;
}

/** A grid of icons: a radio group. */
export function IconField(props: IconFieldProps) {
  const { options, value, onChange, onBlur, tone, disabled, ...looks } = props;
  const name = useId();
  return (
    <Field {...looks} group="radiogroup">
      {(control) => (
        <div className={cx(styles.icons, tone && 'tone')} style={toneStyle(tone)} onBlur={onBlur}>
          {options.map((option, index) => (
            <Swatch
              key={option.id}
              {...{ name, option, onChange, disabled }}
              id={index === 0 ? control.id : undefined}
              className={styles.icon}
              checked={option.id === value}
            >
              <Icon of={option.icon} />
            </Swatch>
          ))}
        </div>
      )}
    </Field>
  );
}
