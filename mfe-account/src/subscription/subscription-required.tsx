import type { Self } from '@paddock/contract/calls/users';
import { useText } from '@paddock/mfe-kit/i18n';
import { LoadFailed } from '@paddock/mfe-kit/load-failed';
import { useBack } from '@paddock/mfe-kit/navigation';
import { useSession } from '@paddock/mfe-kit/session';
import { useToast } from '@paddock/mfe-kit/toasts';
import { BrandMark } from '@paddock/ui/brand-mark';
import { Button } from '@paddock/ui/button';
import { Skeleton } from '@paddock/ui/state';
import { RotateCw } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { pageFor, useGoOn } from '../entry/next-page';
import { usePolledSelf } from '../entry/use-polled-self';
import { PlanChoice } from './plan-choice';
import { useStorePlans } from './store-plans';
import styles from './subscription.module.css';
import { usePurchase } from './use-purchase';
import { usePurchaseState, useSubscription } from './use-subscription';

const page = '/subscription_required';

/** Sells plans to members who need one (A §2) or want one; continues once the member has a plan. */
export function SubscriptionRequired() {
  const t = useText();
  const toast = useToast();
  const { community, flags, workplaces, signOut } = useSession();
  const query = useSubscription();
  const self = usePolledSelf();
  const purchase = usePurchase('required');
  const { buttonOf, run } = usePurchaseState(query.isPending);
  const goOn = useGoOn();
  const back = useBack();
  // A member who had to choose a plan continues when the deployment stops requiring one.
  const [wasRequired] = useState(flags.subscription_required);
  const isDone = (user: Self) =>
    pageFor(user, { workplaces, flags: wasRequired ? flags : { ...flags, subscription_required: true } }) !== page;
  const now = query.data;

  const look = async () => {
    const data = await self.read();
    if (data && isDone(data)) goOn(data);
    return data !== undefined && isDone(data);
  };
  const prices = useStorePlans(now?.plans ?? [], async (found) => {
    await purchase.record(found);
    await look();
  });
  const isElsewhere = self.data !== undefined && isDone(self.data);
  const leave = useEffectEvent(() => self.data && goOn(self.data));
  useEffect(() => {
    if (isElsewhere) leave();
  }, [isElsewhere]);
  // A purchase that has become active, in this window or another: no need to wait for the next poll.
  const isActive = now?.subscription !== undefined && now.subscription.state !== 'initiated';
  const onActive = useEffectEvent(() => void look());
  useEffect(() => {
    if (isActive) onActive();
  }, [isActive]);
  // Back from the provider's page: the provider knows before its event arrives.
  const isInitiated = now?.subscription?.state === 'initiated';
  const onInitiated = useEffectEvent(() => void purchase.refresh(undefined).catch(() => undefined));
  useEffect(() => {
    if (isInitiated) onInitiated();
  }, [isInitiated]);

  const refresh = async () => {
    await purchase.refresh(now);
    if (!(await look())) toast('subscription.none_found', { kind: 'bad' });
  };
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        {wasRequired ? (
          <span className={styles.mark}>
            <BrandMark size={22} />
          </span>
        ) : (
          <Button size="s" variant="quiet" onPress={back}>
            {t('back')}
          </Button>
        )}
        <span className="inline">
          <Button
            size="s"
            variant="quiet"
            icon={RotateCw}
            {...buttonOf('refresh')}
            onPress={() => void run('refresh', refresh)}
          >
            {t('subscription.refresh')}
          </Button>
          <Button size="s" variant="quiet" onPress={() => void signOut()}>
            {t('settings.log_out')}
          </Button>
        </span>
      </header>
      <div className={styles.column}>
        <div className="stack gap-2">
          <h1 className="display" tabIndex={-1}>
            {t('subscription.title')}
          </h1>
          <p className="text-secondary">{t('subscription.text', { community: community.title })}</p>
        </div>
        {now ? (
          <PlanChoice
            subscription={now}
            button={buttonOf('subscribe')}
            prices={prices}
            deferred={purchase.deferred}
            onSubscribe={(plan) =>
              void run('subscribe', async () => (await purchase.subscribe(plan, now)) ?? void (await look()))
            }
          />
        ) : query.error ? (
          <LoadFailed error={query.error} pending={query.isFetching} onRetry={() => void query.refetch()} />
        ) : (
          <Skeleton shape="row" count={3} label={t('subscription.loading')} />
        )}
      </div>
    </div>
  );
}
