import { resetPassword, resetPasswordForm, validatePasswordToken } from '@paddock/contract/calls/password-reset';
import { type ApiError, asApiError } from '@paddock/mfe-kit/api-error';
import type { ScreenProps } from '@paddock/mfe-kit/define-mfe';
import { DataForm, defineForm } from '@paddock/mfe-kit/form';
import { useErrorText, useText } from '@paddock/mfe-kit/i18n';
import { useCallMutation } from '@paddock/mfe-kit/queries';
import { useSession } from '@paddock/mfe-kit/session';
import { BrandMark } from '@paddock/ui/brand-mark';
import { LinkButton } from '@paddock/ui/button';
import { Entry } from '@paddock/ui/hero';
import { KeyRound, Unlink } from 'lucide-react';
import { useState } from 'react';
import { useEntrySide } from '../art/use-entry-side';
import { StateFailed, StatePage } from '../entry/state-page';
import { isTransient, OnwardButton, useLinkCall } from '@paddock/mfe-kit/link-call';

const form = defineForm({
  id: 'reset-password',
  schema: resetPasswordForm,
  draft: false,
  fields: (t, { flags }) => [
    {
      type: 'password',
      name: 'password',
      label: t('settings.new_password'),
      help: t('signup.password_help', { min: flags.passwordMinLen, max: flags.passwordMaxLen }),
      autoComplete: 'new-password',
    },
  ],
  submit: (t) => t('reset_password.submit'),
});

/** A mailed link's page: validates the link, takes one new password and confirms it (A §4). */
export function ResetPassword({ params: { token } }: ScreenProps<'token'>) {
  return <ByLink key={token} token={token} />;
}

function ByLink({ token }: { token: string }) {
  const t = useText();
  const side = useEntrySide();
  const { data: valid, error, again } = useLinkCall(validatePasswordToken, { password_token: token });
  const reset = useCallMutation(resetPassword);
  const [spent, setSpent] = useState<ApiError | null>(null);

  if (reset.isSuccess)
    return (
      <StatePage
        kind="ok"
        icon={KeyRound}
        title={t('reset_password.done')}
        text={t('reset_password.done_text')}
        actions={<OnwardButton />}
      />
    );
  if (spent || (error && !isTransient(error))) return <NotGood error={(spent ?? error)!} />;
  if (error) return <StateFailed error={error} title={t('link.broken')} again={again} />;
  if (!valid) return <StatePage kind="busy" title={t('link.busy')} text={t('reset_password.validating')} />;
  return (
    <Entry side={side} mark={<BrandMark size={24} />} title={t('reset_password.title')} text={t('reset_password.text')}>
      <DataForm
        form={form}
        size="l"
        onSubmit={async ({ password }) => {
          try {
            await reset.mutateAsync({ password_token: token, password });
          } catch (refusal) {
            const refused = asApiError(refusal);
            if (refused.code === 'LINK_INVALID' || refused.code === 'LINK_EXPIRED') setSpent(refused);
            throw refusal;
          }
        }}
      />
    </Entry>
  );
}

/** The link is used, expired or altered: offers the form for another one. */
function NotGood({ error }: { error: ApiError }) {
  const t = useText();
  const errorText = useErrorText();
  const { token } = useSession();
  return (
    <StatePage
      kind="bad"
      icon={Unlink}
      title={t('link.broken')}
      text={errorText(error)}
      actions={
        // Signed-in members change their password in the settings.
        token === null ? (
          <LinkButton href="#/send_password" variant="primary" size="l">
            {t('reset_password.new_link')}
          </LinkButton>
        ) : (
          <OnwardButton />
        )
      }
    />
  );
}
