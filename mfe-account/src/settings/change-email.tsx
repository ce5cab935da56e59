import { changeEmailForm, sendEmailPin, verifyPin } from '@paddock/contract/calls/email-verification';
import { DataForm, defineForm } from '@paddock/mfe-kit/form';
import { useText } from '@paddock/mfe-kit/i18n';
import { useCallMutation } from '@paddock/mfe-kit/queries';
import { useSession } from '@paddock/mfe-kit/session';
import { Button } from '@paddock/ui/button';
import { useState } from 'react';
import { useStepFocus } from '../security/use-step-focus';
import { PinEntry } from '../verify-pin/pin-entry';
import { storePinWait } from '../verify-pin/pin-wait';
import styles from './settings.module.css';

const form = defineForm({
  id: 'change-email',
  schema: changeEmailForm,
  fields: (t) => [
    {
      type: 'input',
      inputType: 'email',
      name: 'email',
      label: t('settings.new_email'),
      autoComplete: 'email',
      codes: { email_REQUIRED: t('codes.email_INVALID'), email_INVALID: t('codes.email_INVALID') },
    },
    {
      type: 'password',
      name: 'password',
      label: t('settings.password'),
      autoComplete: 'current-password',
      codes: { WRONG_PASSWORD: t('codes.WRONG_PASSWORD') },
    },
  ],
  submit: (t) => t('edit_email.submit'),
});

/** New address and password, then the PIN that the new address gets. The current address stays until then. */
export function ChangeEmail({ onDone }: { onDone: () => void }) {
  const t = useText();
  const { user, updateUser } = useSession();
  const send = useCallMutation(sendEmailPin);
  const verify = useCallMutation(verifyPin);
  const [begun, setBegun] = useState<{ email: string; password: string }>();
  // Another address leads back to the first field.
  const part = useStepFocus<HTMLDivElement>(begun ? undefined : 'address');
  if (begun)
    return (
      <div ref={part} className={`${styles.form} stack gap-4`}>
        <p>
          {t('verify_pin.text')} <bdi className="strong">{begun.email}</bdi>
        </p>
        <PinEntry
          label={t('settings.change_email')}
          help={t('settings.email_pin_help')}
          verify={async (pin) => {
            updateUser(await verify.mutateAsync({ pin, email: begun.email }));
            onDone();
          }}
          resend={() => send.mutateAsync(begun)}
        />
        <Button wide variant="quiet" onPress={() => setBegun(undefined)}>
          {t('settings.other_email')}
        </Button>
      </div>
    );
  return (
    <div ref={part} className={styles.form}>
      <DataForm
        form={form}
        onSubmit={async ({ email: entered, password }) => {
          const { email, retry_after } = await send.mutateAsync({ email: entered, password });
          storePinWait(retry_after);
          setBegun({ email, password });
        }}
      >
        {/* Tells password managers whose password it is. */}
        <input hidden readOnly autoComplete="username" value={user?.username ?? ''} />
      </DataForm>
    </div>
  );
}
