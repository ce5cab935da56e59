import { login, loginForm } from '@paddock/contract/calls/account';
import { asApiError, ApiError } from '@paddock/mfe-kit/api-error';
import { DataForm, defineForm } from '@paddock/mfe-kit/form';
import { useText } from '@paddock/mfe-kit/i18n';
import { Link, useBack } from '@paddock/mfe-kit/navigation';
import { useCallMutation } from '@paddock/mfe-kit/queries';
import { useSession } from '@paddock/mfe-kit/session';
import { BrandMark } from '@paddock/ui/brand-mark';
import { Entry, Or } from '@paddock/ui/hero';
import { lazy, Suspense, useState } from 'react';
import { useEntrySide } from '../art/use-entry-side';
import { ThirdPartyButton } from '../loading/third-party-button';
import { canUsePasskeys, PasskeyButton } from './passkey-button';
import type { Credentials } from './second-step';

const SecondStep = lazy(() => import('./second-step').then((part) => ({ default: part.SecondStep })));

const form = defineForm({
  id: 'login',
  schema: loginForm,
  draft: false,
  fields: (t) => [
    {
      type: 'input',
      name: 'username_or_email',
      label: t('fields.username_or_email'),
      autoComplete: 'username',
      autoCapitalize: 'none',
    },
    {
      type: 'password',
      name: 'password',
      label: t('fields.password'),
      autoComplete: 'current-password',
      codes: { INVALID_CREDENTIALS: t('codes.INVALID_CREDENTIALS') },
    },
  ],
  submit: (t) => t('login.submit'),
});

/** Signs in with a username or an e-mail address. Errors never reveal whether the name or the password was wrong. */
export function Login() {
  const t = useText();
  const back = useBack('/');
  const { signIn, flags } = useSession();
  const enter = useCallMutation(login);
  const [right, setRight] = useState<Credentials | null>(null);
  const side = useEntrySide();
  if (right)
    return (
      <Suspense>
        <SecondStep credentials={right} onBack={() => setRight(null)} />
      </Suspense>
    );
  const hasPasskeys = flags.passkeys && canUsePasskeys();
  return (
    <Entry
      side={side}
      mark={<BrandMark size={24} />}
      title={t('login.title')}
      text={t('login.text')}
      back={{ label: t('back'), onPress: back }}
    >
      <DataForm
        form={form}
        size="l"
        onSubmit={async (values) => {
          try {
            const { token, user } = await enter.mutateAsync(values);
            signIn(token, user);
          } catch (error) {
            if (asApiError(error).code !== 'SECOND_FACTOR_REQUIRED') throw toPasswordError(error);
            setRight(values);
          }
        }}
      >
        <p className="label">
          <Link href="/send_password" className="link">
            {t('login.forgot')}
          </Link>
        </p>
      </DataForm>
      {(hasPasskeys || flags.third_party_auth) && (
        <div className="stack gap-3">
          <Or>{t('login.or')}</Or>
          {hasPasskeys && <PasskeyButton />}
          <ThirdPartyButton />
        </div>
      )}
      <p className="label text-secondary">
        {t('login.new')}{' '}
        <Link href="/signup" className="link">
          {t('landing.signup')}
        </Link>
      </p>
    </Entry>
  );
}

/** Moves the error of a refused sign-in to the password field. */
function toPasswordError(error: unknown): ApiError {
  const refused = asApiError(error);
  if (refused.code !== 'INVALID_CREDENTIALS') return refused;
  return new ApiError(refused.code, refused.message, refused.status, { password: 'INVALID_CREDENTIALS' });
}
