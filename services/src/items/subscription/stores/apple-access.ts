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
import type { AppleSettings } from '../../../infrastructure/environment/store-settings.js';
import { PaddockError } from '../../../infrastructure/errors/paddock-error.js';
import type { StoreFetch } from './store-fetch.js';
import type { StoreState } from './store-state.js';

/** A community's access to the App Store's server. */
export interface AppleAccess {
  verifier: SignedDataVerifier;
  client: AppStoreServerAPIClient;
}

export function openAccess(store: StoreFetch, settings: AppleSettings): AppleAccess {
  const { issuer, key_id, private_key, bundle_id, app_id, roots, sandbox } = settings;
  const environment = sandbox ? AppleEnvironment.SANDBOX : AppleEnvironment.PRODUCTION;
  const certificates = roots.map((root) => Buffer.from(root, 'base64'));
  return {
    // Checks revocation online, which works for certificates of Apple only.
    verifier: new SignedDataVerifier(certificates, store.isReal, environment, bundle_id, app_id),
    client: new AppleClient(store, [private_key, key_id, issuer, bundle_id, environment]),
  };
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

/** The error of a refused or failed call of the library. */
export function failureOf(error: unknown): unknown {
  if (error instanceof PaddockError) return error;
  if (error instanceof VerificationException && error.status !== VerificationStatus.RETRYABLE_VERIFICATION_FAILURE)
    return new PaddockError('PURCHASE_INVALID');
  // Only these say that the subscription does not exist; a refused key says nothing of the member's purchase.
  if (error instanceof APIException && (error.httpStatusCode === 400 || error.httpStatusCode === 404))
    return new PaddockError('PURCHASE_INVALID');
  return new PaddockError('SERVICE_UNAVAILABLE');
}

/** The state of a subscription from Apple's signed data. */
export function stateOf({
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
