import { forgotPasswordForm, sendResetPasswordLink } from '@paddock/contract/calls/password-reset';
import { DataForm, defineForm } from '@paddock/mfe-kit/form';
import { useText } from '@paddock/mfe-kit/i18n';
import { useBack } from '@paddock/mfe-kit/navigation';
import { useCallMutation } from '@paddock/mfe-kit/queries';
import { BrandMark } from '@paddock/ui/brand-mark';
import { Button, LinkButton } from '@paddock/ui/button';
import { Entry } from '@paddock/ui/hero';
import { Send } from 'lucide-react';
import { useState } from 'react';
import { useEntrySide } from '../art/use-entry-side';
import { StatePage } from '../entry/state-page';

const form = defineForm({
  id: 'send-password',
  schema: forgotPasswordForm,
  fields: (t) => [
    { type: 'input', inputType: 'email', name: 'email', label: t('fields.email'), autoComplete: 'email' },
  ],
  submit: (t) => t('send_password.submit'),
});

/** Requests a link to set a new password. The reply is the same for known and unknown addresses. */
export function SendPassword() {
  const t = useText();
  const side = useEntrySide();
  const send = useCallMutation(sendResetPasswordLink);
  const back = useBack('/login');
  const [sent, setSent] = useState(false);
  if (sent)
    return (
      <StatePage
        kind="ok"
        icon={Send}
        title={t('send_password.sent')}
        text={t('codes.MAIL_SENT_RESET_PASSWORD')}
        actions={
          <>
            <LinkButton href="#/login" variant="primary" size="l">
              {t('landing.login')}
            </LinkButton>
            <Button size="l" onPress={() => setSent(false)}>
              {t('send_password.again')}
            </Button>
          </>
        }
      />
    );
  return (
    <Entry
      side={side}
      mark={<BrandMark size={24} />}
      title={t('send_password.title')}
      text={t('send_password.text')}
      back={{ label: t('back'), onPress: back }}
    >
      <DataForm
        form={form}
        size="l"
        onSubmit={async (input) => {
          await send.mutateAsync(input);
          setSent(true);
        }}
      />
    </Entry>
  );
}
