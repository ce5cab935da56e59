import { createCustomer, createPrice, createProduct, updateCustomer } from './catalog.js';
import { createPortal, createSession, expireSession, publicSession, type CheckoutSession } from './checkout.js';
import { charge, type Invoice } from './invoices.js';
import { cancelIntent, createIntent, updateIntent, type Intent } from './payment-intents.js';
import { createRefund } from './refunds.js';
import { cancelSubscription, previewChange, updateSubscription, type Subscription } from './subscriptions.js';
import { publicMethod, type PaymentMethod } from './test-cards.js';
import { invalid, textOf, type Params, type TestObject } from './test-object.js';
import type { TestStore } from './test-store.js';

type Answer = (store: TestStore, params: Params, id: string) => Promise<object>;

const read =
  (object: string): Answer =>
  (store, _params, id) =>
    store.get(object, id);

/** A list, the newest first, of the objects whose fields have the given values. */
const listing =
  (object: string, filters: readonly string[]): Answer =>
  async (store, params) => {
    const limit = Number(textOf(params['limit']) ?? 10);
    const given = filters.filter((name) => textOf(params[name]) !== undefined && params[name] !== 'all');
    const keys = Object.values((params['lookup_keys'] as object | undefined) ?? {});
    const found = (await store.list(object)).filter(
      (each) =>
        given.every((name) => each[name] === params[name]) && (keys.length === 0 || keys.includes(each['lookup_key'])),
    );
    return { object: 'list', data: found.slice(0, limit), has_more: found.length > limit, url: `/v1/${object}s` };
  };

/** The part of Stripe's API that the product uses, and what a test reads of it. */
const routes: Readonly<Record<string, Answer>> = {
  'POST payment_intents': createIntent,
  'GET payment_intents': listing('payment_intent', ['customer']),
  'GET payment_intents/:id': read('payment_intent'),
  'POST payment_intents/:id': async (store, params, id) =>
    updateIntent(store, await store.get<Intent>('payment_intent', id), params),
  'POST payment_intents/:id/cancel': async (store, params, id) =>
    cancelIntent(store, await store.get<Intent>('payment_intent', id), params),
  'POST refunds': createRefund,
  'GET refunds': listing('refund', ['payment_intent', 'charge']),
  'GET refunds/:id': read('refund'),
  'GET charges/:id': read('charge'),
  'GET charges': listing('charge', ['payment_intent', 'customer']),
  'GET payment_methods/:id': async (store, _params, id) =>
    publicMethod(await store.get<PaymentMethod>('payment_method', id)),
  'POST customers': createCustomer,
  'GET customers/:id': read('customer'),
  'POST customers/:id': async (store, params, id) => updateCustomer(store, await store.get('customer', id), params),
  'DELETE customers/:id': async (store, _params, id) => {
    const customer = await store.get('customer', id);
    const active = await store.list<Subscription>('subscription', id);
    for (const each of active) if (each.status !== 'canceled') await cancelSubscription(store, each);
    await store.put({ ...customer, email: null, name: null, deleted: true });
    return { id, object: 'customer', deleted: true };
  },
  'POST products': createProduct,
  'GET products/:id': read('product'),
  'POST prices': createPrice,
  'GET prices': listing('price', ['product', 'currency']),
  'GET prices/:id': read('price'),
  'POST checkout/sessions': async (store, params) => publicSession(await createSession(store, params)),
  'GET checkout/sessions/:id': async (store, _params, id) =>
    publicSession(await store.get<CheckoutSession>('checkout.session', id)),
  'POST checkout/sessions/:id/expire': async (store, _params, id) =>
    publicSession(await expireSession(store, await store.get<CheckoutSession>('checkout.session', id))),
  'POST billing_portal/sessions': createPortal,
  'GET subscriptions': listing('subscription', ['customer', 'status']),
  'GET subscriptions/:id': read('subscription'),
  'POST subscriptions/:id': async (store, params, id) =>
    updateSubscription(store, await store.get<Subscription>('subscription', id), params),
  'DELETE subscriptions/:id': async (store, _params, id) =>
    cancelSubscription(store, await store.get<Subscription>('subscription', id)),
  'POST invoices/create_preview': previewChange,
  'GET invoices': listing('invoice', ['customer', 'status']),
  'GET invoices/:id': read('invoice'),
  'POST invoices/:id/pay': async (store, _params, id) => charge(store, await store.get<Invoice>('invoice', id), true),
  'GET events': listing('event', ['type']),
  'GET events/:id': read('event'),
};

const patterns = Object.entries(routes).map(([route, answer]) => {
  const [method, path = ''] = route.split(' ');
  return { method, path: new RegExp(`^/v1/${path.replace(':id', '(\\w+)')}$`), answer };
});

/** Answers a request of the API. @throws {TestFault} */
export async function answerRequest(
  store: TestStore,
  { method, path, params }: { method: string; path: string; params: Params },
): Promise<object> {
  for (const route of patterns) {
    const match = route.method === method ? route.path.exec(path) : null;
    if (match) return expanded(store, await route.answer(store, params, match[1] ?? ''), params['expand']);
  }
  throw invalid(`Unrecognized request URL (${method}: ${path}).`);
}

/** Replaces the ids at the named paths (`latest_charge`, `data.customer`) by their objects. */
async function expanded(store: TestStore, reply: object, paths: unknown): Promise<object> {
  let whole = reply;
  for (const path of Object.values((paths as object | undefined) ?? {})) {
    whole = (await expandedAt(store, whole, String(path).split('.'))) as object;
  }
  return whole;
}

async function expandedAt(store: TestStore, value: unknown, [name, ...rest]: readonly string[]): Promise<unknown> {
  const path = name === undefined ? [] : [name, ...rest];
  if (Array.isArray(value)) return Promise.all(value.map((each) => expandedAt(store, each, path)));
  if (typeof value === 'string') {
    const found = await store.find<TestObject>(value);
    return found ? expandedAt(store, found, path) : value;
  }
  if (name === undefined || typeof value !== 'object' || value === null || !(name in value)) return value;
  return { ...value, [name]: await expandedAt(store, (value as Params)[name], rest) };
}
