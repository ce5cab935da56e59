import {
  cancelSubscription,
  type CurrentSubscription,
  openBillingPortal,
  type Plan,
  readSubscription,
  resumeSubscription,
  type Subscription,
} from '@paddock/contract/calls/subscription';
import { useFormat, useText } from '@paddock/mfe-kit/i18n';
import { useKit } from '@paddock/mfe-kit/kit-context';
import { usePlatform } from '@paddock/mfe-kit/platform';
import { useCallCache } from '@paddock/mfe-kit/queries';
import { useSession } from '@paddock/mfe-kit/session';
import { useToast } from '@paddock/mfe-kit/toasts';
import { Banner } from '@paddock/ui/banner';
import { Button } from '@paddock/ui/button';
import { ConfirmDialog } from '@paddock/ui/sheet';
import { useState } from 'react';
import { useKeptFocus } from '../use-kept-focus';
import styles from './subscription.module.css';
import type { Purchases } from './use-subscription';

interface CurrentPlanProps extends Pick<Purchases, 'run' | 'buttonOf'> {
  now: Subscription;
}

/** The member's plan, and the others that the member has besides. */
export function CurrentPlan({ now: { plans, subscription, others = [] }, run, buttonOf }: CurrentPlanProps) {
  const t = useText();
  const { community } = useSession();
  if (!subscription)
    return <p className="text-secondary">{t('subscription.no_plan_text', { community: community.title })}</p>;
  const used = titleOf(plans, subscription.plan);
  return (
    <>
      <HeldPlan plans={plans} subscription={subscription} run={run} buttonOf={buttonOf} />
      {others.map((other) => (
        <HeldPlan
          key={`${other.source} ${other.plan}`}
          plans={plans}
          subscription={other}
          used={used}
          run={run}
          buttonOf={buttonOf}
        />
      ))}
    </>
  );
}

interface HeldPlanProps extends Pick<Purchases, 'run' | 'buttonOf'> {
  plans: readonly Plan[];
  subscription: CurrentSubscription;
  /** The plan that counts instead of this one. */
  used?: string;
}

/** A plan: its state, what to do about a failed payment, and the actions of a plan that was bought on the web. */
function HeldPlan({ plans, subscription, used, run, buttonOf }: HeldPlanProps) {
  const t = useText();
  const about = useAbout(plans, subscription);
  const title = titleOf(plans, subscription.plan);
  return (
    <div className="stack gap-3">
      <div className="stack gap-1">
        <h3 className="heading">
          <bdi>{title}</bdi>
        </h3>
        {used !== undefined && <p className="text-secondary">{t('subscription.about.besides', { plan: used })}</p>}
        {about.lines.map((line) => (
          <p key={line} className="text-secondary">
            {line}
          </p>
        ))}
      </div>
      {about.warning !== undefined && <Banner kind="warn">{about.warning}</Banner>}
      <WebActions title={title} subscription={subscription} run={run} buttonOf={buttonOf} />
    </div>
  );
}

const titleOf = (plans: readonly Plan[], plan: string) => plans.find(({ id }) => id === plan)?.title ?? '';

function useAbout(
  plans: readonly Plan[],
  { state, source, until, next }: CurrentSubscription,
): { lines: string[]; warning?: string } {
  const t = useText();
  const format = useFormat();
  const { community } = useSession();
  const day = until === undefined ? '' : format.date(until, { year: true });
  const from = source === 'web' ? [] : [t(`subscription.about.${source}`, { community: community.title })];
  if (state === 'initiated') return { lines: [t('subscription.about.initiated')] };
  if (state === 'grace') {
    const where = source === 'ios' || source === 'android' ? (`grace_${source}` as const) : 'grace';
    return { lines: from, warning: t(`subscription.about.${where}`, { day }) };
  }
  if (until === undefined) return { lines: from };
  const follows = plans.find(({ id }) => id === next);
  if (state === 'cancelled') return { lines: [t('subscription.about.ends', { day }), ...from] };
  if (follows) return { lines: [t('subscription.about.follows', { plan: follows.title, day }), ...from] };
  return { lines: [t('subscription.about.renews', { day }), ...from] };
}

interface WebActionsProps extends Pick<Purchases, 'run' | 'buttonOf'> {
  title: string;
  subscription: CurrentSubscription;
}

function WebActions({ title, subscription: { source, state, next }, run, buttonOf }: WebActionsProps) {
  const t = useText();
  const toast = useToast();
  const { api } = useKit();
  const { kind } = usePlatform();
  const cache = useCallCache();
  const [isAsking, setIsAsking] = useState(false);
  const part = useKeptFocus();
  if (source !== 'web' || state === 'initiated' || kind !== 'web') return null;

  const portal = async () => {
    const { url } = await api.call(openBillingPortal, {});
    window.location.assign(url);
    return 'leaving' as const;
  };
  const cancel = async () => {
    await api.call(cancelSubscription, {});
    await cache.refresh(readSubscription);
    toast('subscription.cancelled');
  };
  const resume = async () => {
    await api.call(resumeSubscription, {});
    await cache.refresh(readSubscription);
    toast('subscription.resumed');
  };
  const isEnding = state === 'cancelled' || next !== undefined;
  return (
    <div ref={part} className={styles.actions}>
      {isEnding && (
        <Button variant="ink" {...buttonOf('resume')} onPress={() => void run('resume', resume)}>
          {t('subscription.resume')}
        </Button>
      )}
      <Button
        variant={state === 'grace' ? 'primary' : 'outline'}
        {...buttonOf('portal')}
        onPress={() => void run('portal', portal)}
      >
        {t('subscription.portal')}
      </Button>
      {state !== 'cancelled' && (
        <Button variant="danger-outline" {...buttonOf('cancel')} onPress={() => setIsAsking(true)}>
          {t('subscription.cancel')}
        </Button>
      )}
      <ConfirmDialog
        open={isAsking}
        onClose={() => setIsAsking(false)}
        onConfirm={() => {
          setIsAsking(false);
          void run('cancel', cancel);
        }}
        title={t('subscription.cancel_title')}
        text={t('subscription.cancel_text', { plan: title })}
        confirmLabel={t('subscription.cancel')}
        cancelLabel={t('subscription.keep')}
        danger
      />
    </div>
  );
}
