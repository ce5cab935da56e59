import { ContactsField } from '@paddock/ui/contacts-field';
import { type ControlProps, looksOf } from './control';
import { useFormText } from './form-text';

export function ContactsControl(props: ControlProps<'contacts'>) {
  const t = useFormText();
  const { value, about, onChange, onBlur } = props;
  return (
    <ContactsField
      {...looksOf(props)}
      value={String(value)}
      onChange={onChange}
      onBlur={onBlur}
      faulty={about}
      faultyLabel={t('not_addresses')}
    />
  );
}
