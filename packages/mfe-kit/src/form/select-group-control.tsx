import { groupIcon, toneOfGroup } from '@paddock/ui/group-icon';
import { SelectGroup } from '@paddock/ui/select-group';
import { type ControlProps, looksOf } from './control';
import { useFormText } from './form-text';
import { isFailed, OptionsFailed } from './options-failed';

export function SelectGroupControl(props: ControlProps<'select-group'>) {
  const t = useFormText();
  const { data, value, onChange, onBlur } = props;
  const { groups } = data;
  if (isFailed(groups))
    return <OptionsFailed id={props.id} label={data.label} required={props.required} query={groups} />;
  return (
    <SelectGroup
      {...looksOf(props)}
      groups={(groups ?? []).map(({ id, title, color, icon }) => ({
        id,
        name: title,
        tone: toneOfGroup(color),
        icon: groupIcon(icon),
      }))}
      disabled={groups === undefined}
      placeholder={groups ? (data.placeholder ?? t('choose')) : t('loading')}
      value={value === '' ? null : String(value)}
      onChange={onChange}
      onBlur={onBlur}
    />
  );
}
