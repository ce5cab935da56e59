import {
  changePlan,
  type CurrentSubscription,
  type Plan,
  previewPlanChange,
  readSubscription,
} from '@paddock/contract/calls/subscription';
import { useFormat, useText } from '@paddock/mfe-kit/i18n';
import { useKit } from '@paddock/mfe-kit/kit-context';
import { useCallCache } from '@paddock/mfe-kit/queries';
import { useToast } from '@paddock/mfe-kit/toasts';
import { useState } from 'react';

interface PlanChange {
  /** Reads what a change costs, and asks for confirmation. */
  preview(plan: Plan): Promise<void>;
  /** The question to confirm. */
  asking: { title: string; text: string } | undefined;
  stop(): void;
  confirm(): Promise<void>;
}

/** Changes a plan that was bought on the web, after its price was confirmed. */
export function usePlanChange(paid: CurrentSubscription | undefined): PlanChange {
  const t = useText();
  const format = useFormat();
  const toast = useToast();
  const { api } = useKit();
  const cache = useCallCache();
  const [asked, setAsked] = useState<{ plan: Plan; text: string }>();
  return {
    asking: asked && { title: t('subscription.change_title', { plan: asked.plan.title }), text: asked.text },
    stop: () => setAsked(undefined),
    async preview(plan) {
      const { due_now, due_now_text, from } = await api.call(previewPlanChange, { plan: plan.id });
      const price = t(`subscription.price.${plan.interval}`, { price: plan.priceText });
      const values = { plan: plan.title, price, amount: due_now_text, day: format.date(from, { year: true }) };
      const kind = due_now > 0 ? 'now' : from === paid?.until ? 'later' : 'credited';
      setAsked({ plan, text: t(`subscription.change_${kind}`, values) });
    },
    async confirm() {
      if (!asked) return;
      setAsked(undefined);
      const { subscription, others = [] } = await api.call(changePlan, { plan: asked.plan.id });
      await cache.refresh(readSubscription);
      const after = [subscription, ...others].find((one) => one?.source === 'web');
      const isPlanned = after?.next !== undefined && after.next !== paid?.next;
      if (isPlanned && after.until !== undefined)
        toast('subscription.change_planned', { day: format.date(after.until, { year: true }) });
      else toast('subscription.changed');
    },
  };
}
