import type { Profile } from '@paddock/contract/calls/people';
import { useText } from '@paddock/mfe-kit/i18n';
import { Slot, useSlotAvailable } from '@paddock/mfe-kit/slots';
import { IconButton } from '@paddock/ui/button';
import { Flag } from 'lucide-react';
import { useState } from 'react';

/** Reports a member to the admins. Hidden where no module offers it. */
export function ReportMember({ member: { id, fullname } }: { member: Pick<Profile, 'id' | 'fullname'> }) {
  const t = useText();
  const isOffered = useSlotAvailable('account.report');
  const [open, setOpen] = useState(false);
  if (!isOffered) return null;
  return (
    <>
      <IconButton icon={Flag} label={t('profile.report', { name: fullname })} onPress={() => setOpen(true)} />
      {open && <Slot name="account.report" props={{ kind: 'user', id, onClose: () => setOpen(false) }} />}
    </>
  );
}
