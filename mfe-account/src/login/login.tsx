import { login, loginForm } from '@paddock/contract/account';
import { asApiError, ApiError } from '@paddock/mfe-kit/api-error';
import { useText } from '@paddock/mfe-kit/i18n';
import { Link } from '@paddock/mfe-kit/navigation';
import { useCallMutation } from '@paddock/mfe-kit/queries';
import { useSession } from '@paddock/mfe-kit/session';
import { Banner } from '@paddock/ui/banner';
import { BrandMark } from '@paddock/ui/brand-mark';
import { Button } from '@paddock/ui/button';
import { Form, PasswordInput, TextInput } from '@paddock/ui/field';
import { Entry } from '@paddock/ui/hero';
import { useMemo } from 'react';
import { useEntrySide } from '../art/use-entry-side';
import { useCodeForm } from '../forms/use-code-form';

const empty = { username_or_email: '', password: '' };

/** Sign in with a user name or an e-mail address. Which of the two was wrong is never said. */
export function Login() {
  const t = useText();
  const { flags, signIn } = useSession();
  const enter = useCallMutation(login);
  const { field, send, failure, pending, disabled } = useCodeForm({
    schema: useMemo(() => loginForm(flags), [flags]),
    defaultValues: empty,
    mandatory: ['username_or_email', 'password'],
    async submit(values) {
      try {
        const { token, user } = await enter.mutateAsync(values);
        signIn(token, user);
      } catch (error) {
        throw refusedAtPassword(error);
      }
    },
  });
  return (
    <Entry
      side={useEntrySide()}
      mark={<BrandMark size={24} />}
      title={t('login.title')}
      text={t('login.text')}
      back={{ label: t('back'), href: '#/' }}
    >
      <Form onSubmit={(event) => void send(event)} aria-label={t('login.title')}>
        {failure && (
          <Banner kind="bad" live="alert">
            {failure}
          </Banner>
        )}
        <TextInput
          {...field('username_or_email')}
          label={t('fields.username_or_email')}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          dir="auto"
        />
        <PasswordInput
          {...field('password')}
          label={t('fields.password')}
          autoComplete="current-password"
          showLabel={t('password.show')}
          hideLabel={t('password.hide')}
        />
        <Button type="submit" variant="primary" size="l" wide pending={pending} disabled={disabled}>
          {t('login.submit')}
        </Button>
      </Form>
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
