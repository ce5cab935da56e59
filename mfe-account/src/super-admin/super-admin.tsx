import { superAdminForm } from '@paddock/contract/calls/account';
import { becomeAdmin, validateAdminLink } from '@paddock/contract/calls/admin-links';
import { type ApiError, asApiError } from '@paddock/mfe-kit/api-error';
import type { ScreenProps } from '@paddock/mfe-kit/define-mfe';
import { DataForm, defineForm } from '@paddock/mfe-kit/form';
import { useText } from '@paddock/mfe-kit/i18n';
import { OnwardButton, useLinkCall } from '@paddock/mfe-kit/link-call';
import { useCallMutation } from '@paddock/mfe-kit/queries';
import { useSession } from '@paddock/mfe-kit/session';
import { BrandMark } from '@paddock/ui/brand-mark';
import { Button } from '@paddock/ui/button';
import { Entry } from '@paddock/ui/hero';
import { ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { useEntrySide } from '../art/use-entry-side';
import { useGoOn } from '../entry/next-page';
import { StateFailed, StatePage } from '../entry/state-page';
import { usePolledSelf } from '../entry/use-polled-self';
import { memberFields } from '../sign-up/member-fields';

const form = defineForm({
  id: 'super-admin',
  schema: superAdminForm,
  draft: false,
  fields: (t, session) => Object.values(memberFields(t, session)),
  submit: (t) => t('super_admin.create'),
});

/** The link that `npm run admin` prints: a press for an account that exists, else the form of a new one. */
export function SuperAdmin({ params: { token } }: ScreenProps<'token'>) {
  return <ByLink key={token} token={token} />;
}

function ByLink({ token }: { token: string }) {
  const t = useText();
  const side = useEntrySide();
  const { community, token: session } = useSession();
  const { data: link, error, again } = useLinkCall(validateAdminLink, { admin_token: token });
  const become = useCallMutation(becomeAdmin);
  /** The error of the last press. */
  const [refusal, setRefusal] = useState<ApiError | null>(null);

  // The signed-in member's current record, whose flag has changed if the account is theirs.
  const { data: now } = usePolledSelf({ enabled: become.isSuccess && session !== null });
  const goOn = useGoOn();

  if (become.isSuccess)
    return (
      <StatePage
        kind="ok"
        icon={ShieldCheck}
        title={t('super_admin.done')}
        text={t('super_admin.done_text', { community: community.title })}
        actions={
          now ? (
            <Button variant="primary" size="l" onPress={() => goOn(now)}>
              {t('link.onward')}
            </Button>
          ) : (
            <OnwardButton />
          )
        }
      />
    );
  const failure = refusal ?? error;
  const retry = () => {
    setRefusal(null);
    again();
  };
  if (failure) return <StateFailed error={failure} title={t('link.broken')} again={retry} />;
  if (!link) return <StatePage kind="busy" title={t('link.busy')} text={t('reset_password.validating')} />;

  const send = async (input: object) => {
    try {
      await become.mutateAsync({ admin_token: token, ...input });
    } catch (failed) {
      const refused = asApiError(failed);
      // The form shows all but what ends the link.
      if (link.exists || refused.code === 'LINK_INVALID' || refused.code === 'LINK_EXPIRED') setRefusal(refused);
      throw failed;
    }
  };
  const text = (
    <>
      {t('super_admin.text', { community: community.title })} <bdi className="strong">{link.email}</bdi>
    </>
  );
  if (link.exists)
    return (
      <StatePage
        kind="wait"
        icon={ShieldCheck}
        title={t('super_admin.title')}
        text={text}
        actions={
          <Button
            variant="primary"
            size="l"
            pending={become.isPending}
            onPress={() => void send({}).catch(() => undefined)}
          >
            {t('super_admin.submit')}
          </Button>
        }
      />
    );
  return (
    <Entry side={side} mark={<BrandMark size={24} />} title={t('super_admin.title')} text={text}>
      <DataForm form={form} size="l" onSubmit={send} />
    </Entry>
  );
}
