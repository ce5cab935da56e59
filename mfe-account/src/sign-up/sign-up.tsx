import { signUp } from '@paddock/contract/calls/account';
import { ApiError, asApiError } from '@paddock/mfe-kit/api-error';
import { DataForm } from '@paddock/mfe-kit/form';
import { useText } from '@paddock/mfe-kit/i18n';
import { Link, useBack, useNavigate } from '@paddock/mfe-kit/navigation';
import { useCallMutation } from '@paddock/mfe-kit/queries';
import { useSession } from '@paddock/mfe-kit/session';
import { BrandMark } from '@paddock/ui/brand-mark';
import { Entry } from '@paddock/ui/hero';
import { useEntrySide } from '../art/use-entry-side';
import { FIRST_WAIT, storePinWait } from '../verify-pin/pin-wait';
import { signUpForm } from './sign-up-form';
import { useSignUpLists } from './use-sign-up-lists';

/** The sign-up form with its terms. A successful sign-up sends the PIN that verifies the address. */
export function SignUp() {
  const t = useText();
  const navigate = useNavigate();
  const back = useBack('/');
  const { signIn } = useSession();
  const lists = useSignUpLists();
  const create = useCallMutation(signUp);
  return (
    <Entry
      side={useEntrySide()}
      mark={<BrandMark size={24} />}
      title={t('signup.title')}
      back={{ label: t('back'), onPress: back }}
    >
      <DataForm
        form={signUpForm}
        context={lists}
        size="l"
        onSubmit={async ({ email, username, password, fullname, profile_image, ...extras }, clientId) => {
          const base = { email, username, password, fullname, ...(profile_image !== undefined && { profile_image }) };
          const fields = Object.fromEntries(Object.entries(extras).filter(([, value]) => value !== undefined));
          try {
            const { token, user } = await create.mutateAsync({
              client_id: clientId,
              ...base,
              fields: fields as Record<string, string | string[]>,
            });
            storePinWait(FIRST_WAIT);
            signIn(token, user);
            // A new member's first page (A §2). The gate opens the PIN page and stores this one as the return URL.
            navigate('/main/profile', { replace: true });
          } catch (error) {
            throw goneAtPicture(error);
          }
        }}
      >
        <p className="label text-secondary">
          {t('legal.accept')}{' '}
          <Link href="/terms" className="link">
            {t('legal.terms')}
          </Link>
          {' · '}
          <Link href="/privacy" className="link">
            {t('legal.privacy')}
          </Link>
        </p>
      </DataForm>
      <p className="label text-secondary">
        {t('signup.known')}{' '}
        <Link href="/login" className="link">
          {t('landing.login')}
        </Link>
      </p>
    </Entry>
  );
}

/** An uploaded picture expires after an hour: show that error at its field. */
function goneAtPicture(error: unknown): ApiError {
  const refused = asApiError(error);
  if (refused.code !== 'FILE_NOT_FOUND') return refused;
  return new ApiError(refused.code, refused.message, refused.status, { profile_image: 'FILE_NOT_FOUND' });
}
