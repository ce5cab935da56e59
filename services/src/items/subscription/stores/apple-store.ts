import { Inject, Injectable } from '@nestjs/common';
import { dayMs } from '@paddock/contract/core/durations';
import { ENVIRONMENT, type Environment } from '../../../infrastructure/environment/environment.js';
import { PaddockError } from '../../../infrastructure/errors/paddock-error.js';
import type { AppleAccess } from './apple-access.js';
import { StoreFetch } from './store-fetch.js';
import type { StoreState } from './store-state.js';

/** Loaded with the first purchase: Apple's library and its cryptography take several MB. */
const appleAccess = () => import('./apple-access.js');
/** Apple repeats a notification for 3 days; an older one is a replay. */
const maxNotificationAgeMs = 4 * dayMs;

/** Subscriptions of the App Store. Only what Apple has signed counts, and always the state that its server has now. */
@Injectable()
export class AppleStore {
  private readonly accesses = new Map<string, AppleAccess>();

  constructor(
    private readonly store: StoreFetch,
    @Inject(ENVIRONMENT) private readonly environment: Environment,
  ) {}

  isOn(community: string): boolean {
    return this.environment.stores[community]?.apple !== undefined;
  }

  /** The subscription of a signed transaction, and its product. @throws PURCHASE_INVALID, SERVICE_UNAVAILABLE */
  async check(community: string, receipt: string): Promise<{ ref: string; product: string }> {
    const { originalTransactionId, productId } = await this.verified(community, ({ verifier }) =>
      verifier.verifyAndDecodeTransaction(receipt),
    );
    if (originalTransactionId === undefined || productId === undefined) throw new PaddockError('PURCHASE_INVALID');
    return { ref: `ios:${originalTransactionId}`, product: productId };
  }

  /** @throws PURCHASE_INVALID for a subscription that Apple does not know; SERVICE_UNAVAILABLE */
  async read(community: string, ref: string): Promise<StoreState> {
    const original = ref.slice('ios:'.length);
    const found = await this.verified(community, async ({ client, verifier }) => {
      const { data = [] } = await client.getAllSubscriptionStatuses(original);
      const item = data
        .flatMap(({ lastTransactions = [] }) => lastTransactions)
        .find(({ originalTransactionId }) => originalTransactionId === original);
      if (!item?.signedTransactionInfo) throw new PaddockError('PURCHASE_INVALID');
      const transaction = await verifier.verifyAndDecodeTransaction(item.signedTransactionInfo);
      if (transaction.originalTransactionId !== original) throw new PaddockError('PURCHASE_INVALID');
      const renewal = item.signedRenewalInfo
        ? await verifier.verifyAndDecodeRenewalInfo(item.signedRenewalInfo)
        : undefined;
      return { transaction, renewal, status: item.status };
    });
    return { ref, ...(await appleAccess()).stateOf(found) };
  }

  /** The subscription that a signed notification is about; undefined for one without, or one of another app. */
  async subscriptionOf(community: string, signedPayload: string): Promise<string | undefined> {
    const { signedDate = 0, data } = await this.verified(community, ({ verifier }) =>
      verifier.verifyAndDecodeNotification(signedPayload),
    );
    if (signedDate < Date.now() - maxNotificationAgeMs) throw new PaddockError('PURCHASE_INVALID');
    return data?.signedTransactionInfo === undefined
      ? undefined
      : (await this.check(community, data.signedTransactionInfo)).ref;
  }

  private async verified<T>(community: string, work: (access: AppleAccess) => Promise<T>): Promise<T> {
    const settings = this.environment.stores[community]?.apple;
    if (!settings) throw new PaddockError('SERVICE_UNAVAILABLE');
    const { failureOf, openAccess } = await appleAccess();
    try {
      const access = this.accesses.get(community) ?? openAccess(this.store, settings);
      this.accesses.set(community, access);
      return await work(access);
    } catch (error) {
      throw failureOf(error);
    }
  }
}
