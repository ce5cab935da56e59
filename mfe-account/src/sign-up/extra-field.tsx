import type { SignupField } from '@paddock/contract/flags';
import { useText } from '@paddock/mfe-kit/i18n';
import { useSession } from '@paddock/mfe-kit/session';
import { TextInput, type TextInputProps } from '@paddock/ui/field';
import { Select } from '@paddock/ui/select';

interface ExtraFieldProps {
  extra: SignupField;
  input: TextInputProps extends infer Props ? Omit<Props & object, 'label'> : never;
  value: string;
  onChange: (value: string) => void;
}

/** One of the deployment's own fields: free text, or a choice. Fields of kinds that need a list of their own come with them. */
export function ExtraField({ extra, input, value, onChange }: ExtraFieldProps) {
  const t = useText();
  const { workplaces } = useSession();
  const label = extra.label ?? extra.name;
  const options =
    extra.type === 'workplaces'
      ? workplaces.map(({ id, title }) => ({ id, label: title }))
      : extra.options?.map((option) => ({ id: option, label: option }));
  if (!options)
    return <TextInput {...(input as TextInputProps)} label={label} maxLength={extra.maxlength} dir="auto" />;
  const { id, required, error } = input as TextInputProps;
  return (
    <Select
      label={label}
      placeholder={t('signup.choose')}
      options={options}
      value={value === '' ? null : value}
      onChange={onChange}
      {...(id === undefined ? {} : { id })}
      required={required}
      error={error}
    />
  );
}
