import { signUp } from '@paddock/contract/calls/account';
import { verifyInvitation } from '@paddock/contract/calls/invitations';
import { ApiError, asApiError } from '@paddock/mfe-kit/api-error';
import type { ScreenProps } from '@paddock/mfe-kit/define-mfe';
import { DataForm } from '@paddock/mfe-kit/form';
import { useText } from '@paddock/mfe-kit/i18n';
import { isTransient, useLinkCall } from '@paddock/mfe-kit/link-call';
import { Link, useBack, useNavigate } from '@paddock/mfe-kit/navigation';
import { useCallMutation } from '@paddock/mfe-kit/queries';
import { useSession } from '@paddock/mfe-kit/session';
import { Banner } from '@paddock/ui/banner';
import { BrandMark } from '@paddock/ui/brand-mark';
import { Entry } from '@paddock/ui/hero';
import { useEntrySide } from '../art/use-entry-side';
import { firstWaitSeconds, storePinWait } from '../verify-pin/pin-wait';
import { signUpForm } from './sign-up-form';
import { useSignUpLists } from './use-sign-up-lists';

/** The sign-up form with its terms. A successful sign-up sends the PIN that verifies the address. */
export function SignUp({ params }: { params?: Partial<ScreenProps<'invitation'>['params']> }) {
  const invitation = params?.invitation;
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
      {invitation !== undefined && <InvitedBy token={invitation} />}
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
              ...(invitation !== undefined && { invitation_token: invitation }),
              fields: fields as Record<string, string | string[]>,
            });
            storePinWait(firstWaitSeconds);
            signIn(token, user);
            // A new member's first page (A §2). The gate opens the PIN page and stores this one as the return URL.
            navigate('/main/profile', { replace: true });
          } catch (error) {
            throw toPictureError(error);
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

/** The member who sent the invitation; nothing after a failed check, because it does not keep a visitor from signing up. */
function InvitedBy({ token }: { token: string }) {
  const t = useText();
  const { data, error } = useLinkCall(verifyInvitation, { invitation_token: token });
  if (data) return <Banner kind="info">{t('signup.invited_by', { name: data.fullname })}</Banner>;
  return error && !isTransient(error) ? <Banner kind="warn">{t('signup.invitation_over')}</Banner> : null;
}

/** An uploaded picture expires after an hour: show that error at its field. */
function toPictureError(error: unknown): ApiError {
  const refused = asApiError(error);
  if (refused.code !== 'FILE_NOT_FOUND') return refused;
  return new ApiError(refused.code, refused.message, refused.status, { profile_image: 'FILE_NOT_FOUND' });
}
