import { useText } from '@paddock/mfe-kit/i18n';
import { useSession } from '@paddock/mfe-kit/session';
import { Button } from '@paddock/ui/button';
import { Ban } from 'lucide-react';
import { useEffect, useEffectEvent } from 'react';
import { StatePage } from '../entry/state-page';
import { pageFor, useGoOn } from '../entry/next-page';
import { usePolledSelf } from '../entry/use-polled-self';

/** Shown to a signed-in, approved member who is banned from the whole deployment (A §2). */
export function Forbidden() {
  const t = useText();
  const session = useSession();
  const { community, signOut } = session;
  const { data: now } = usePolledSelf();
  const goOn = useGoOn();
  const elsewhere = now !== undefined && pageFor(now, session) !== '/forbidden';
  const leave = useEffectEvent(() => now && goOn(now));
  useEffect(() => {
    if (elsewhere) leave();
  }, [elsewhere]);
  return (
    <StatePage
      kind="bad"
      icon={Ban}
      title={t('forbidden.title')}
      text={t('forbidden.text', { community: community.title })}
      actions={
        <Button variant="primary" size="l" onPress={() => void signOut()}>
          {t('settings.log_out')}
        </Button>
      }
    />
  );
}
