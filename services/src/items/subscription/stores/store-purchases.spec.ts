import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { readSelf } from '@paddock/contract/calls/account';
import { createItem } from '@paddock/contract/calls/items';
import {
  readOldPurchase,
  readSubscription,
  recordPurchase,
  refreshSubscription,
  restorePurchases,
} from '@paddock/contract/calls/subscription';
import { dayMs, hourMs } from '@paddock/contract/core/durations';
import { randomUUID } from 'node:crypto';
import { startTestServices, type TestMember, type TestServices } from '../../../../test/start-test-services.js';
import { AppleSignatures } from '../../../../test/stores/apple-signatures.js';
import { StoreStandIn } from '../../../../test/stores/store-stand-in.js';
import { Mongo } from '../../../infrastructure/mongo/mongo.js';
import { SubscriptionEvents } from '../subscription-events.js';
import { StorePurchases } from './store-purchases.js';

let services: TestServices;
let store: StoreStandIn;
let ann: TestMember;
let account: string;
const plans: Record<string, string> = {};

beforeAll(async () => {
  store = await StoreStandIn.start();
  services = await startTestServices({ SERVICES: 'account,items', RATE_LIMITS: 'off', ...store.environment });
  const boss = await services.member({ admin: true });
  await services.configure('motorsport', ({ flags }) => Object.assign(flags, { in_app_subscriptions: true }));
  for (const [product, amount] of [
    ['small', 1000],
    ['large', 3000],
  ] as const) {
    const fields = { type: 'subscription' as const, title: product, amount, currency: 'EUR', additional_id: product };
    const { body } = await services.call(createItem, { client_id: randomUUID(), ...fields }, { as: boss });
    plans[product] = body.item.id;
  }
});
afterAll(async () => {
  await services.close();
  await store.close();
});
beforeEach(async () => {
  store.isDown = false;
  ann = await services.member();
  account = await accountOf(ann);
});

const accountOf = async (as: TestMember) => (await services.call(readSubscription, {}, { as })).body.store_account;
const planOf = async (as = ann) => (await services.call(readSelf, {}, { as })).body.subscription;
const current = async (as = ann) => (await services.call(readSubscription, {}, { as })).body.subscription;
const record = (kind: 'ios' | 'android', product: string, receipt: string, as = ann, more: object = {}) =>
  services.call(recordPurchase, { client_id: randomUUID(), store: kind, product, receipt, ...more }, { as });
const notifyApple = async (body: object) => (await services.request('POST', '/api/payments/apple', { body })).status;
const notifyGoogle = async ({ body, bearer }: { body: object; bearer: string }) => {
  const headers = { authorization: `Bearer ${bearer}` };
  return (await services.request('POST', '/api/payments/google', { headers, body })).status;
};
async function buyAtApple(product = 'small') {
  const id = store.buyAtApple(product, account);
  expect((await record('ios', product, await store.receipt(id))).status).toBe(200);
  return id;
}
async function buyAtGoogle(product = 'small', fields: object = {}) {
  const token = store.buyAtGoogle(product, account, fields);
  expect((await record('android', product, token)).status).toBe(200);
  return token;
}

describe(StorePurchases, () => {
  it('gives the plan of a purchase that Apple has signed and confirms', async () => {
    await buyAtApple();
    expect([await planOf(), (await current())?.source]).toEqual([plans['small'], 'ios']);
  });

  it('gives the plan of a purchase that Google confirms, and acknowledges it', async () => {
    const token = await buyAtGoogle();
    expect([await planOf(), (await current())?.source]).toEqual([plans['small'], 'android']);
    expect(store.acknowledged).toContain(token);
  });

  it('records a purchase once, though it arrives 20 times', async () => {
    const id = store.buyAtApple('small', account);
    const receipt = await store.receipt(id);
    const replies = await Promise.all(Array.from({ length: 20 }, () => record('ios', 'small', receipt)));
    expect(replies.filter(({ status }) => status !== 200 && status !== 503)).toEqual([]);
    expect(await planOf()).toBe(plans['small']);
  });

  it('refuses a forged receipt, one of the sandbox, of another app, of another product, and an unknown one', async () => {
    const forger = await AppleSignatures.create();
    const id = store.buyAtApple('large', account);
    const { transaction } = store.apple.get(id)!;
    const receipts = [
      await forger.sign(transaction),
      await store.receipt(id, { environment: 'Sandbox' }),
      await store.receipt(id, { bundleId: 'org.example.other' }),
      await store.receipt(id, { productId: 'small' }),
      await store.receipt(id, { originalTransactionId: '1' }),
      'no.receipt.x',
    ];
    for (const receipt of receipts) expect((await record('ios', 'large', receipt)).body.code).toBe('PURCHASE_INVALID');
    for (const token of ['unknown', store.buyAtGoogle('large', account, { testPurchase: {} })])
      expect((await record('android', 'large', token)).body.code).toBe('PURCHASE_INVALID');
    expect(await planOf()).toBeUndefined();
  });

  it('refuses the purchase of another member', async () => {
    const bob = await services.member();
    const id = await buyAtApple();
    expect((await record('ios', 'small', await store.receipt(id), bob)).body.code).toBe('CONFLICT');
    expect((await record('android', 'small', store.buyAtGoogle('small', account), bob)).body.code).toBe('CONFLICT');
    expect(await planOf(bob)).toBeUndefined();
  });

  it('refuses a product of no plan', async () => {
    const id = store.buyAtApple('other', account);
    expect((await record('ios', 'other', await store.receipt(id))).body.code).toBe('UNKNOWN_SUBSCRIPTION');
  });

  it('says that the store does not answer, and records the purchase later', async () => {
    const id = store.buyAtApple('small', account);
    store.isDown = true;
    expect((await record('ios', 'small', await store.receipt(id))).body.code).toBe('SERVICE_UNAVAILABLE');
    store.isDown = false;
    expect((await record('ios', 'small', await store.receipt(id))).status).toBe(200);
  });

  it('follows renewal, grace, revocation and a downgrade that Apple notifies', async () => {
    const id = await buyAtApple('large');
    const known = store.apple.get(id)!;
    known.renewal['autoRenewProductId'] = 'small';
    expect(await notifyApple(await store.appleNotification(id))).toBe(200);
    expect(await current()).toMatchObject({ plan: plans['large'], next: plans['small'] });
    Object.assign(known, { status: 4, renewal: { ...known.renewal, gracePeriodExpiresDate: Date.now() + 1e8 } });
    await notifyApple(await store.appleNotification(id));
    expect((await current())?.state).toBe('grace');
    Object.assign(known, { status: 5 });
    const revoked = await store.appleNotification(id);
    for (let time = 0; time < 20; time++) expect(await notifyApple(revoked)).toBe(200);
    expect([await planOf(), await current()]).toEqual([undefined, undefined]);
  });

  it('refuses forged and stale notifications', async () => {
    const id = await buyAtApple();
    store.apple.get(id)!.status = 5;
    const forger = await AppleSignatures.create();
    expect(await notifyApple(await store.appleNotification(id, {}, forger))).toBe(400);
    expect(await notifyApple(await store.appleNotification(id, { signedDate: Date.now() - 5 * dayMs }))).toBe(400);
    expect(await notifyApple({})).toBe(400);
    const token = store.buyAtGoogle('small', account);
    for (const claims of [{ email: 'x@example.org' }, { aud: 'other' }, { email_verified: false }])
      expect(await notifyGoogle(await store.googleNotification(token, claims))).toBe(400);
    expect(await planOf()).toBe(plans['small']);
  });

  it('follows the expiry that Google notifies', async () => {
    const token = await buyAtGoogle();
    Object.assign(store.google.get(token)!, { subscriptionState: 'SUBSCRIPTION_STATE_EXPIRED' });
    expect(await notifyGoogle(await store.googleNotification(token))).toBe(200);
    expect(await planOf()).toBeUndefined();
  });

  it('replaces the purchase on Android whose token the upgrade names', async () => {
    const none = await services.call(readOldPurchase, {}, { as: ann });
    expect(none.body.code).toBe('OLD_PURCHASE_TOKEN_NOT_FOUND');
    const old = await buyAtGoogle();
    expect((await services.call(readOldPurchase, {}, { as: ann })).body).toEqual({ product: 'small', token: old });
    const token = store.buyAtGoogle('large', account, { linkedPurchaseToken: old });
    const unknown = await record('android', 'large', token, ann, { old_product: 'large' });
    expect(unknown.body.code).toBe('OLD_PURCHASE_TOKEN_NOT_FOUND');
    await record('android', 'large', token, ann, { old_product: 'small' });
    expect(await planOf()).toBe(plans['large']);
    expect((await services.call(readOldPurchase, {}, { as: ann })).body.token).toBe(token);
  });

  it('restores purchases and skips what cannot be', async () => {
    const id = store.buyAtApple('small', account);
    const purchases = [
      { store: 'ios' as const, product: 'small', receipt: 'no.receipt.x' },
      { store: 'ios' as const, product: 'small', receipt: await store.receipt(id) },
    ];
    expect((await services.call(restorePurchases, { purchases }, { as: ann })).status).toBe(200);
    expect(await planOf()).toBe(plans['small']);
    const bob = await services.member();
    expect((await services.call(restorePurchases, { purchases }, { as: bob })).status).toBe(400);
  });

  it('ends what its store has forgotten, and reads the other purchases', async () => {
    const bob = await services.member();
    const [forgotten, unknown] = [await buyAtGoogle(), await buyAtGoogle('large')];
    const id = store.buyAtApple('small', await accountOf(bob));
    await record('ios', 'small', await store.receipt(id), bob);
    for (const token of [forgotten, unknown]) store.google.delete(token);
    store.apple.get(id)!.status = 2;
    const rows = services.get(Mongo).connection.collection('subscriptions');
    const over = { until: new Date(Date.now() - hourMs) };
    await rows.updateMany({ ref: { $in: [`android:${forgotten}`, `ios:${id}`] } }, { $set: over });
    await services.get(SubscriptionEvents).reconcile(new Date());
    expect((await rows.findOne({ ref: `android:${forgotten}` }))!['state']).toBe('ended');
    expect((await rows.findOne({ ref: `android:${unknown}` }))!['state']).toBe('active');
    expect(await planOf(bob)).toBeUndefined();
  });

  it('reads a purchase again when the member refreshes', async () => {
    const id = await buyAtApple();
    store.apple.get(id)!.status = 2;
    await services.call(refreshSubscription, {}, { as: ann });
    expect(await planOf()).toBeUndefined();
  });
});
