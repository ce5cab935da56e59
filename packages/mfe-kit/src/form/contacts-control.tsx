import { ContactsField } from '@paddock/ui/contacts-field';
import { type ControlProps, looksOf } from './control';
import { useFormText } from './form-text';

const maxAddressLength = 320;

export function ContactsControl(props: ControlProps<'contacts'>) {
  const t = useFormText();
  const { value, about, onChange, onBlur } = props;
  return (
    <ContactsField
      {...looksOf(props)}
      value={String(value)}
      onChange={onChange}
      onBlur={onBlur}
      // A longer entry is no address: listing it would not help.
      faulty={about.filter(({ length }) => length <= maxAddressLength)}
      faultyLabel={t('not_addresses')}
    />
  );
}
