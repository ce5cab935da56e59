import { activate } from '@paddock/contract/calls/email-verification';
import type { ScreenProps } from '@paddock/mfe-kit/define-mfe';
import { useText } from '@paddock/mfe-kit/i18n';
import { useSession } from '@paddock/mfe-kit/session';
import { Button } from '@paddock/ui/button';
import { MailCheck } from 'lucide-react';
import { StateFailed, StatePage } from '../entry/state-page';
import { useGoOn } from '../entry/next-page';
import { OnwardButton, useLinkCall } from '@paddock/mfe-kit/link-call';
import { usePolledSelf } from '../entry/use-polled-self';

/** The link of the verification mail: thanks, or 'Server Error.' (A §2, A §8). */
export function Activation({ params: { token } }: ScreenProps<'token'>) {
  return <ByLink key={token} token={token} />;
}

function ByLink({ token }: { token: string }) {
  const t = useText();
  const session = useSession();
  const { data: activated, error, again } = useLinkCall(activate, { email_token: token });
  // The link may belong to the signed-in member or to another one: read the signed-in member's current record.
  const { data: now } = usePolledSelf({ enabled: activated !== undefined && session.token !== null });
  const goOn = useGoOn({ isNew: true });
  if (error)
    return <StateFailed error={error} title={t('activation.failure')} text={t('activation.error')} again={again} />;
  if (!activated) return <StatePage kind="busy" title={t('link.busy')} text={t('activation.checking')} />;
  return (
    <StatePage
      kind="ok"
      icon={MailCheck}
      title={t('verify_pin.verified')}
      text={t('activation.thanks')}
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
}
