import { groupIcon, groupIconNames } from '@paddock/ui/group-icon';
import { IconField } from '@paddock/ui/icon-field';
import { type ControlProps, looksOf } from './control';

export function IconControl(props: ControlProps<'icon'>) {
  const { data, value, onChange, onBlur } = props;
  return (
    <IconField
      {...looksOf(props)}
      options={groupIconNames.map((id) => ({ id, label: data.nameOf(id), icon: groupIcon(id) }))}
      tone={data.tone}
      disabled={data.readOnly}
      value={value === '' ? null : String(value)}
      onChange={onChange}
      onBlur={onBlur}
    />
  );
}
