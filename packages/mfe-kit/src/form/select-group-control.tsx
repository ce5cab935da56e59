import { groupIcon, toneOfGroup } from '@paddock/ui/group-icon';
import { SelectGroup } from '@paddock/ui/select-group';
import { type ControlProps, looksOf } from './control';
import { useFormText } from './form-text';

export function SelectGroupControl(props: ControlProps<'select-group'>) {
  const t = useFormText();
  const { data, value, onChange, onBlur } = props;
  return (
    <SelectGroup
      {...looksOf(props)}
      groups={(data.groups ?? []).map(({ id, title, color, icon }) => ({
        id,
        name: title,
        tone: toneOfGroup(color),
        icon: groupIcon(icon),
      }))}
      disabled={data.groups === undefined}
      placeholder={data.groups ? (data.placeholder ?? t('choose')) : t('loading')}
      value={value === '' ? null : String(value)}
      onChange={onChange}
      onBlur={onBlur}
    />
  );
}
