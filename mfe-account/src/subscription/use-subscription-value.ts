import { useFormat, useText } from '@paddock/mfe-kit/i18n';
import { useSession } from '@paddock/mfe-kit/session';
import { useSubscription } from './use-subscription';

/** The own plan in the list of settings; null in a deployment without plans. */
export function useSubscriptionValue(): { value: string | undefined } | null {
  const t = useText();
  const format = useFormat();
  const { flags } = useSession();
  const enabled = flags.subscription_required || flags.web_subscriptions || flags.in_app_subscriptions;
  const { data } = useSubscription({ enabled });
  if (!enabled) return null;
  if (!data) return { value: undefined };
  const { subscription, plans } = data;
  const plan = plans.find(({ id }) => id === subscription?.plan)?.title;
  if (!subscription || plan === undefined) return { value: t('subscription.none') };
  const { state, until } = subscription;
  if (state === 'grace' || state === 'initiated') return { value: t(`subscription.state.${state}`, { plan }) };
  if (until === undefined) return { value: t('subscription.state.active', { plan }) };
  const key = state === 'cancelled' ? 'ends' : 'renews';
  return { value: t(`subscription.state.${key}`, { plan, day: format.date(until, { year: true }) }) };
}
