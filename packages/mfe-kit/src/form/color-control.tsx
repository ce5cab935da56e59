import { ColorField } from '@paddock/ui/color-field';
import { type ControlProps, looksOf } from './control';
import { useFormText } from './form-text';

/** The stored colours of groups, in the order of `--group-1` to `--group-15` (A §2, Group screens). */
export const groupColors = [
  ['#d92d3a', 'red'],
  ['#e8622a', 'orange'],
  ['#e0a100', 'amber'],
  ['#8a9a1f', 'olive'],
  ['#2f9e4f', 'green'],
  ['#0f9488', 'teal'],
  ['#1592b8', 'cyan'],
  ['#2a6fdb', 'blue'],
  ['#4450c4', 'indigo'],
  ['#7a45c9', 'violet'],
  ['#b03fb0', 'purple'],
  ['#d43f7d', 'pink'],
  ['#96603a', 'brown'],
  ['#64748b', 'slate'],
  ['#30343c', 'asphalt'],
] as const;

export function ColorControl(props: ControlProps<'color'>) {
  const t = useFormText();
  const { value, onChange, onBlur } = props;
  return (
    <ColorField
      {...looksOf(props)}
      options={groupColors.map(([id, name]) => ({ id, label: t(`colors.${name}`) }))}
      value={value === '' ? null : String(value)}
      onChange={onChange}
      onBlur={onBlur}
    />
  );
}
