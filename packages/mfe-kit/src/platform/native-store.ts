/// <reference types="cordova-plugin-purchase" />
import type { DeviceStore, StoreOrder, StorePurchase } from '../kit/platform';
import { PlatformError } from './platform';

type Plugin = typeof CdvPurchase;
/** What the plugin's transactions carry, by store. */
type Transaction = CdvPurchase.Transaction &
  Partial<Pick<CdvPurchase.AppleAppStore.SKTransaction, 'jwsRepresentation'>> &
  Partial<Pick<CdvPurchase.GooglePlay.Transaction, 'nativePurchase'>>;

let opened: { plugin: Plugin; store: DeviceStore } | undefined;

/**
 * The store behind cordova-plugin-purchase, which the native shell provides as `CdvPurchase`. A page opens it once.
 * @throws {PlatformError} `NO_NAVIGATOR_STORE` without the plugin
 */
export function openStore(): DeviceStore {
  const plugin = (globalThis as { CdvPurchase?: Plugin }).CdvPurchase;
  if (!plugin) throw new PlatformError('NO_NAVIGATOR_STORE');
  if (opened?.plugin !== plugin) opened = { plugin, store: createNativeStore(plugin) };
  return opened.store;
}

function createNativeStore(plugin: Plugin): DeviceStore {
  const { store, ErrorCode, ProductType, TransactionState } = plugin;
  const platform = store.defaultPlatform();
  // The server's id for the member is a UUID already: both stores return it unchanged.
  store.obfuscator = (account) => account;
  // Products that are added later are read at once.
  store.minTimeBetweenUpdates = 0;
  const purchases = watchPurchases(store);
  let ready: Promise<unknown> | undefined;

  /** Makes products known to the plugin, which reads their texts and the account's purchases from the store. */
  async function load(products: readonly string[]) {
    const added = products.filter((id) => !store.get(id, platform));
    store.register(added.map((id) => ({ id, platform, type: ProductType.PAID_SUBSCRIPTION })));
    if (!ready) ready = store.initialize([platform]);
    else if (added.length > 0) ready = ready.then(() => store.update());
    await ready;
  }

  return {
    async plans(products) {
      await load(products);
      return products.flatMap((product) => {
        // The last phase is the price after a trial.
        const priceText = store.get(product, platform)?.getOffer()?.pricingPhases.at(-1)?.price;
        return priceText === undefined ? [] : [{ product, priceText }];
      });
    },
    async purchase({ product, account, replaces }) {
      store.applicationUsername = account;
      await load([product]);
      const offer = store.get(product, platform)?.getOffer();
      if (!offer) throw new PlatformError('PAYMENT_FAILED');
      const approval = purchases.next(product);
      try {
        const failure = await offer.order(replacement(plugin, replaces));
        if (failure?.code === ErrorCode.PAYMENT_CANCELLED) return 'cancelled';
        if (failure) throw failureOf(plugin, failure);
        return await approval.arrives;
      } finally {
        approval.end();
      }
    },
    async restore(products) {
      await load(products);
      const failure = await store.restorePurchases();
      if (failure) throw failureOf(plugin, failure);
      return store.localTransactions
        .filter(({ state }) => state === TransactionState.APPROVED || state === TransactionState.FINISHED)
        .map(purchaseOf)
        .filter(({ product }) => products.includes(product));
    },
    onPurchase: purchases.onPurchase,
  };
}

/** The plugin's events: to the order that waits for one, else to the handlers, else kept until there is a handler. */
function watchPurchases(store: CdvPurchase.Store) {
  const waiting = new Map<string, (result: StorePurchase | 'deferred') => void>();
  let handle: ((purchase: StorePurchase) => void) | undefined;
  const unreported = new Map<string, StorePurchase>();
  const report = (purchase: StorePurchase) => {
    if (handle) handle(purchase);
    else unreported.set(purchase.receipt, purchase);
  };
  store
    .when()
    .approved((transaction) => {
      const purchase = purchaseOf(transaction);
      const wait = waiting.get(purchase.product);
      if (wait) wait(purchase);
      else report(purchase);
    }, 'paddock')
    .pending((transaction) => waiting.get(productOf(transaction))?.('deferred'), 'paddock');
  return {
    next(product: string) {
      const arrives = new Promise<StorePurchase | 'deferred'>((resolve) => waiting.set(product, resolve));
      return { arrives, end: () => void waiting.delete(product) };
    },
    onPurchase(next: (purchase: StorePurchase) => void) {
      handle = next;
      for (const purchase of unreported.values()) next(purchase);
      unreported.clear();
      return () => {
        if (handle === next) handle = undefined;
      };
    },
  };
}

const productOf = ({ products }: CdvPurchase.Transaction) => products[0]?.id ?? '';

function purchaseOf(transaction: Transaction): StorePurchase {
  const { jwsRepresentation, nativePurchase, transactionId } = transaction;
  return {
    product: productOf(transaction),
    // The plugin's own test store has neither; a server refuses its ids.
    receipt: jwsRepresentation ?? nativePurchase?.purchaseToken ?? transactionId,
    finish: () => transaction.finish(),
  };
}

/** Android replaces the former purchase: an upgrade charges the difference, a downgrade turns the rest into time. */
function replacement({ GooglePlay }: Plugin, replaces: StoreOrder['replaces']): CdvPurchase.AdditionalData {
  if (!replaces) return {};
  const { CHARGE_PRORATED_PRICE, WITH_TIME_PRORATION } = GooglePlay.ReplacementMode;
  const replacementMode = replaces.isUpgrade ? CHARGE_PRORATED_PRICE : WITH_TIME_PRORATION;
  return { googlePlay: { oldPurchaseToken: replaces.token, replacementMode } };
}

function failureOf({ ErrorCode }: Plugin, failure: CdvPurchase.IError): PlatformError {
  const isPrivacy = failure.code === ErrorCode.PRIVACY_ACKNOWLEDGEMENT_REQUIRED;
  return new PlatformError(isPrivacy ? 'PRIVACY_NOT_ACKNOWLEDGED' : 'PAYMENT_FAILED', { cause: failure });
}
