import { Button } from '@paddock/ui/button';
import { ContactsField } from '@paddock/ui/contacts-field';
import { BookUser } from 'lucide-react';
import { useToast } from '../i18n/toasts';
import { usePlatform } from '../platform/platform';
import { type ControlProps, looksOf } from './control';
import { useFormText } from './form-text';

const maxAddressLength = 320;

/** Addresses as text and, where the device has one, from its contacts picker. */
export function ContactsControl(props: ControlProps<'contacts'>) {
  const t = useFormText();
  const toast = useToast();
  const platform = usePlatform();
  const { value, about, onChange, onBlur } = props;
  const pick = async () => {
    const contacts = await platform.pickContacts();
    const added = contacts.flatMap(({ emails }) => emails);
    if (added.length > 0) onChange([String(value).trim().replace(/,$/, ''), ...added].filter(Boolean).join(', '));
  };
  return (
    <div className="stack gap-3">
      <ContactsField
        {...looksOf(props)}
        value={String(value)}
        onChange={onChange}
        onBlur={onBlur}
        // A longer entry is no address: listing it would not help.
        faulty={about.filter(({ length }) => length <= maxAddressLength)}
        faultyLabel={t('not_addresses')}
      />
      {platform.has('contacts') && (
        <Button icon={BookUser} onPress={() => void pick().catch(toast.error)}>
          {t('pick_contacts')}
        </Button>
      )}
    </div>
  );
}
