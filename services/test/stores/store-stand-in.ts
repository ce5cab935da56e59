import { dayMs } from '@paddock/contract/core/durations';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { generateKeyPairSync, randomUUID, type webcrypto } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AppleSignatures } from './apple-signatures.js';

const bundleId = 'org.example.paddock';
const appId = 42;
const audience = 'https://example.org/push';
const pushEmail = 'push@example.org';

/** What the App Store knows of a subscription. */
export interface AppleSubscription {
  status: number;
  transaction: Record<string, unknown>;
  renewal: Record<string, unknown>;
}

/** Speaks the HTTP of the App Store Server API and of Google Play, with signatures of test keys. */
export class StoreStandIn {
  readonly apple = new Map<string, AppleSubscription>();
  readonly google = new Map<string, Record<string, unknown>>();
  readonly acknowledged: string[] = [];
  isDown = false;
  private readonly server = createServer((request, response) => void this.answer(request, response));

  private constructor(
    readonly signatures: AppleSignatures,
    private readonly googleKeys: { publicKey: webcrypto.CryptoKey; privateKey: webcrypto.CryptoKey },
  ) {}

  static async start(): Promise<StoreStandIn> {
    const standIn = new StoreStandIn(
      await AppleSignatures.create(),
      await generateKeyPair('RS256', { extractable: true }),
    );
    await new Promise<void>((listening) => standIn.server.listen(0, '127.0.0.1', listening));
    return standIn;
  }

  close(): Promise<unknown> {
    this.server.closeAllConnections();
    return new Promise((closed) => this.server.close(closed));
  }

  /** The process's settings for the motorsport community. */
  get environment(): Record<string, string> {
    const pem = { type: 'pkcs8', format: 'pem' } as const;
    const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export(pem);
    const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export(pem);
    const apple = {
      ...{ issuer: 'issuer', key_id: 'key', private_key: ec, bundle_id: bundleId, app_id: appId },
      roots: [this.signatures.root],
    };
    const google = {
      ...{ package: bundleId, client_email: 'orders@example.org', private_key: rsa },
      ...{ audience, push_email: pushEmail },
    };
    const { port } = this.server.address() as AddressInfo;
    return { STORES: JSON.stringify({ motorsport: { apple, google } }), STORES_STAND_IN: `http://127.0.0.1:${port}` };
  }

  /** A new subscription of the App Store. Returns its id. */
  buyAtApple(productId: string, account: string): string {
    const id = String(Math.floor(Math.random() * 1e15));
    const base = { originalTransactionId: id, productId, environment: 'Production' };
    this.apple.set(id, {
      status: 1,
      transaction: {
        ...base,
        bundleId,
        transactionId: id,
        expiresDate: Date.now() + 30 * dayMs,
        appAccountToken: account,
      },
      renewal: { ...base, autoRenewProductId: productId, autoRenewStatus: 1 },
    });
    return id;
  }

  /** The receipt of a subscription on a device. */
  receipt(id: string, changed: object = {}): Promise<string> {
    return this.signatures.sign({ ...this.apple.get(id)!.transaction, ...changed });
  }

  async appleNotification(id: string, changed: object = {}, signatures = this.signatures): Promise<object> {
    const signedTransactionInfo = await signatures.sign(this.apple.get(id)!.transaction);
    const data = { appAppleId: appId, bundleId, environment: 'Production', signedTransactionInfo };
    const notification = { notificationType: 'DID_RENEW', notificationUUID: randomUUID(), version: '2.0', data };
    return { signedPayload: await signatures.sign({ ...notification, ...changed }) };
  }

  /** A new subscription of Google Play. Returns its token. */
  buyAtGoogle(productId: string, account: string, fields: object = {}): string {
    const token = `token.${randomUUID()}`;
    this.google.set(token, {
      subscriptionState: 'SUBSCRIPTION_STATE_ACTIVE',
      acknowledgementState: 'ACKNOWLEDGEMENT_STATE_PENDING',
      lineItems: [{ productId, expiryTime: new Date(Date.now() + 30 * dayMs).toISOString() }],
      externalAccountIdentifiers: { obfuscatedExternalAccountId: account },
      ...fields,
    });
    return token;
  }

  /** A pushed notification and its bearer token. */
  async googleNotification(purchaseToken: string, claims: object = {}): Promise<{ body: object; bearer: string }> {
    const said = { packageName: bundleId, subscriptionNotification: { notificationType: 2, purchaseToken } };
    const data = Buffer.from(JSON.stringify(said)).toString('base64');
    const bearer = await new SignJWT({ email: pushEmail, email_verified: true, aud: audience, ...claims })
      .setProtectedHeader({ alg: 'RS256', kid: 'k' })
      .setIssuer('https://accounts.google.com')
      .setIssuedAt()
      .setExpirationTime('1h')
      .sign(this.googleKeys.privateKey);
    return { body: { message: { data, messageId: '1' }, subscription: 's' }, bearer };
  }

  private async answer({ url = '' }: IncomingMessage, response: ServerResponse): Promise<void> {
    const reply = this.isDown ? undefined : await this.replyTo(url);
    const status = this.isDown ? 503 : reply === undefined ? 404 : 200;
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(reply ?? {}));
  }

  private async replyTo(url: string): Promise<object | undefined> {
    const path = decodeURIComponent(url.split('?')[0]!);
    const last = path.split('/').at(-1)!;
    if (path.endsWith('/token')) return { access_token: 'access', expires_in: 3600, token_type: 'Bearer' };
    if (path.endsWith('/oauth2/v3/certs'))
      return { keys: [{ ...(await exportJWK(this.googleKeys.publicKey)), kid: 'k', alg: 'RS256', use: 'sig' }] };
    if (path.includes('/inApps/v1/subscriptions/')) return this.statuses(last);
    if (last.endsWith(':acknowledge')) {
      const token = last.slice(0, -':acknowledge'.length);
      this.acknowledged.push(token);
      Object.assign(this.google.get(token)!, { acknowledgementState: 'ACKNOWLEDGEMENT_STATE_ACKNOWLEDGED' });
      return {};
    }
    return path.includes('/subscriptionsv2/tokens/') ? this.google.get(last) : undefined;
  }

  private async statuses(id: string): Promise<object | undefined> {
    const known = this.apple.get(id);
    if (!known) return undefined;
    const signedTransactionInfo = await this.signatures.sign(known.transaction);
    const signedRenewalInfo = await this.signatures.sign(known.renewal);
    const last = { originalTransactionId: id, status: known.status, signedTransactionInfo, signedRenewalInfo };
    return { environment: 'Production', appAppleId: appId, bundleId, data: [{ lastTransactions: [last] }] };
  }
}
