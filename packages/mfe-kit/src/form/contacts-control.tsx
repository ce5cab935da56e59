import { ContactsField } from '@paddock/ui/contacts-field';
import { type ControlProps, looksOf } from './control';
import { useFormText } from './form-text';

const longest = 320;

export function ContactsControl(props: ControlProps<'contacts'>) {
  const t = useFormText();
  const { value, about, onChange, onBlur } = props;
  return (
    <ContactsField
      {...looksOf(props)}
      value={String(value)}
      onChange={onChange}
      onBlur={onBlur}
      // What is longer than any address is not worth showing.
      faulty={about.filter(({ length }) => length <= longest)}
      faultyLabel={t('not_addresses')}
    />
  );
}
