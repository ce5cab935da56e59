import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { StorePurchase } from '../kit/platform';
import { openStore } from './native-store';

/** Loads the plugin itself, whose core runs in a browser with a test store that asks by `prompt`. */
async function plugin() {
  jest.resetModules();
  delete (window as { CdvPurchase?: unknown }).CdvPurchase;
  jest.spyOn(console, 'log').mockReturnValue(undefined);
  jest.isolateModules(() => void jest.requireActual('cordova-plugin-purchase'));
  const { CdvPurchase: loaded } = window as unknown as { CdvPurchase: typeof CdvPurchase };
  loaded.store.verbosity = loaded.LogLevel.QUIET;
  return loaded;
}

const answer = (reply: string) => jest.spyOn(window, 'prompt').mockReturnValue(reply);
const order = { product: 'engineer', account: '5b9f1a0e-3f0c-4f4e-9e39-5b1f6a5a2d11' };

beforeEach(() => void jest.useFakeTimers());
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});
/** Lets the plugin's timers run until the promise settles. */
async function settled<T>(promise: Promise<T>): Promise<T> {
  const result = promise.then(
    (value) => () => value,
    (error: unknown) => () => {
      throw error;
    },
  );
  await jest.advanceTimersByTimeAsync(5000);
  return (await result)();
}

describe(openStore, () => {
  it('refuses without the plugin', () => {
    delete (window as { CdvPurchase?: unknown }).CdvPurchase;
    expect(() => openStore()).toThrow('NO_NAVIGATOR_STORE');
  });

  it("returns the store's prices, without products that it does not sell", async () => {
    const { store, Platform } = await plugin();
    const platform = openStore();
    expect(await settled(platform.plans(['team']))).toEqual([{ product: 'team', priceText: '$9.99' }]);
    jest.spyOn(store.getAdapter(Platform.TEST)!, 'loadProducts').mockResolvedValue([]);
    expect(await settled(platform.plans(['team', 'unknown']))).toEqual([{ product: 'team', priceText: '$9.99' }]);
    const unknown = settled(platform.purchase({ ...order, product: 'unknown' }));
    await expect(unknown).rejects.toMatchObject({ code: 'PAYMENT_FAILED' });
  });

  it('reads products that are added later', async () => {
    await plugin();
    const platform = openStore();
    await settled(platform.plans(['team']));
    expect(await settled(platform.plans(['engineer']))).toEqual([{ product: 'engineer', priceText: '$9.99' }]);
  });

  it("passes the member's id on unchanged, and finishes a purchase when the caller asks for it", async () => {
    const { store } = await plugin();
    answer('Y');
    const purchase = (await settled(openStore().purchase(order))) as StorePurchase;
    expect(purchase.product).toBe('engineer');
    expect(store.obfuscateUsername(store.getApplicationUsername()!, store.defaultPlatform())).toBe(order.account);
    expect(store.localTransactions.map(({ state }) => state)).toEqual(['approved']);
    await settled(purchase.finish());
    expect(store.localTransactions.map(({ state }) => state)).toEqual(['finished']);
  });

  it('returns a cancellation as a result', async () => {
    await plugin();
    answer('N');
    expect(await settled(openStore().purchase(order))).toBe('cancelled');
  });

  it.each([
    ['a failed payment', 'PURCHASE', 'PAYMENT_FAILED'],
    ["an unread notice on Apple's privacy", 'PRIVACY_ACKNOWLEDGEMENT_REQUIRED', 'PRIVACY_NOT_ACKNOWLEDGED'],
  ] as const)('throws the code of %s', async (_, code, expected) => {
    const { store, ErrorCode, Platform } = await plugin();
    const platform = openStore();
    await settled(platform.plans(['engineer']));
    const failure = {
      isError: true,
      code: ErrorCode[code],
      message: '',
      platform: Platform.TEST,
      productId: 'engineer',
    };
    jest.spyOn(store.getAdapter(Platform.TEST)!, 'order').mockResolvedValue(failure as CdvPurchase.IError);
    await expect(settled(platform.purchase(order))).rejects.toMatchObject({ code: expected });
  });

  it('gives Android the token of the purchase that this one replaces', async () => {
    const { store, Platform } = await plugin();
    const platform = openStore();
    await settled(platform.plans(['team']));
    const ordering = jest.spyOn(store.getAdapter(Platform.TEST)!, 'order');
    answer('N');
    await settled(platform.purchase({ ...order, product: 'team', replaces: { token: 'old', isUpgrade: true } }));
    await settled(platform.purchase({ ...order, product: 'team', replaces: { token: 'old', isUpgrade: false } }));
    expect(ordering.mock.calls.map(([, data]) => data)).toEqual([
      { googlePlay: { oldPurchaseToken: 'old', replacementMode: 'IMMEDIATE_AND_CHARGE_PRORATED_PRICE' } },
      { googlePlay: { oldPurchaseToken: 'old', replacementMode: 'IMMEDIATE_WITH_TIME_PRORATION' } },
    ]);
  });

  it('reports a purchase that no call waits for, also to a later handler, and restores it', async () => {
    const { store } = await plugin();
    answer('Y');
    const platform = openStore();
    await settled(platform.plans(['engineer', 'team']));
    // An earlier start bought it, and the server did not answer.
    await settled(store.get('engineer')!.getOffer()!.order());
    const purchases: StorePurchase[] = [];
    platform.onPurchase((purchase) => purchases.push(purchase));
    expect(purchases.map(({ product }) => product)).toEqual(['engineer']);
    const restored = await settled(platform.restore(['engineer']));
    expect(restored.map(({ receipt }) => receipt)).toEqual([purchases[0]!.receipt]);
    expect(await settled(platform.restore(['team']))).toEqual([]);
  });
});
