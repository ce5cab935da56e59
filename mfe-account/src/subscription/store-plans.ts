import type { Plan } from '@paddock/contract/calls/subscription';
import type { Kit } from '@paddock/mfe-kit/kit-context';
import { usePlatform } from '@paddock/mfe-kit/platform';
import { useEffect, useEffectEvent, useState } from 'react';

type Platform = Kit['platform'];
type DeviceStore = Awaited<ReturnType<Platform['store']>>;
export type StorePurchase = Awaited<ReturnType<DeviceStore['restore']>>[number];

/** The store of a native shell, as receipts name it. */
export const storeKind = ({ kind }: Platform): 'ios' | 'android' => (kind === 'android' ? 'android' : 'ios');

/** The products that the stores sell. */
export const productsOf = (plans: readonly Plan[]): string[] =>
  plans.flatMap(({ additional_id, sold }) => (sold.includes('store') && additional_id ? [additional_id] : []));

/**
 * In a native shell, the store's own prices by product, which replace the server's. It also hands over purchases of earlier starts that
 * the server has not recorded.
 */
export function useStorePlans(
  plans: readonly Plan[],
  record: (purchase: StorePurchase) => Promise<void>,
): ReadonlyMap<string, string> {
  const platform = usePlatform();
  const [prices, setPrices] = useState<ReadonlyMap<string, string>>(new Map());
  const products = platform.kind !== 'web' && platform.has('store') ? productsOf(plans).join(' ') : '';
  // Not recorded, it stays unfinished, and the store returns it at the next start.
  const recordLater = useEffectEvent((purchase: StorePurchase) => void record(purchase).catch(() => undefined));
  useEffect(() => {
    if (products === '') return;
    let stop: (() => void) | undefined;
    let isGone = false;
    const read = async () => {
      const store = await platform.store();
      if (isGone) return;
      stop = store.onPurchase(recordLater);
      const found = await store.plans(products.split(' '));
      if (!isGone) setPrices(new Map(found.map(({ product, priceText }) => [product, priceText])));
    };
    // Without the store's prices the server's are shown; a purchase reports why the store fails.
    void read().catch(() => undefined);
    return () => {
      isGone = true;
      stop?.();
    };
  }, [products, platform]);
  return prices;
}
