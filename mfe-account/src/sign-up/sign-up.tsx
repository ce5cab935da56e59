import { signUp } from '@paddock/contract/account';
import { DataForm } from '@paddock/mfe-kit/form';
import { useText } from '@paddock/mfe-kit/i18n';
import { Link } from '@paddock/mfe-kit/navigation';
import { useCallMutation } from '@paddock/mfe-kit/queries';
import { useSession } from '@paddock/mfe-kit/session';
import { BrandMark } from '@paddock/ui/brand-mark';
import { Entry } from '@paddock/ui/hero';
import { useEntrySide } from '../art/use-entry-side';
import { signUpForm } from './sign-up-form';

/** Sign-up form and the terms that go with it. */
export function SignUp() {
  const t = useText();
  const { signIn } = useSession();
  const create = useCallMutation(signUp);
  return (
    <Entry
      side={useEntrySide()}
      mark={<BrandMark size={24} />}
      title={t('signup.title')}
      back={{ label: t('back'), href: '#/' }}
    >
      <DataForm
        form={signUpForm}
        size="l"
        onSubmit={async ({ email, username, password, fullname, ...extras }, clientId) => {
          const { token, user } = await create.mutateAsync({
            client_id: clientId,
            ...{ email, username, password, fullname },
            fields: extras,
          });
          signIn(token, user);
        }}
      />
      <p className="label two">
        {t('legal.accept')}{' '}
        <Link href="/terms" className="link">
          {t('legal.terms')}
        </Link>
        {' · '}
        <Link href="/privacy" className="link">
          {t('legal.privacy')}
        </Link>
      </p>
    </Entry>
  );
}
