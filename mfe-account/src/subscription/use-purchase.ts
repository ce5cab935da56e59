import {
  beginCheckout,
  type Plan,
  readOldPurchase,
  readSubscription,
  recordPurchase,
  refreshSubscription,
  restorePurchases,
  type Subscription,
} from '@paddock/contract/calls/subscription';
import { useKit } from '@paddock/mfe-kit/kit-context';
import { useCallCache } from '@paddock/mfe-kit/queries';
import { useToast } from '@paddock/mfe-kit/toasts';
import { useRef, useState } from 'react';
import { productsOf, storeKind, type StorePurchase } from './store-plans';

interface Purchase {
  /** Begins to buy a plan, on the provider's page or in the device's store. */
  subscribe(plan: Plan, now: Subscription): Promise<'leaving' | void>;
  /** Records a purchase that the store has approved, then completes it there. */
  record(purchase: StorePurchase, oldProduct?: string): Promise<void>;
  /** Reads the member's purchases again, in a native shell with those of its store. */
  refresh(now: Subscription | undefined): Promise<void>;
  /** The plan whose purchase waits for an approval in the store. */
  deferred: string | undefined;
}

/** Buys and restores plans. `back`: the page to which the provider's page returns. */
export function usePurchase(back: 'required' | 'settings'): Purchase {
  const { api, platform } = useKit();
  const cache = useCallCache();
  const toast = useToast();
  const [deferred, setDeferred] = useState<string>();
  // The same for each attempt at a plan: a lost reply does not begin a second checkout.
  const clientIds = useRef(new Map<string, string>());

  const checkOut = async (plan: Plan) => {
    const client_id = clientIds.current.get(plan.id) ?? crypto.randomUUID();
    clientIds.current.set(plan.id, client_id);
    const { url } = await api.call(beginCheckout, { client_id, plan: plan.id, back });
    window.location.assign(url);
    return 'leaving' as const;
  };

  const record: Purchase['record'] = async ({ product, receipt, finish }, oldProduct) => {
    const input = { client_id: crypto.randomUUID(), store: storeKind(platform), product, receipt };
    await api.call(recordPurchase, { ...input, ...(oldProduct !== undefined && { old_product: oldProduct }) });
    await finish();
    setDeferred(undefined);
    await cache.refresh(readSubscription);
  };

  const buyInStore = async (plan: Plan, { plans, subscription, store_account: account }: Subscription) => {
    const store = await platform.store();
    const current = plans.find(({ id }) => id === subscription?.plan);
    const isReplacing = platform.kind === 'android' && subscription?.source === 'android' && current?.id !== plan.id;
    const old = isReplacing ? await api.call(readOldPurchase, {}) : undefined;
    const result = await store.purchase({
      product: plan.additional_id ?? '',
      account,
      ...(old && { replaces: { token: old.token, isUpgrade: plan.amount > (current?.amount ?? 0) } }),
    });
    if (result === 'cancelled') return toast('subscription.store.cancelled');
    if (result !== 'deferred') return record(result, old?.product);
    setDeferred(plan.id);
    toast('subscription.store.deferred');
  };

  return {
    deferred,
    record,
    subscribe: (plan, now) =>
      platform.kind === 'web' && plan.sold.includes('web') ? checkOut(plan) : buyInStore(plan, now),
    async refresh(now) {
      const products = productsOf(now?.plans ?? []);
      if (platform.kind !== 'web' && platform.has('store') && products.length > 0) {
        const found = await (await platform.store()).restore(products);
        const purchases = found.map(({ product, receipt }) => ({ store: storeKind(platform), product, receipt }));
        if (purchases.length > 0) await api.call(restorePurchases, { purchases });
      }
      await api.call(refreshSubscription, {});
      await cache.refresh(readSubscription);
    },
  };
}
