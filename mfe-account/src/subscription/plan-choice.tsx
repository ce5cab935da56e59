import type { Plan, Subscription } from '@paddock/contract/calls/subscription';
import { useText } from '@paddock/mfe-kit/i18n';
import { Link } from '@paddock/mfe-kit/navigation';
import { usePlatform } from '@paddock/mfe-kit/platform';
import { useSession } from '@paddock/mfe-kit/session';
import { useToast } from '@paddock/mfe-kit/toasts';
import { Banner } from '@paddock/ui/banner';
import { Button } from '@paddock/ui/button';
import { PlanCards, PlanList } from '@paddock/ui/plan-card';
import { useState } from 'react';
import type { Purchases } from './use-subscription';

export interface PlanChoiceProps {
  subscription: Subscription;
  /** The state of the button that buys. */
  button: ReturnType<Purchases['buttonOf']>;
  /** The store's prices by product. */
  prices: ReadonlyMap<string, string>;
  /** The plan whose purchase waits for an approval. */
  deferred: string | undefined;
  /** The plan that a purchase changes. */
  changed?: string | undefined;
  /** The plan that a super admin assigned: one that is not dearer gives nothing more. */
  assigned?: string | undefined;
  onSubscribe: (plan: Plan) => void;
}

/** The plans as radio cards, and the button that buys the selected one. */
export function PlanChoice(props: PlanChoiceProps) {
  const { subscription, button, prices, deferred, changed, assigned, onSubscribe } = props;
  const t = useText();
  const toast = useToast();
  const { community } = useSession();
  const isSold = useIsSold();
  const [selected, setSelected] = useState<string | null>(null);
  const { plans } = subscription;
  const sold = plans.filter(isSold);
  const priceOf = (plan: Plan) => prices.get(plan.additional_id ?? '') ?? plan.priceText;
  const initiated = plans.find((plan) => plan.state === 'initiated');
  const cards = plans.map((plan) => ({
    id: plan.id,
    // Admins write each text in one language: isolate its direction.
    name: <bdi>{plan.title}</bdi>,
    price: priceOf(plan),
    period: t(`subscription.interval.${plan.interval}`),
    text: plan.description && <bdi>{plan.description}</bdi>,
    tag: plan.current ? t('subscription.current_tag') : undefined,
    pending: plan.state === 'initiated' || plan.id === deferred,
  }));
  if (sold.length === 0)
    return (
      <>
        <PlanList label={t('subscription.plans')} empty={t('subscription.no_plans')} plans={cards} />
        <p className="text-secondary">{t('subscription.whom_to_ask_any', { community: community.title })}</p>
        <PlanTerms isSold={false} />
      </>
    );

  const isChange = changed !== undefined;
  const plan = plans.find(({ id }) => id === selected);
  const isOwn = plan !== undefined && (plan.current || plan.id === changed);
  const isUnsold = plan !== undefined && !isOwn && !isSold(plan);
  const given = plans.find(({ id }) => id === assigned);
  const isUseless = !isChange && plan !== undefined && !isOwn && !isUnsold && plan.amount <= (given?.amount ?? -1);
  const labelOf = (chosen: Plan) =>
    isChange
      ? t('subscription.change_to', { plan: chosen.title })
      : t(`subscription.subscribe_for.${chosen.interval}`, { price: priceOf(chosen) });
  return (
    <>
      {initiated && (
        <Banner
          kind="info"
          action={
            isSold(initiated) && (
              <Button size="s" {...button} onPress={() => onSubscribe(initiated)}>
                {t('subscription.continue')}
              </Button>
            )
          }
        >
          {t('subscription.initiated', { plan: initiated.title })}
        </Banner>
      )}
      <PlanCards label={t('subscription.plans')} value={selected} onChange={setSelected} plans={cards} />
      <div className="stack gap-3">
        {isUnsold && (
          <p className="text-secondary" role="status">
            {t('subscription.whom_to_ask', { plan: plan.title, community: community.title })}
          </p>
        )}
        {isUseless && (
          <p className="text-secondary" role="status">
            {t('subscription.useless', { plan: plan.title, assigned: given?.title ?? '' })}
          </p>
        )}
        <Button
          size="l"
          variant="primary"
          pending={button.pending}
          disabled={button.disabled || isOwn || isUnsold || isUseless}
          onPress={() => (plan ? onSubscribe(plan) : toast('subscription.select', { kind: 'bad' }))}
        >
          {plan && !isOwn ? labelOf(plan) : t(isChange ? 'subscription.change' : 'subscription.subscribe')}
        </Button>
        <PlanTerms isSold />
      </div>
    </>
  );
}

/** Whether a plan can be bought here. In a native shell only its store may sell; a browser shows why it cannot sell a store's plan. */
function useIsSold(): (plan: Plan) => boolean {
  const { kind } = usePlatform();
  return ({ sold }) => sold.includes('store') || (kind === 'web' && sold.includes('web'));
}

/** The platform's terms (A §2), or whose agreement a plan is that is not sold here. */
function PlanTerms({ isSold }: { isSold: boolean }) {
  const t = useText();
  const { community } = useSession();
  const { kind } = usePlatform();
  return (
    <p className="caption text-tertiary">
      {isSold ? t(`subscription.terms.${kind}`) : t('subscription.terms.office', { community: community.title })}{' '}
      <Link href="/terms" className="link">
        {t('legal.terms')}
      </Link>
      {' · '}
      <Link href="/privacy" className="link">
        {t('legal.privacy')}
      </Link>
    </p>
  );
}
