import { useText } from '@paddock/mfe-kit/i18n';
import { useSession } from '@paddock/mfe-kit/session';
import { useToast } from '@paddock/mfe-kit/toasts';
import { Button } from '@paddock/ui/button';
import { Hourglass, UserX } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { StatePage } from '../entry/state-page';
import { pageFor, useGoOn } from '../entry/next-page';
import { usePolledSelf } from '../entry/use-polled-self';

/** Waits for an admin's decision and polls for it. Shows a denial, and continues if an admin grants access later. */
export function PendingApproval() {
  const t = useText();
  const toast = useToast();
  const session = useSession();
  const { user, community, signOut } = session;
  const { data: now, refetch } = usePolledSelf();
  const [reloading, setReloading] = useState(false);
  const goOn = useGoOn();
  const elsewhere = now !== undefined && pageFor(now, session) !== '/pending_approval';
  const leave = useEffectEvent(() => now && goOn(now));
  useEffect(() => {
    if (elsewhere) leave();
  }, [elsewhere]);

  const denied = (now ?? user)?.denied === true;
  const reload = async () => {
    setReloading(true);
    const { data, error } = await refetch();
    setReloading(false);
    if (error) toast.error(error);
    else if (data && pageFor(data, session) === '/pending_approval')
      toast(data.denied ? 'pending.still_denied' : 'pending.still_waiting');
  };
  return (
    <StatePage
      kind={denied ? 'bad' : 'wait'}
      icon={denied ? UserX : Hourglass}
      title={denied ? t('pending.denied') : t('pending.title')}
      text={
        denied
          ? t('pending.denied_text', { community: community.title })
          : t('pending.text', { community: community.title })
      }
      actions={
        <>
          <Button variant="primary" size="l" pending={reloading} onPress={() => void reload()}>
            {t('pending.reload')}
          </Button>
          <Button size="l" onPress={() => void signOut()}>
            {t('settings.log_out')}
          </Button>
        </>
      }
    />
  );
}
