import { login, loginForm } from '@paddock/contract/account';
import { asApiError, ApiError } from '@paddock/mfe-kit/api-error';
import { DataForm, defineForm } from '@paddock/mfe-kit/form';
import { useText } from '@paddock/mfe-kit/i18n';
import { Link } from '@paddock/mfe-kit/navigation';
import { useCallMutation } from '@paddock/mfe-kit/queries';
import { useSession } from '@paddock/mfe-kit/session';
import { BrandMark } from '@paddock/ui/brand-mark';
import { Entry } from '@paddock/ui/hero';
import { useEntrySide } from '../art/use-entry-side';

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

/** Sign in with a user name or an e-mail address. Which of the two was wrong is never said. */
export function Login() {
  const t = useText();
  const { signIn } = useSession();
  const enter = useCallMutation(login);
  return (
    <Entry
      side={useEntrySide()}
      mark={<BrandMark size={24} />}
      title={t('login.title')}
      text={t('login.text')}
      back={{ label: t('back'), href: '#/' }}
    >
      <DataForm
        form={form}
        size="l"
        onSubmit={async (values) => {
          try {
            const { token, user } = await enter.mutateAsync(values);
            signIn(token, user);
          } catch (error) {
            throw refusedAtPassword(error);
          }
        }}
      />
      <p className="label two">
        {t('login.new')}{' '}
        <Link href="/signup" className="link">
          {t('landing.signup')}
        </Link>
      </p>
    </Entry>
  );
}

/** Puts a refused sign-in at the password, where it can be corrected. */
function refusedAtPassword(error: unknown): ApiError {
  const refused = asApiError(error);
  if (refused.code !== 'INVALID_CREDENTIALS') return refused;
  return new ApiError(refused.code, refused.message, refused.status, { password: 'INVALID_CREDENTIALS' });
}
