import { revokeEmailChange } from '@paddock/contract/calls/email-verification';
import { asApiError } from '@paddock/mfe-kit/api-error';
import type { ScreenProps } from '@paddock/mfe-kit/define-mfe';
import { useText } from '@paddock/mfe-kit/i18n';
import { OnwardButton } from '@paddock/mfe-kit/link-call';
import { useCallMutation } from '@paddock/mfe-kit/queries';
import { Button, LinkButton } from '@paddock/ui/button';
import { MailCheck, MailWarning } from 'lucide-react';
import { StateFailed, StatePage } from '../entry/state-page';

/** The link of the mail to the former address. A press keeps that address: programs that open links of mails change nothing. */
export function RevokeEmail({ params: { token } }: ScreenProps<'token'>) {
  return <ByLink key={token} token={token} />;
}

function ByLink({ token }: { token: string }) {
  const t = useText();
  const { mutate, data: revoked, error, isPending } = useCallMutation(revokeEmailChange);
  const revoke = () => mutate({ email_token: token });
  if (error) return <StateFailed error={asApiError(error)} title={t('link.broken')} again={revoke} />;
  if (revoked)
    return (
      <StatePage
        kind="ok"
        icon={MailCheck}
        title={t('revoke_email.done')}
        text={
          <>
            <bdi className="strong">{revoked.email}</bdi>
            <br />
            {t('revoke_email.done_text')}
          </>
        }
        actions={
          <LinkButton href="#/send_password" variant="primary" size="l">
            {t('reset_password.submit')}
          </LinkButton>
        }
      />
    );
  return (
    <StatePage
      kind="wait"
      icon={MailWarning}
      title={t('revoke_email.title')}
      text={t('revoke_email.text')}
      actions={
        <>
          <Button variant="primary" size="l" pending={isPending} onPress={revoke}>
            {t('revoke_email.submit')}
          </Button>
          <OnwardButton primary={false} />
        </>
      }
    />
  );
}
