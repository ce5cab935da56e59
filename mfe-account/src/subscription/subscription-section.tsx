import { type Plan, type Subscription } from '@paddock/contract/calls/subscription';
import { useText } from '@paddock/mfe-kit/i18n';
import { LoadFailed } from '@paddock/mfe-kit/load-failed';
import { usePlatform } from '@paddock/mfe-kit/platform';
import { Button } from '@paddock/ui/button';
import { Skeleton } from '@paddock/ui/state';
import { ConfirmDialog } from '@paddock/ui/sheet';
import { CurrentPlan } from './current-plan';
import { PlanChoice } from './plan-choice';
import { useStorePlans } from './store-plans';
import styles from './subscription.module.css';
import { usePlanChange } from './use-plan-change';
import { usePurchase } from './use-purchase';
import { type Purchases, usePurchaseState, useSubscription } from './use-subscription';

/** The settings' section: the own plan with what can be done about it, and the plans to change to. */
export function SubscriptionSection() {
  const t = useText();
  const query = useSubscription();
  const purchases = usePurchaseState(query.isPending);
  if (query.data) return <Plans now={query.data} purchases={purchases} />;
  if (query.error)
    return <LoadFailed error={query.error} pending={query.isFetching} onRetry={() => void query.refetch()} />;
  return <Skeleton shape="row" count={3} label={t('subscription.loading')} />;
}

function Plans({ now, purchases: { buttonOf, run } }: { now: Subscription; purchases: Purchases }) {
  const t = useText();
  const platform = usePlatform();
  const purchase = usePurchase('settings');
  const prices = useStorePlans(now.plans, purchase.record);
  const own = [now.subscription, ...(now.others ?? [])].flatMap((one) => one ?? []);
  const paid = own.find(({ source, state }) => source !== 'internal' && state !== 'initiated');
  const change = usePlanChange(paid);
  // A plan of the web is changed there, one of a store in that store; others are replaced by a purchase.
  const isOnWeb = paid?.source === 'web';
  const isElsewhere = paid !== undefined && paid.source !== platform.kind;
  // First the unpaid renewal: the service refuses a change before it.
  const isUnpaid = isOnWeb && paid.state === 'grace';
  const choose = (plan: Plan) =>
    void run('subscribe', () =>
      isOnWeb ? change.preview(plan) : purchase.subscribe(plan, paid ? { ...now, subscription: paid } : now),
    );
  return (
    <div className={styles.form}>
      <CurrentPlan now={now} buttonOf={buttonOf} run={run} />
      {!isElsewhere && !isUnpaid && (
        <PlanChoice
          subscription={now}
          button={buttonOf('subscribe')}
          prices={prices}
          deferred={purchase.deferred}
          changed={paid?.plan}
          assigned={own.find(({ source }) => source === 'internal')?.plan}
          onSubscribe={choose}
        />
      )}
      {platform.kind !== 'web' && (
        <div>
          <Button
            variant="outline"
            {...buttonOf('restore')}
            onPress={() => void run('restore', () => purchase.refresh(now))}
          >
            {t('subscription.restore')}
          </Button>
        </div>
      )}
      <ConfirmDialog
        open={change.asking !== undefined}
        onClose={change.stop}
        onConfirm={() => void run('subscribe', change.confirm)}
        title={change.asking?.title ?? ''}
        text={change.asking?.text ?? ''}
        confirmLabel={t('subscription.change')}
        cancelLabel={t('subscription.keep')}
      />
    </div>
  );
}
