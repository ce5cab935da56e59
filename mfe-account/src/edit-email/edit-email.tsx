import { editEmailForm, sendEmailPin } from '@paddock/contract/calls/email-verification';
import { DataForm, defineForm } from '@paddock/mfe-kit/form';
import { useText } from '@paddock/mfe-kit/i18n';
import { useBack, useNavigate } from '@paddock/mfe-kit/navigation';
import { useCallMutation } from '@paddock/mfe-kit/queries';
import { useSession } from '@paddock/mfe-kit/session';
import { BrandMark } from '@paddock/ui/brand-mark';
import { Entry } from '@paddock/ui/hero';
import { useEffect, useEffectEvent } from 'react';
import { useEntrySide } from '../art/use-entry-side';
import { useGoOn } from '../entry/next-page';
import { usePolledSelf } from '../entry/use-polled-self';
import { storePinWait } from '../verify-pin/pin-wait';

const form = defineForm({
  id: 'edit-email',
  schema: editEmailForm,
  fields: (t) => [
    {
      type: 'input',
      inputType: 'email',
      name: 'email',
      label: t('fields.email'),
      autoComplete: 'email',
      // An empty field gets the same error as an invalid address (A §5, Edit e-mail).
      codes: { email_REQUIRED: t('codes.email_INVALID'), email_INVALID: t('codes.email_INVALID') },
    },
  ],
  submit: (t) => t('edit_email.submit'),
});

/** Changes the address of an unverified member and sends the PIN to the new one. Continues once the address is verified elsewhere. */
export function EditEmail() {
  const t = useText();
  const side = useEntrySide();
  const navigate = useNavigate();
  const back = useBack('/verify_pin');
  const { user, flags, updateUser } = useSession();
  const send = useCallMutation(sendEmailPin);
  const { data: now, refetch } = usePolledSelf();
  const goOn = useGoOn();
  const leave = useEffectEvent(() => now && goOn(now));
  const isVerified = now?.email_verified === true;
  useEffect(() => {
    if (isVerified) leave();
  }, [isVerified]);
  const closed = flags.disable_user_edit_email;
  useEffect(() => {
    if (closed) navigate('/verify_pin', { replace: true });
  }, [closed, navigate]);
  if (!user || closed) return null;
  return (
    <Entry
      side={side}
      mark={<BrandMark size={24} />}
      title={t('edit_email.title')}
      text={t('edit_email.text')}
      back={{ label: t('back'), onPress: back }}
    >
      <DataForm
        form={form}
        size="l"
        onSubmit={async (input) => {
          const { email, retry_after } = await send.mutateAsync(input).catch((error: unknown) => {
            // The service refuses a verified address.
            void refetch();
            throw error;
          });
          storePinWait(retry_after);
          updateUser({ ...user, email });
          navigate('/verify_pin');
        }}
      />
    </Entry>
  );
}
