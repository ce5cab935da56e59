import type { SignupField } from '@paddock/contract/flags';
import { useText } from '@paddock/mfe-kit/i18n';
import { useSession } from '@paddock/mfe-kit/session';
import { TextInput } from '@paddock/ui/field';
import { Select } from '@paddock/ui/select';
import type { CodeField } from '../forms/use-code-form';

interface ExtraFieldProps {
  extra: SignupField;
  input: CodeField;
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
  if (!options) return <TextInput {...input} label={label} maxLength={extra.maxlength} dir="auto" />;
  return (
    <Select
      label={label}
      placeholder={t('signup.choose')}
      options={options}
      value={value === '' ? null : value}
      onChange={onChange}
      onBlur={() => input.onBlur()}
      id={input.id}
      required={input.required}
      error={input.error}
    />
  );
}
