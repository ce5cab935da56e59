import { CheckboxGroup } from '@paddock/ui/checkbox-group';
import { Field } from '@paddock/ui/field';
import { Spinner } from '@paddock/ui/spinner';
import { type ControlProps, looksOf } from './control';
import { useFormText } from './form-text';
import { isFailed, OptionsFailed, optionsIn } from './options-failed';

export function ChoicesControl(props: ControlProps<'choices'>) {
  const t = useFormText();
  const { data, value, entered, onChange, onBlur } = props;
  const options = optionsIn(data, entered);
  if (isFailed(options))
    return <OptionsFailed id={props.id} label={data.label} required={props.required} query={options} />;
  if (!options) return <Field {...looksOf(props)}>{() => <Spinner label={t('loading')} />}</Field>;
  const offered = new Set(options.map(({ id }) => id));
  const chosen = (value as readonly string[]).filter((one) => data.last_option_is_text || offered.has(one));
  return (
    <CheckboxGroup
      {...looksOf(props)}
      options={options}
      value={chosen}
      onChange={onChange}
      onBlur={onBlur}
      disabled={data.readOnly}
      textLabel={data.last_option_is_text ? t('own_text') : undefined}
    />
  );
}
