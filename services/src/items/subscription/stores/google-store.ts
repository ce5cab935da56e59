import type { androidpublisher_v3 } from '@googleapis/androidpublisher';
import { Inject, Injectable } from '@nestjs/common';
import { createRemoteJWKSet, customFetch, jwtVerify } from 'jose';
import { z } from 'zod';
import { ENVIRONMENT, type Environment } from '../../../infrastructure/environment/environment.js';
import type { GoogleSettings } from '../../../infrastructure/environment/store-settings.js';
import { PaddockError } from '../../../infrastructure/errors/paddock-error.js';
import { parseJson } from '../../../infrastructure/parse-json.js';
import type { StoredState } from '../subscription.schema.js';
import { StoreFetch } from './store-fetch.js';
import type { StoreState } from './store-state.js';

type Purchase = androidpublisher_v3.Schema$SubscriptionPurchaseV2;

const scopes = ['https://www.googleapis.com/auth/androidpublisher'];
/** What Pub/Sub pushes. `data` is JSON in base64. */
const push = z.object({ message: z.object({ data: z.base64() }) });
const notification = z.object({
  packageName: z.string(),
  subscriptionNotification: z.object({ purchaseToken: z.string() }).optional(),
  voidedPurchaseNotification: z.object({ purchaseToken: z.string() }).optional(),
});

/** Subscriptions of Google Play. A token is only a name: what it gives is read from Google. */
@Injectable()
export class GoogleStore {
  private readonly clients = new Map<string, androidpublisher_v3.Androidpublisher>();
  private readonly keys;

  constructor(
    private readonly store: StoreFetch,
    @Inject(ENVIRONMENT) private readonly environment: Environment,
  ) {
    this.keys = createRemoteJWKSet(new URL('https://www.googleapis.com/oauth2/v3/certs'), {
      [customFetch]: (url, init) => this.store.fetch(url, init),
    });
  }

  isOn(community: string): boolean {
    return this.environment.stores[community]?.google !== undefined;
  }

  /** @throws PURCHASE_INVALID for a token that Google does not know, or of a test in production; SERVICE_UNAVAILABLE */
  async read(community: string, ref: string): Promise<StoreState> {
    const purchase = await this.asking(community, async (client, { package: packageName }) => {
      const { data } = await client.purchases.subscriptionsv2.get({ packageName, token: ref.slice('android:'.length) });
      return data;
    });
    const isTest = Boolean(purchase.testPurchase);
    if (isTest !== this.environment.stores[community]?.google?.sandbox) throw new PaddockError('PURCHASE_INVALID');
    return { ref, ...stateOf(purchase) };
  }

  /** Confirms that the member has the plan: Google pays an unacknowledged purchase back after 3 days. */
  async acknowledge(community: string, { ref, product: subscriptionId }: StoreState): Promise<void> {
    const token = ref.slice('android:'.length);
    await this.asking(community, (client, { package: packageName }) =>
      client.purchases.subscriptions.acknowledge({ packageName, subscriptionId, token }),
    );
  }

  /** The subscription that a pushed notification is about. @throws PURCHASE_INVALID if it is not Google's, or of another app */
  async subscriptionOf(community: string, token: string, body: unknown): Promise<string | undefined> {
    const settings = this.environment.stores[community]?.google;
    if (!settings) throw new PaddockError('SERVICE_UNAVAILABLE');
    await this.verify(settings, token);
    const pushed = push.safeParse(body);
    const message = notification.safeParse(
      pushed.success ? parseJson(Buffer.from(pushed.data.message.data, 'base64').toString('utf8')) : undefined,
    );
    if (!message.success || message.data.packageName !== settings.package) throw new PaddockError('PURCHASE_INVALID');
    const about = message.data.subscriptionNotification ?? message.data.voidedPurchaseNotification;
    return about && `android:${about.purchaseToken}`;
  }

  private async verify({ audience, push_email }: GoogleSettings, token: string): Promise<void> {
    const issuer = ['https://accounts.google.com', 'accounts.google.com'];
    const { payload } = await jwtVerify(token, this.keys, { audience, issuer, algorithms: ['RS256'] }).catch(() => {
      throw new PaddockError('PURCHASE_INVALID');
    });
    if (payload['email'] !== push_email || payload['email_verified'] !== true)
      throw new PaddockError('PURCHASE_INVALID');
  }

  private async asking<T>(
    community: string,
    work: (client: androidpublisher_v3.Androidpublisher, settings: GoogleSettings) => Promise<T>,
  ): Promise<T> {
    const settings = this.environment.stores[community]?.google;
    if (!settings) throw new PaddockError('SERVICE_UNAVAILABLE');
    try {
      return await work(await this.clientOf(community, settings), settings);
    } catch (error) {
      const { status } = error as { status?: unknown };
      throw new PaddockError(
        status === 400 || status === 404 || status === 410 ? 'PURCHASE_INVALID' : 'SERVICE_UNAVAILABLE',
      );
    }
  }

  private async clientOf(community: string, { client_email, private_key }: GoogleSettings) {
    const known = this.clients.get(community);
    if (known) return known;
    const { androidpublisher, auth } = await import('@googleapis/androidpublisher');
    const transporterOptions = { fetchImplementation: this.store.fetch as never };
    const account = new auth.JWT({ email: client_email, key: private_key, scopes, transporterOptions });
    const client = androidpublisher({ version: 'v3', auth: account, retry: false });
    this.clients.set(community, client);
    return client;
  }
}

const states: Record<string, StoredState> = {
  SUBSCRIPTION_STATE_PENDING: 'initiated',
  SUBSCRIPTION_STATE_ACTIVE: 'active',
  SUBSCRIPTION_STATE_IN_GRACE_PERIOD: 'grace',
  SUBSCRIPTION_STATE_CANCELED: 'cancelled',
};

function stateOf(purchase: Purchase): Omit<StoreState, 'ref'> {
  const timeOf = ({ expiryTime }: androidpublisher_v3.Schema$SubscriptionPurchaseLineItem) =>
    Date.parse(expiryTime ?? '') || 0;
  const [item] = (purchase.lineItems ?? []).toSorted((a, b) => timeOf(b) - timeOf(a));
  if (!item?.productId) throw new PaddockError('PURCHASE_INVALID');
  const state = states[purchase.subscriptionState ?? ''] ?? 'ended';
  const isOver = state !== 'initiated' && timeOf(item) <= Date.now();
  return {
    product: item.productId,
    state: isOver ? 'ended' : state,
    until: timeOf(item) === 0 ? undefined : new Date(timeOf(item)),
    next: item.deferredItemReplacement?.productId ?? undefined,
    account: purchase.externalAccountIdentifiers?.obfuscatedExternalAccountId ?? undefined,
    replaces: purchase.linkedPurchaseToken ? `android:${purchase.linkedPurchaseToken}` : undefined,
    isUnacknowledged: purchase.acknowledgementState === 'ACKNOWLEDGEMENT_STATE_PENDING',
  };
}
