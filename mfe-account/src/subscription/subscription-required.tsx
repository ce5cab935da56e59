import { readSelf } from '@paddock/contract/calls/account';
import { readItems } from '@paddock/contract/calls/items';
import { useText } from '@paddock/mfe-kit/i18n';
import { LoadFailed } from '@paddock/mfe-kit/load-failed';
import { usePlatform } from '@paddock/mfe-kit/platform';
import { useCallMutation, useCallQuery } from '@paddock/mfe-kit/queries';
import { useSession } from '@paddock/mfe-kit/session';
import { useToast } from '@paddock/mfe-kit/toasts';
import { BrandMark } from '@paddock/ui/brand-mark';
import { Button } from '@paddock/ui/button';
import { Entry } from '@paddock/ui/hero';
import { PlanList } from '@paddock/ui/plan-card';
import { Spinner } from '@paddock/ui/spinner';
import { useEffect, useEffectEvent } from 'react';
import { useEntrySide } from '../art/use-entry-side';
import { pageFor, useGoOn } from '../entry/next-page';
import { usePolledSelf } from '../entry/use-polled-self';

/**
 * Shown to members who need a plan (A §2). Without a store there is nothing to buy here: the page says whom to ask, and
 * continues once an admin has assigned a plan.
 */
export function SubscriptionRequired() {
  const t = useText();
  const toast = useToast();
  const platform = usePlatform();
  const { community, flags, signOut } = useSession();
  const plans = useCallQuery(readItems, { type: 'subscription' });
  const { data: now } = usePolledSelf();
  const refresh = useCallMutation(readSelf, { onError: toast.error });
  const goOn = useGoOn();
  const elsewhere = now !== undefined && pageFor(now, flags) !== '/subscription_required';
  const leave = useEffectEvent(() => now && goOn(now));
  useEffect(() => {
    if (elsewhere) leave();
  }, [elsewhere]);

  const look = async () => {
    const found = await refresh.mutateAsync({ verify_subscription: true }).catch(() => undefined);
    if (!found) return;
    if (pageFor(found, flags) === '/subscription_required') toast('subscription.none_found');
    else goOn(found);
  };
  return (
    <Entry
      side={useEntrySide()}
      brand={{ name: community.title, mark: <BrandMark size={18} /> }}
      title={t('subscription.title')}
      text={t('subscription.text', { community: community.title })}
    >
      <div className="stack gap-4">
        {plans.error ? (
          <LoadFailed error={plans.error} pending={plans.isFetching} onRetry={() => void plans.refetch()} />
        ) : plans.data ? (
          <PlanList
            label={t('subscription.plans')}
            empty={t('subscription.no_plans')}
            plans={plans.data.items.map(({ id, title, description, priceText }) => ({
              id,
              // Admins write each text in one language: isolate its direction.
              name: <bdi>{title}</bdi>,
              price: priceText ?? '',
              text: description && <bdi>{description}</bdi>,
            }))}
          />
        ) : (
          <Spinner label={t('subscription.loading')} />
        )}
        <p className="text-secondary">{t('subscription.whom_to_ask', { community: community.title })}</p>
        <Button size="l" variant="primary" pending={refresh.isPending} onPress={() => void look()}>
          {t('subscription.refresh')}
        </Button>
        <Button size="l" onPress={() => void signOut()}>
          {t('settings.log_out')}
        </Button>
        <p className="label text-tertiary">
          {t(`subscription.terms.${platform.kind}`, { community: community.title })}
        </p>
      </div>
    </Entry>
  );
}
