import {
  APIException,
  AppStoreServerAPIClient,
  AutoRenewStatus,
  Environment as AppleEnvironment,
  type JWSRenewalInfoDecodedPayload,
  type JWSTransactionDecodedPayload,
  SignedDataVerifier,
  Status,
  VerificationException,
  VerificationStatus,
} from '@apple/app-store-server-library';
import { Inject, Injectable } from '@nestjs/common';
import { dayMs } from '../../../infrastructure/durations.js';
import { ENVIRONMENT, type Environment } from '../../../infrastructure/environment/environment.js';
import type { AppleSettings } from '../../../infrastructure/environment/store-settings.js';
import { PaddockError } from '../../../infrastructure/errors/paddock-error.js';
import { StoreFetch } from './store-fetch.js';
import type { StoreState } from './store-state.js';

/** Apple repeats a notification for 3 days; an older one is a replay. */
const maxNotificationAgeMs = 4 * dayMs;

interface Access {
  verifier: SignedDataVerifier;
  client: AppStoreServerAPIClient;
}

/** Subscriptions of the App Store. Only what Apple has signed counts, and always the state that its server has now. */
@Injectable()
export class AppleStore {
  private readonly accesses = new Map<string, Access>();

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
    return { ref, ...stateOf(found) };
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

  private async verified<T>(community: string, work: (access: Access) => Promise<T>): Promise<T> {
    const settings = this.environment.stores[community]?.apple;
    if (!settings) throw new PaddockError('SERVICE_UNAVAILABLE');
    try {
      return await work(this.accessOf(community, settings));
    } catch (error) {
      throw failureOf(error);
    }
  }

  private accessOf(community: string, settings: AppleSettings): Access {
    const known = this.accesses.get(community);
    if (known) return known;
    const { issuer, key_id, private_key, bundle_id, app_id, roots, sandbox } = settings;
    const environment = sandbox ? AppleEnvironment.SANDBOX : AppleEnvironment.PRODUCTION;
    const certificates = roots.map((root) => Buffer.from(root, 'base64'));
    const access = {
      // Checks revocation online, which works for certificates of Apple only.
      verifier: new SignedDataVerifier(certificates, this.store.isReal, environment, bundle_id, app_id),
      client: new AppleClient(this.store, [private_key, key_id, issuer, bundle_id, environment]),
    };
    this.accesses.set(community, access);
    return access;
  }
}

/** The library's requests have no deadline of their own. */
class AppleClient extends AppStoreServerAPIClient {
  private readonly host: string;

  constructor(
    private readonly store: StoreFetch,
    settings: ConstructorParameters<typeof AppStoreServerAPIClient>,
  ) {
    super(...settings);
    this.host = settings[4] === AppleEnvironment.SANDBOX ? 'api.storekit-sandbox' : 'api.storekit';
  }

  protected override makeFetchRequest(
    path: string,
    query: URLSearchParams,
    method: string,
    body: string | Buffer | undefined,
    headers: Record<string, string>,
  ) {
    const address = `https://${this.host}.itunes.apple.com${path}?${String(query)}`;
    const request = { method, headers, ...(body !== undefined && { body: body.toString() }) };
    return this.store.fetch(address, request) as never;
  }
}

function failureOf(error: unknown): unknown {
  if (error instanceof PaddockError) return error;
  if (error instanceof VerificationException && error.status !== VerificationStatus.RETRYABLE_VERIFICATION_FAILURE)
    return new PaddockError('PURCHASE_INVALID');
  // Only these say that the subscription does not exist; a refused key says nothing of the member's purchase.
  if (error instanceof APIException && (error.httpStatusCode === 400 || error.httpStatusCode === 404))
    return new PaddockError('PURCHASE_INVALID');
  return new PaddockError('SERVICE_UNAVAILABLE');
}

function stateOf({
  transaction: { productId = '', expiresDate, appAccountToken: account, revocationDate },
  renewal,
  status,
}: {
  transaction: JWSTransactionDecodedPayload;
  renewal: JWSRenewalInfoDecodedPayload | undefined;
  status?: Status | number | undefined;
}): Omit<StoreState, 'ref'> {
  const renews = renewal?.autoRenewStatus !== AutoRenewStatus.OFF;
  const next = renewal?.autoRenewProductId;
  const isGrace = status === Status.BILLING_GRACE_PERIOD;
  const until = isGrace ? (renewal?.gracePeriodExpiresDate ?? expiresDate) : expiresDate;
  const isPaid = status === Status.ACTIVE && revocationDate === undefined;
  return {
    product: productId,
    account,
    state: isPaid ? (renews ? 'active' : 'cancelled') : isGrace ? 'grace' : 'ended',
    until: until === undefined ? undefined : new Date(until),
    next: renews && next !== productId ? next : undefined,
  };
}
