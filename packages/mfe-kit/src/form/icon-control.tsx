import { groupIconDrawings } from '@paddock/ui/group-icon-drawings';
import { IconField } from '@paddock/ui/icon-field';
import { type ControlProps, looksOf } from './control';

export function IconControl(props: ControlProps<'icon'>) {
  const { data, value, onChange, onBlur } = props;
  return (
    <IconField
      {...looksOf(props)}
      options={Object.entries(groupIconDrawings).map(([id, icon]) => ({ id, label: data.nameOf(id), icon }))}
      tone={data.tone}
      disabled={data.readOnly}
      value={value === '' ? null : String(value)}
      onChange={onChange}
      onBlur={onBlur}
    />
  );
}
